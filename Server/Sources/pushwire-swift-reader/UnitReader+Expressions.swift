import AppFacts
import SwiftSyntax

extension UnitReader {
  mutating func expression(_ node: ExprSyntax) -> Expression {
    guard level < SourceConventions.depth else { return .unknown(place(node)) }
    level += 1
    defer { level -= 1 }
    let place = place(node)
    switch node.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let node): return call(node)
    case .memberAccessExpr(let node): return member(node)
    case .declReferenceExpr(let node): return .name(name(node.baseName), place)
    case .superExpr: return .name("super", place)
    case .stringLiteralExpr(let node): return string(node)
    case .simpleStringLiteralExpr(let node):
      return .string(node.segments.map(\.content.text).joined(), place)
    case .integerLiteralExpr(let node): return .number(node.literal.text, place)
    case .floatLiteralExpr(let node): return .number(node.literal.text, place)
    case .booleanLiteralExpr(let node): return .flag(node.literal.text == "true", place)
    case .nilLiteralExpr: return .null(place)
    case .closureExpr(let node): return .closure(closure(node))
    case .arrayExpr(let node): return .list(expressions(node.elements.map(\.expression)), place)
    case .dictionaryExpr(let node):
      guard case .elements(let elements) = node.content else { return .map([], place) }
      return .map(expressions(elements.flatMap { [$0.key, $0.value] }), place)
    case .tupleExpr(let node):
      let parts = expressions(node.elements.map(\.expression))
      return parts.count == 1 ? parts[0] : .composed(symbol: "()", parts, place)
    case .sequenceExpr(let node): return sequence(node)
    case .tryExpr(let node):
      let word = "try" + (node.questionOrExclamationMark?.text ?? "")
      return .composed(symbol: word, [expression(node.expression)], place)
    case .awaitExpr(let node): return .composed(symbol: "await", [expression(node.expression)], place)
    case .optionalChainingExpr(let node): return expression(node.expression)
    case .forceUnwrapExpr(let node): return expression(node.expression)
    case .inOutExpr(let node): return expression(node.expression)
    case .consumeExpr(let node): return expression(node.expression)
    case .copyExpr(let node): return expression(node.expression)
    case .borrowExpr(let node): return expression(node.expression)
    case .unsafeExpr(let node): return expression(node.expression)
    case .packElementExpr(let node): return expression(node.pack)
    case .packExpansionExpr(let node): return expression(node.repetitionPattern)
    case .genericSpecializationExpr(let node): return expression(node.expression)
    case .prefixOperatorExpr(let node):
      if case .number(let digits, _) = expression(node.expression), node.operator.text == "-" {
        return .number("-" + digits, place)
      }
      return .composed(symbol: node.operator.text, [expression(node.expression)], place)
    case .postfixOperatorExpr(let node):
      return .composed(symbol: node.operator.text, [expression(node.expression)], place)
    case .subscriptCallExpr(let node):
      let parts = [expression(node.calledExpression)] + expressions(node.arguments.map(\.expression))
      return .composed(symbol: "[]", parts, place)
    case .ifExpr(let node): return inPlace("if", .branch(branch(node)), place)
    case .switchExpr(let node): return inPlace("switch", .select(select(node)), place)
    case .macroExpansionExpr(let node): return macro(node)
    case .typeExpr(let node): return .name(plainName(node.type), place)
    case .patternExpr(let node): return pattern(node.pattern)
    case .discardAssignmentExpr: return .name("_", place)
    case .keyPathExpr: return .composed(symbol: "\\", [], place)
    case .regexLiteralExpr: return .composed(symbol: "regex", [], place)
    case .postfixIfConfigExpr(let node):
      guard let base = node.base else { return .unknown(place) }
      // The links of all sides are there, one behind the other.
      var chain = expression(base)
      for case .postfixExpression(let links) in node.config.clauses.compactMap(\.elements) {
        chain = Self.chained(expression(links), onto: chain)
      }
      return chain
    default: return .unknown(place)
    }
  }

  /// Members and calls without a first base, behind something else.
  private static func chained(_ links: Expression, onto base: Expression) -> Expression {
    switch links {
    case .call(var call):
      call.base = call.base.map { chained($0, onto: base) } ?? base
      return .call(call)
    case .member(let inner, let name, let place):
      return .member(base: inner.map { chained($0, onto: base) } ?? base, name: name, place: place)
    case .composed(let symbol, let parts, let place) where !parts.isEmpty:
      return .composed(symbol: symbol, [chained(parts[0], onto: base)] + parts.dropFirst(), place)
    default: return links
    }
  }

  private mutating func expressions(_ nodes: [ExprSyntax]) -> [Expression] {
    var read: [Expression] = []
    for node in nodes { read.append(expression(node)) }
    return read
  }

  private func inPlace(_ word: String, _ body: Statement, _ place: Place) -> Expression {
    .composed(symbol: word, [.closure(Expression.Closure(parameters: [], body: [body], place: place))], place)
  }

  private mutating func member(_ node: MemberAccessExprSyntax) -> Expression {
    .member(
      base: node.base.map { expression($0) }, name: name(node.declName.baseName), place: place(node.declName))
  }

  // Calls.

  private mutating func call(_ node: FunctionCallExprSyntax) -> Expression {
    var base: Expression?
    var name = ""
    var place = place(node)
    // What is called, without `?`, `!` and generic arguments.
    var called = node.calledExpression
    while true {
      if let inner = called.as(OptionalChainingExprSyntax.self) {
        called = inner.expression
      } else if let inner = called.as(ForceUnwrapExprSyntax.self) {
        called = inner.expression
      } else if let inner = called.as(GenericSpecializationExprSyntax.self) {
        called = inner.expression
      } else {
        break
      }
    }
    if let member = called.as(MemberAccessExprSyntax.self) {
      base = member.base.map { expression($0) }
      name = self.name(member.declName.baseName)
      place = self.place(member.declName)
    } else if let reference = called.as(DeclReferenceExprSyntax.self) {
      name = self.name(reference.baseName)
    } else {
      base = expression(called)
    }
    return .call(
      Expression.Call(
        base: base, name: name,
        arguments: arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures),
        place: place))
  }

  private mutating func arguments(
    _ list: LabeledExprListSyntax, _ trailing: ClosureExprSyntax?,
    _ more: MultipleTrailingClosureElementListSyntax
  ) -> [Expression.Call.Argument] {
    var arguments: [Expression.Call.Argument] = []
    for argument in list {
      arguments.append(.init(argument.label.map(name), expression(argument.expression)))
    }
    if let trailing { arguments.append(.init(nil, expression(ExprSyntax(trailing)))) }
    for element in more {
      arguments.append(.init(name(element.label), expression(ExprSyntax(element.closure))))
    }
    return arguments
  }

  private mutating func macro(_ node: MacroExpansionExprSyntax) -> Expression {
    if node.macroName.text == "selector", let argument = node.arguments.first {
      return .selector(argument.expression.trimmedDescription.filter { !$0.isWhitespace }, place(node))
    }
    if node.leftParen == nil, node.trailingClosure == nil {
      return .name("#" + node.macroName.text, place(node))
    }
    return .call(
      Expression.Call(
        base: nil, name: "#" + node.macroName.text,
        arguments: arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures),
        place: place(node)))
  }

  /// `#Preview { … }`
  mutating func call(_ node: MacroExpansionDeclSyntax) -> Expression {
    .call(
      Expression.Call(
        base: nil, name: "#" + node.macroName.text,
        arguments: arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures),
        place: place(node)))
  }

  private mutating func closure(_ node: ClosureExprSyntax) -> Expression.Closure {
    var parameters: [String] = []
    switch node.signature?.parameterClause {
    case .simpleInput(let names): parameters = names.map { name($0.name) }
    case .parameterClause(let clause):
      parameters = clause.parameters.map { name($0.secondName ?? $0.firstName) }
    default: break
    }
    return Expression.Closure(
      parameters: parameters, body: statements(node.statements), place: place(node))
  }

  // Literals and patterns.

  private mutating func string(_ node: StringLiteralExprSyntax) -> Expression {
    let place = place(node)
    if let text = node.representedLiteralValue { return .string(text, place) }
    var parts: [Expression] = []
    for segment in node.segments {
      switch segment {
      case .stringSegment(let text):
        let words = Escapes.resolve(text.content.text, pounds: node.openingPounds?.text.utf8.count ?? 0)
        // Each line is a segment of its own; a text is one part.
        if case .string(let before, let start)? = parts.last {
          parts[parts.count - 1] = .string(before + words, start)
        } else if !words.isEmpty {
          parts.append(.string(words, self.place(text)))
        }
      case .expressionSegment(let values):
        for value in values.expressions { parts.append(expression(value.expression)) }
      @unknown default: parts.append(.unknown(place))
      }
    }
    return .interpolation(parts, place)
  }

  /// A pattern as the expression that it looks like.
  mutating func pattern(_ node: PatternSyntax) -> Expression {
    let place = place(node)
    switch node.as(PatternSyntaxEnum.self) {
    case .expressionPattern(let node): return expression(node.expression)
    case .identifierPattern(let node): return .name(name(node.identifier), place)
    case .valueBindingPattern(let node): return pattern(node.pattern)
    case .wildcardPattern: return .name("_", place)
    case .isTypePattern(let node):
      return .composed(symbol: "is", [.name(plainName(node.type), self.place(node.type))], place)
    case .tuplePattern(let node):
      var parts: [Expression] = []
      for element in node.elements { parts.append(pattern(element.pattern)) }
      return .composed(symbol: "()", parts, place)
    default: return .unknown(place)
    }
  }
}
