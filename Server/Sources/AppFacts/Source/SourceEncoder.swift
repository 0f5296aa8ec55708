/// Writes a ``SourceUnit`` as bytes, for the way from the process that parses Swift to ours.
///
/// Numbers are LEB128; a text stands there once and is named by its number afterwards; a place is line, column
/// and offset, since all places are of the unit's file. ``SourceDecoder`` reads it.
public struct SourceEncoder {
  /// The first byte: another one is of another version.
  static let version: UInt8 = 1

  private var bytes: [UInt8] = [version]
  private var texts: [String: Int] = [:]
  private var depth = 0

  private init() {}

  /// What is deeper than ``SourceConventions/depth`` is written as `unknown`.
  public static func encode(_ unit: SourceUnit) -> [UInt8] {
    var encoder = SourceEncoder()
    encoder.write(unit)
    return encoder.bytes
  }

  private mutating func write(_ unit: SourceUnit) {
    write(unit.file)
    write(unit.language.rawValue)
    write(unit.reader)
    optional(unit.package) { $0.write($1) }
    write(unit.isTest)
    list(unit.imports) {
      $0.write($1.value)
      $0.write($1.place)
    }
    list(unit.types) { $0.write($1) }
    list(unit.functions) { $0.write($1) }
    list(unit.variables) { $0.write($1) }
    list(unit.ignores) {
      $0.list($1.rules) { $0.write($1) }
      $0.write($1.reason)
      $0.write($1.place)
      $0.write($1.line)
    }
    write(unit.topLevel)
  }

  private mutating func write(_ type: TypeDeclaration) {
    write(type.kind.rawValue)
    write(type.name)
    list(type.inherits) { $0.write($1) }
    list(type.attributes) { $0.write($1) }
    write(type.place)
  }

  private mutating func write(_ function: FunctionDeclaration) {
    write(function.name)
    write(function.signature)
    optional(function.owner) { $0.write($1) }
    list(function.parameters) {
      $0.optional($1.label) { $0.write($1) }
      $0.write($1.name)
      $0.write($1.type)
    }
    optional(function.returns) { $0.write($1) }
    list(function.modifiers) { $0.write($1) }
    optional(function.body) { $0.write($1) }
    write(function.place)
  }

  private mutating func write(_ variable: VariableDeclaration) {
    write(variable.name)
    optional(variable.owner) { $0.write($1) }
    optional(variable.type) { $0.write($1) }
    optional(variable.value) { $0.write($1) }
    optional(variable.getter) { $0.write($1) }
    optional(variable.setter) { $0.write($1) }
    list(variable.modifiers) { $0.write($1) }
    write(variable.place)
  }

  private mutating func write(_ statements: [Statement]) {
    list(statements) { $0.write($1) }
  }

  private mutating func write(_ expressions: [Expression]) {
    list(expressions) { $0.write($1) }
  }

  private mutating func write(_ statement: Statement) {
    depth += 1
    defer { depth -= 1 }
    guard depth < SourceConventions.depth else { return unknown(statement) }
    write(statement.tag)
    switch statement {
    case .expression(let expression): write(expression)
    case .variable(let variable): write(variable)
    case .assign(let target, let value, let place):
      write(target)
      write(value)
      write(place)
    case .branch(let branch):
      write(branch.conditions)
      list(branch.bindings) { $0.write($1) }
      write(branch.then)
      optional(branch.otherwise) { $0.write($1) }
      write(branch.isGuard)
      write(branch.isConditionalCompilation)
      write(branch.place)
    case .select(let select):
      optional(select.subject) { $0.write($1) }
      list(select.cases) {
        $0.write($1.patterns)
        $0.write($1.isDefault)
        $0.write($1.body)
        $0.write($1.fallsThrough)
      }
      write(select.isComplete)
      write(select.place)
    case .loop(let loop):
      write(loop.head)
      write(loop.body)
      write(loop.runsOnce)
      write(loop.place)
    case .attempt(let attempt):
      write(attempt.body)
      list(attempt.catches) { $0.write($1) }
      write(attempt.catchesAll)
      optional(attempt.finally) { $0.write($1) }
      write(attempt.place)
    case .leave(let leave):
      write(leave.kind.rawValue)
      optional(leave.value) { $0.write($1) }
      write(leave.place)
    case .deferred(let body, let place):
      write(body)
      write(place)
    case .block(let body): write(body)
    case .function(let function): write(function)
    case .unknown(let place): write(place)
    }
  }

  private mutating func write(_ expression: Expression) {
    depth += 1
    defer { depth -= 1 }
    let place = expression.place
    guard depth < SourceConventions.depth else {
      write(Expression.unknown(place).tag)
      return write(place)
    }
    write(expression.tag)
    write(place)
    switch expression {
    case .call(let call):
      optional(call.base) { $0.write($1) }
      write(call.name)
      list(call.arguments) {
        $0.optional($1.label) { $0.write($1) }
        $0.write($1.value)
      }
    case .member(let base, let name, _):
      optional(base) { $0.write($1) }
      write(name)
    case .name(let text, _), .string(let text, _), .number(let text, _), .selector(let text, _): write(text)
    case .interpolation(let parts, _), .list(let parts, _), .map(let parts, _): write(parts)
    case .flag(let flag, _): write(flag)
    case .null, .unknown: break
    case .closure(let closure):
      list(closure.parameters) { $0.write($1) }
      write(closure.body)
    case .composed(let symbol, let parts, _):
      write(symbol)
      write(parts)
    }
  }

  /// A statement too deep, by the place of its first expression where it has one.
  private mutating func unknown(_ statement: Statement) {
    let place = statement.expressions.first?.place ?? Place("")
    write(Statement.unknown(place).tag)
    write(place)
  }

  // Parts.

  private mutating func list<Value>(_ values: [Value], _ each: (inout Self, Value) -> Void) {
    write(values.count)
    for value in values { each(&self, value) }
  }

  private mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }

  private mutating func write(_ place: Place) {
    write((place.line ?? -1) + 1)
    write((place.column ?? -1) + 1)
    write((place.offset ?? -1) + 1)
  }

  private mutating func write(_ text: String) {
    if let known = texts[text] { return write(known) }
    texts[text] = texts.count + 1
    write(0)
    let utf8 = Array(text.utf8)
    write(utf8.count)
    bytes += utf8
  }

  private mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }
  private mutating func write(_ tag: UInt8) { bytes.append(tag) }

  /// LEB128; a negative number counts as 0.
  private mutating func write(_ number: Int) {
    var rest = UInt(max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

extension Expression {
  /// The number of its case in bytes. Fixed: both sides must agree.
  var tag: UInt8 {
    switch self {
    case .unknown: 0
    case .call: 1
    case .member: 2
    case .name: 3
    case .string: 4
    case .interpolation: 5
    case .number: 6
    case .flag: 7
    case .null: 8
    case .closure: 9
    case .list: 10
    case .map: 11
    case .selector: 12
    case .composed: 13
    }
  }
}

extension Statement {
  /// The number of its case in bytes.
  var tag: UInt8 {
    switch self {
    case .unknown: 0
    case .expression: 1
    case .variable: 2
    case .assign: 3
    case .branch: 4
    case .select: 5
    case .loop: 6
    case .attempt: 7
    case .leave: 8
    case .deferred: 9
    case .block: 10
    case .function: 11
    }
  }
}
