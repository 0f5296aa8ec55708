/// Bytes that are no ``SourceUnit``.
public struct SourceDecodingError: Error, Sendable, Equatable {
  public var why: String
  public init(why: String) { self.why = why }
}

/// Reads what ``SourceEncoder`` wrote.
///
/// Bytes are not trusted: it never reads beyond them, never goes deeper than ``SourceConventions/depth``, and
/// makes no more values than there are bytes.
public struct SourceDecoder {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var texts: [String] = []
  private var depth = 0
  private let file: String?
  private var name = ""

  private init(_ bytes: ArraySlice<UInt8>, file: String?) {
    self.bytes = bytes
    position = bytes.startIndex
    self.file = file
  }

  /// - Parameter file: what the unit and all its places are named; nil: as it was encoded.
  public static func decode(
    _ bytes: ArraySlice<UInt8>, file: String? = nil
  ) throws(SourceDecodingError) -> SourceUnit {
    var decoder = SourceDecoder(bytes, file: file)
    let unit = try decoder.unit()
    guard decoder.position == bytes.endIndex else { throw SourceDecodingError(why: "bytes are left over") }
    return unit
  }

  private mutating func unit() throws(SourceDecodingError) -> SourceUnit {
    guard try byte() == SourceEncoder.version else { throw SourceDecodingError(why: "another version") }
    let written = try text()
    name = file ?? written
    var unit = SourceUnit(file: name, language: try raw())
    unit.reader = try text()
    unit.package = try optionalText()
    unit.isTest = try flag()
    unit.imports = try list { (own) throws(SourceDecodingError) in Sourced(try own.text(), try own.place()) }
    unit.types = try list { (own) throws(SourceDecodingError) in try own.type() }
    unit.functions = try list { (own) throws(SourceDecodingError) in try own.function() }
    unit.variables = try list { (own) throws(SourceDecodingError) in try own.variable() }
    unit.ignores = try list { (own) throws(SourceDecodingError) in
      IgnoreComment(
        rules: try own.names(), reason: try own.text(), place: try own.place(), line: try own.number())
    }
    unit.topLevel = try statements()
    return unit
  }

  private mutating func type() throws(SourceDecodingError) -> TypeDeclaration {
    TypeDeclaration(
      kind: try raw(), name: try text(), inherits: try names(), attributes: try names(), place: try place())
  }

  private mutating func function() throws(SourceDecodingError) -> FunctionDeclaration {
    let name = try text()
    let signature = try text()
    let owner = try optionalText()
    let parameters = try list { (own) throws(SourceDecodingError) in
      FunctionDeclaration.Parameter(label: try own.optionalText(), name: try own.text(), type: try own.text())
    }
    let returns = try optionalText()
    let modifiers = try names()
    let body = try flag() ? try statements() : nil
    return FunctionDeclaration(
      name: name, signature: signature, owner: owner, parameters: parameters, returns: returns,
      modifiers: modifiers, body: body, place: try place())
  }

  private mutating func variable() throws(SourceDecodingError) -> VariableDeclaration {
    let name = try text()
    let owner = try optionalText()
    let type = try optionalText()
    let value = try flag() ? try expression() : nil
    let getter = try flag() ? try statements() : nil
    let setter = try flag() ? try statements() : nil
    let modifiers = try names()
    var variable = VariableDeclaration(
      name: name, owner: owner, type: type, value: value, modifiers: modifiers, place: try place())
    variable.getter = getter
    variable.setter = setter
    return variable
  }

  private mutating func statements() throws(SourceDecodingError) -> [Statement] {
    try list { (own) throws(SourceDecodingError) in try own.statement() }
  }

  private mutating func expressions() throws(SourceDecodingError) -> [Expression] {
    try list { (own) throws(SourceDecodingError) in try own.expression() }
  }

  private mutating func descend() throws(SourceDecodingError) {
    depth += 1
    guard depth <= SourceConventions.depth else { throw SourceDecodingError(why: "too deep") }
  }

  private mutating func statement() throws(SourceDecodingError) -> Statement {
    try descend()
    defer { depth -= 1 }
    switch try byte() {
    case 0: return .unknown(try place())
    case 1: return .expression(try expression())
    case 2: return .variable(try variable())
    case 3: return .assign(target: try expression(), value: try expression(), place: try place())
    case 4:
      let conditions = try expressions()
      let bindings = try names()
      let then = try statements()
      let otherwise = try flag() ? try statements() : nil
      return .branch(
        Statement.Branch(
          conditions: conditions, bindings: bindings, then: then, otherwise: otherwise, isGuard: try flag(),
          isConditionalCompilation: try flag(), place: try place()))
    case 5:
      let subject = try flag() ? try expression() : nil
      let cases = try list { (own) throws(SourceDecodingError) in
        Statement.Select.Case(
          patterns: try own.expressions(), isDefault: try own.flag(), body: try own.statements(),
          fallsThrough: try own.flag())
      }
      return .select(
        Statement.Select(subject: subject, cases: cases, isComplete: try flag(), place: try place()))
    case 6:
      return .loop(
        Statement.Loop(
          head: try expressions(), body: try statements(), runsOnce: try flag(), place: try place()))
    case 7:
      let body = try statements()
      let catches = try list { (own) throws(SourceDecodingError) in try own.statements() }
      let catchesAll = try flag()
      let finally = try flag() ? try statements() : nil
      return .attempt(
        Statement.Attempt(
          body: body, catches: catches, catchesAll: catchesAll, finally: finally, place: try place()))
    case 8:
      let kind: Statement.Leave.Kind = try raw()
      let value = try flag() ? try expression() : nil
      return .leave(Statement.Leave(kind, value, try place()))
    case 9: return .deferred(try statements(), try place())
    case 10: return .block(try statements())
    case 11: return .function(try function())
    default: throw SourceDecodingError(why: "no such statement")
    }
  }

  private mutating func expression() throws(SourceDecodingError) -> Expression {
    try descend()
    defer { depth -= 1 }
    let tag = try byte()
    let place = try place()
    switch tag {
    case 0: return .unknown(place)
    case 1:
      let base = try flag() ? try expression() : nil
      let name = try text()
      let arguments = try list { (own) throws(SourceDecodingError) in
        Expression.Call.Argument(try own.optionalText(), try own.expression())
      }
      return .call(Expression.Call(base: base, name: name, arguments: arguments, place: place))
    case 2:
      let base = try flag() ? try expression() : nil
      return .member(base: base, name: try text(), place: place)
    case 3: return .name(try text(), place)
    case 4: return .string(try text(), place)
    case 5: return .interpolation(try expressions(), place)
    case 6: return .number(try text(), place)
    case 7: return .flag(try flag(), place)
    case 8: return .null(place)
    case 9:
      return .closure(Expression.Closure(parameters: try names(), body: try statements(), place: place))
    case 10: return .list(try expressions(), place)
    case 11: return .map(try expressions(), place)
    case 12: return .selector(try text(), place)
    case 13: return .composed(symbol: try text(), try expressions(), place)
    default: throw SourceDecodingError(why: "no such expression")
    }
  }

  // Parts.

  private mutating func list<Value>(
    _ each: (inout Self) throws(SourceDecodingError) -> Value
  ) throws(SourceDecodingError) -> [Value] {
    let count = try number()
    // Every value takes a byte at least.
    guard count <= bytes.endIndex - position else { throw SourceDecodingError(why: "it ends too early") }
    var values: [Value] = []
    for _ in 0..<count { values.append(try each(&self)) }
    return values
  }

  private mutating func names() throws(SourceDecodingError) -> [String] {
    try list { (own) throws(SourceDecodingError) in try own.text() }
  }

  private mutating func place() throws(SourceDecodingError) -> Place {
    let line = try number()
    let column = try number()
    let offset = try number()
    return Place(
      name, line: line > 0 ? line - 1 : nil, column: column > 0 ? column - 1 : nil,
      offset: offset > 0 ? offset - 1 : nil)
  }

  private mutating func optionalText() throws(SourceDecodingError) -> String? {
    try flag() ? try text() : nil
  }

  private mutating func text() throws(SourceDecodingError) -> String {
    let known = try number()
    if known > 0 {
      guard known <= texts.count else { throw SourceDecodingError(why: "no such text") }
      return texts[known - 1]
    }
    let count = try number()
    guard count <= bytes.endIndex - position else { throw SourceDecodingError(why: "it ends too early") }
    let text = String(decoding: bytes[position..<position + count], as: UTF8.self)
    position += count
    texts.append(text)
    return text
  }

  private mutating func raw<Value: RawRepresentable<String>>() throws(SourceDecodingError) -> Value {
    guard let value = Value(rawValue: try text()) else { throw SourceDecodingError(why: "no such word") }
    return value
  }

  private mutating func flag() throws(SourceDecodingError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw SourceDecodingError(why: "neither yes nor no")
    }
  }

  private mutating func byte() throws(SourceDecodingError) -> UInt8 {
    guard position < bytes.endIndex else { throw SourceDecodingError(why: "it ends too early") }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func number() throws(SourceDecodingError) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let part = try byte()
      value |= UInt64(part & 0x7f) << shift
      if part & 0x80 == 0 {
        guard let number = Int(exactly: value) else { break }
        return number
      }
    }
    throw SourceDecodingError(why: "a number too large")
  }
}
