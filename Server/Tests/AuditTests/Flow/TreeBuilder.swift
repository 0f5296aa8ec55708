import AppFacts

/// Source trees written by hand, each node at a line of its own choosing.
enum Tree {
  static func at(_ line: Int = 1) -> Place { Place("Parcel.swift", line: line) }

  static func name(_ name: String, _ line: Int = 1) -> Expression { .name(name, at(line)) }
  static func text(_ text: String, _ line: Int = 1) -> Expression { .string(text, at(line)) }
  static func member(_ base: Expression?, _ name: String) -> Expression {
    .member(base: base, name: name, place: at())
  }
  static func call(_ name: String, _ arguments: Expression..., on base: Expression? = nil, line: Int = 1)
    -> Expression
  {
    .call(
      .init(base: base, name: name, arguments: arguments.map { .init(nil, $0) }, place: at(line)))
  }
  static func call(
    _ name: String, labelled arguments: [(String?, Expression)], on base: Expression? = nil, line: Int = 1
  ) -> Expression {
    .call(.init(base: base, name: name, arguments: arguments.map { .init($0.0, $0.1) }, place: at(line)))
  }
  static func closure(_ parameters: [String] = [], line: Int = 1, _ body: [Statement]) -> Expression {
    .closure(.init(parameters: parameters, body: body, place: at(line)))
  }
  static func not(_ value: Expression) -> Expression { .composed(symbol: "!", [value], at()) }
  static func composed(_ symbol: String, _ parts: Expression...) -> Expression {
    .composed(symbol: symbol, parts, at())
  }

  static func run(_ value: Expression) -> Statement { .expression(value) }
  static func returns(_ line: Int = 1) -> Statement { .leave(.init(.return, nil, at(line))) }
  static func when(
    _ condition: Expression, _ then: [Statement], else otherwise: [Statement]? = nil, line: Int = 1,
    binds: [String] = []
  ) -> Statement {
    .branch(
      .init(conditions: [condition], bindings: binds, then: then, otherwise: otherwise, place: at(line)))
  }
  static func ensure(_ condition: Expression, binds: [String] = [], line: Int = 1, else body: [Statement])
    -> Statement
  {
    .branch(
      .init(
        conditions: [condition], bindings: binds, then: [], otherwise: body, isGuard: true, place: at(line)))
  }
  static func compiled(_ condition: Expression, _ then: [Statement], else otherwise: [Statement]? = nil)
    -> Statement
  {
    .branch(
      .init(
        conditions: [condition], then: then, otherwise: otherwise, isConditionalCompilation: true,
        place: at()))
  }
  static func choose(_ subject: Expression, complete: Bool = true, _ cases: [[Statement]]) -> Statement {
    .select(
      .init(
        subject: subject,
        cases: cases.enumerated().map {
          .init(patterns: [member(nil, "case\($0.offset)")], isDefault: false, body: $0.element)
        }, isComplete: complete, place: at()))
  }
  static func loop(_ head: Expression, once: Bool = false, _ body: [Statement]) -> Statement {
    .loop(.init(head: [head], body: body, runsOnce: once, place: at()))
  }
  static func attempt(_ body: [Statement], catch rescue: [Statement], finally: [Statement]? = nil)
    -> Statement
  {
    .attempt(.init(body: body, catches: [rescue], catchesAll: true, finally: finally, place: at()))
  }
  static func variable(_ name: String, _ value: Expression?, type: String? = nil) -> Statement {
    .variable(.init(name: name, owner: nil, type: type, value: value, place: at()))
  }
  static func set(_ target: Expression, _ value: Expression) -> Statement {
    .assign(target: target, value: value, place: at())
  }
  static func function(
    _ name: String, _ parameters: [(String?, String, String)] = [], owner: String? = nil,
    modifiers: [String] = [], line: Int = 1, file: String = "Parcel.swift", _ body: [Statement]?
  ) -> FunctionDeclaration {
    let labels = parameters.map { ($0.0 ?? "_") + ":" }.joined()
    return FunctionDeclaration(
      name: name, signature: "\(name)(\(labels))", owner: owner,
      parameters: parameters.map { .init(label: $0.0, name: $0.1, type: $0.2) }, modifiers: modifiers,
      body: body, place: Place(file, line: line))
  }
}
