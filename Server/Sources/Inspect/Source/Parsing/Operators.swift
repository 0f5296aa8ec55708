internal import AppFacts

/// An operator between two operands, as it stands in the text.
struct InfixOperator {
  enum Form { case binary, ternary, cast }
  var symbol: String
  /// Higher binds tighter. An assignment has 1.
  var precedence: Int
  var form = Form.binary
  /// Tokens.
  var length = 1

  var isRight: Bool { precedence <= Precedence.ternary || symbol == "??" }
  var isAssignment: Bool { precedence == Precedence.assignment }
}

/// How tightly operators bind; the languages differ little, and nothing rests on where they do.
enum Precedence {
  static let assignment = 1
  static let ternary = 3
  static let elvis = 8
  static let cast = 9
  static let word = 9

  static func of(_ symbol: String, _ language: SourceUnit.Language) -> Int {
    switch symbol {
    case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "&+=", "&-=", "&*=":
      return 1
    case "->": return 2
    case "||": return 5
    case "&&": return 6
    case "<", ">", "<=", ">=", "==", "!=", "===", "!==", "~=": return 7
    case "??": return elvis
    case "..", "...", "..<": return 10
    case "+", "-", "&+", "&-": return 11
    case "*", "/", "%", "&*": return 12
    default: break
    }
    if language == .swift {
      return switch symbol {
      case "<<", ">>", "&<<", "&>>": 13
      case "&": 12
      case "|", "^": 11
      default: 4
      }
    }
    // In C and Java below comparisons, as far as anything rests on it.
    return symbol == "<<" || symbol == ">>" || symbol == ">>>" ? 10 : 6
  }
}

/// Folds operands and operators into a tree as they come, without recursion.
struct OperandRun {
  private struct Item {
    /// The operator whose run this is; empty for a finished operand.
    var symbol = ""
    var parts: [Expression]
    var place: Place

    var expression: Expression {
      symbol.isEmpty ? parts.first ?? .unknown(place) : .composed(symbol: symbol, parts, place)
    }
  }

  private var items: [Item]
  private var operators: [(infix: InfixOperator, middle: Expression?)] = []

  /// - Parameter place: of the first token of an operand, which can differ from the place of its expression.
  init(_ first: Expression, _ place: Place) { items = [Item(parts: [first], place: place)] }

  mutating func add(_ infix: InfixOperator, middle: Expression?, _ operand: Expression, _ place: Place) {
    reduce(above: infix)
    operators.append((infix, middle))
    items.append(Item(parts: [operand], place: place))
  }

  mutating func cast(_ infix: InfixOperator, _ type: Expression) {
    reduce(above: infix)
    guard let last = items.popLast() else { return }
    items.append(
      Item(parts: [.composed(symbol: infix.symbol, [last.expression, type], last.place)], place: last.place))
  }

  mutating func finish() -> Expression {
    while !operators.isEmpty { reduceLast() }
    return items.first?.expression ?? .unknown(Place(""))
  }

  private mutating func reduce(above infix: InfixOperator) {
    while let last = operators.last?.infix,
      last.precedence > infix.precedence || (last.precedence == infix.precedence && !infix.isRight)
    {
      reduceLast()
    }
  }

  private mutating func reduceLast() {
    guard let (infix, middle) = operators.popLast(), let right = items.popLast(), !items.isEmpty else {
      return
    }
    let left = items.count - 1
    if let middle {
      let parts = [items[left].expression, middle, right.expression]
      items[left] = Item(parts: [.composed(symbol: "?:", parts, items[left].place)], place: items[left].place)
    } else if infix.isAssignment || (items[left].symbol != infix.symbol && right.symbol != infix.symbol) {
      let parts = [items[left].expression, right.expression]
      items[left] = Item(symbol: infix.symbol, parts: parts, place: items[left].place)
    } else if right.symbol == infix.symbol {
      let parts = [items[left].expression] + right.parts
      items[left] = Item(symbol: infix.symbol, parts: parts, place: items[left].place)
    } else {
      items[left].parts.append(right.expression)
    }
  }
}
