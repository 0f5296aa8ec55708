import AppFacts
import SwiftSyntax

extension UnitReader {
  /// How tightly an operator binds. The language's own; an unknown one counts as one without a group.
  private static let precedence: [String: Int] = [
    "=": 1, "->": 2, "?:": 3,
    "||": 5, "&&": 6,
    "==": 7, "!=": 7, "===": 7, "!==": 7, "<": 7, ">": 7, "<=": 7, ">=": 7, "~=": 7,
    "??": 8, "as": 9, "as?": 9, "as!": 9, "is": 9, "...": 10, "..<": 10,
    "+": 11, "-": 11, "&+": 11, "&-": 11, "|": 11, "^": 11,
    "*": 12, "/": 12, "%": 12, "&": 12, "&*": 12, "<<": 13, ">>": 13,
  ]
  private static let compound: Set<String> = [
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=",
  ]
  private static let rightToLeft: Set<String> = ["=", "->", "?:", "??"]

  private struct Operator {
    var symbol: String
    /// What stands between `?` and `:`.
    var middle: Expression?
    var rank: Int { precedence[symbol] ?? 4 }
  }

  private struct Operand {
    var value: Expression
    /// Where it begins.
    var start: Place
    /// `try` or `await` without parentheses: it covers what stands to its right, too.
    var covers = false
    /// A run of one operator that goes on; in parentheses it would not.
    var isRun = false
  }

  /// Operands and operators in a row, put together without recursion: a row may be long.
  mutating func sequence(_ node: SequenceExprSyntax) -> Expression {
    var operands: [Operand] = []
    var operators: [Operator] = []
    for (index, element) in node.elements.enumerated() {
      if index % 2 == 0 {
        let covers = element.is(TryExprSyntax.self) || element.is(AwaitExprSyntax.self)
        operands.append(Operand(value: expression(element), start: place(element), covers: covers))
        continue
      }
      guard let next = binary(element) else { return .unknown(place(node)) }
      while let last = operators.last,
        last.rank > next.rank || (last.rank == next.rank && !Self.rightToLeft.contains(next.symbol))
      {
        operators.removeLast()
        Self.reduce(last, &operands)
      }
      operators.append(next)
    }
    while let last = operators.popLast() { Self.reduce(last, &operands) }
    return operands.count == 1 ? operands[0].value : .unknown(place(node))
  }

  private mutating func binary(_ node: ExprSyntax) -> Operator? {
    switch node.as(ExprSyntaxEnum.self) {
    case .binaryOperatorExpr(let node):
      let symbol = node.operator.text
      return Operator(symbol: Self.compound.contains(symbol) ? "=" : symbol)
    case .assignmentExpr: return Operator(symbol: "=")
    case .arrowExpr: return Operator(symbol: "->")
    case .unresolvedTernaryExpr(let node):
      return Operator(symbol: "?:", middle: expression(node.thenExpression))
    case .unresolvedAsExpr(let node):
      return Operator(symbol: "as" + (node.questionOrExclamationMark?.text ?? ""))
    case .unresolvedIsExpr: return Operator(symbol: "is")
    default: return nil
    }
  }

  private static func reduce(_ operation: Operator, _ operands: inout [Operand]) {
    guard let right = operands.popLast(), var left = operands.popLast() else { return }
    if left.covers, case .composed(let word, let parts, _) = left.value, let part = parts.first {
      var inner = [Operand(value: part, start: part.place, covers: word.hasPrefix("try")), right]
      if case .composed("await", _, _) = part {} else { inner[0].covers = false }
      reduce(operation, &inner)
      let value = Expression.composed(symbol: word, inner.map(\.value), left.start)
      operands.append(Operand(value: value, start: left.start, covers: true))
      return
    }
    let value: Expression
    let symbol = operation.symbol
    if let middle = operation.middle {
      value = .composed(symbol: symbol, [left.value, middle, right.value], left.start)
    } else if symbol == "=" || symbol == "->" {
      value = .composed(symbol: symbol, [left.value, right.value], left.start)
    } else if rightToLeft.contains(symbol), right.isRun, case .composed(symbol, let parts, _) = right.value,
      parts.count > 1
    {
      value = .composed(symbol: symbol, [left.value] + parts, left.start)
    } else if !rightToLeft.contains(symbol), left.isRun, case .composed(symbol, var parts, _) = left.value,
      parts.count > 1
    {
      // The only holder of the parts appends without a copy.
      left.value = .null(left.start)
      parts.append(right.value)
      value = .composed(symbol: symbol, parts, left.start)
    } else {
      value = .composed(symbol: symbol, [left.value, right.value], left.start)
    }
    operands.append(Operand(value: value, start: left.start, isRun: true))
  }
}
