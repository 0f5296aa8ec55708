internal import Bytes

/// One value of a ``JSONTape``. Reading it as another type than it has is a problem that names its place.
struct JSONValue {
  let tape: JSONTape
  let index: Int

  private var node: JSONTape.Node { tape.nodes[index] }

  /// In words for people.
  var typeName: String {
    switch node.kind {
    case .beginObject: "an object"
    case .beginArray: "an array"
    case .string, .key: "a string"
    case .number: "a number"
    case .yes, .no: "true or false"
    default: "null"
    }
  }

  /// A problem with this value.
  func problem(_ code: Problem.Code, _ detail: String, hint: String? = nil) -> Problem {
    Problem(code, detail, field: tape.pointer(to: index), hint: hint)
  }

  private func wrongType(_ wanted: String) -> Problem {
    problem(.wrongType, "This is \(typeName), and must be \(wanted).")
  }

  var kind: JSONScanner.Kind { node.kind }
  /// The bytes between the quotes, or of the number or word.
  var bytes: UnsafeBufferPointer<UInt8> { tape.bytes(index) }
  var isEscaped: Bool { node.isEscaped }

  // MARK: Plain values

  /// Any text, `minimum` to `maximum` bytes long, without control characters.
  func text(_ maximum: Int) throws(Problem) -> String { try text(0, maximum) }

  func text(_ minimum: Int, _ maximum: Int) throws(Problem) -> String {
    guard node.kind == .string else { throw wrongType("a string") }
    let text = tape.string(index)
    let count = text.utf8.count
    guard count <= maximum else {
      throw problem(.invalidValue, "This has \(count) bytes; at most \(maximum) are taken.")
    }
    guard count >= minimum else {
      throw problem(
        .invalidValue,
        count == 0 ? "This is empty." : "This has \(count) bytes; at least \(minimum) are needed.")
    }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw problem(.invalidValue, "This holds a control character.")
    }
    return text
  }

  /// An id: 1 to 128 letters, digits and `._~:-`.
  func identifier() throws(Problem) -> String {
    guard node.kind == .string else { throw wrongType("a string") }
    let bytes = self.bytes
    if !node.isEscaped, Identifier.isValid(bytes) { return String(decoding: bytes, as: UTF8.self) }
    let text = tape.string(index)
    guard let fault = Identifier.fault(text) else { return text }
    throw problem(.invalidValue, fault)
  }

  /// A whole number within a range.
  func integer(_ range: ClosedRange<Int>) throws(Problem) -> Int {
    guard node.kind == .number else { throw wrongType("a whole number") }
    guard let number = JSONText.integer(bytes) else { throw wrongType("a whole number") }
    guard range.contains(number) else {
      throw problem(
        .invalidValue, "This is out of range: \(range.lowerBound) to \(range.upperBound) are taken.")
    }
    return number
  }

  func boolean() throws(Problem) -> Bool {
    switch node.kind {
    case .yes: true
    case .no: false
    default: throw wrongType("true or false")
    }
  }

  /// One of the words of `make`; `words` are all of them, for the hint.
  func word<Value>(_ words: @autoclosure () -> [String], _ make: (String) -> Value?) throws(Problem) -> Value
  {
    let text = try self.text(64)
    if let value = make(text) { return value }
    let known = words()
    throw problem(
      .invalidValue, "This must be one of \(known.joined(separator: ", ")).", hint: Hints.nearest(text, known)
    )
  }

  // MARK: Parts

  /// An object with these members at most.
  func object(_ names: [StaticString]) throws(Problem) -> JSONObject {
    guard node.kind == .beginObject else { throw wrongType("an object") }
    return try JSONObject(self, names)
  }

  /// The elements of an array of at most so many.
  func array(_ range: ClosedRange<Int>) throws(Problem) -> JSONElements {
    guard node.kind == .beginArray else { throw wrongType("an array") }
    let count = Int(node.count)
    guard range.contains(count) else {
      throw problem(
        .invalidValue,
        count == 0
          ? "This is empty."
          : "This has \(count) elements; \(range.lowerBound) to \(range.upperBound) are taken.")
    }
    return JSONElements(tape: tape, at: index + 1, end: Int(node.next), count: count)
  }

  /// Keys and values of an open object, as they come; repeated ones too.
  func members() throws(Problem) -> JSONMembers {
    guard node.kind == .beginObject else { throw wrongType("an object") }
    return JSONMembers(tape: tape, at: index + 1, end: Int(node.next))
  }
}

struct JSONElements: Sequence, IteratorProtocol {
  let tape: JSONTape
  var at: Int
  let end: Int
  let count: Int

  mutating func next() -> JSONValue? {
    guard at < end else { return nil }
    defer { at = Int(tape.nodes[at].next) }
    return JSONValue(tape: tape, index: at)
  }
}

struct JSONMembers: Sequence, IteratorProtocol {
  let tape: JSONTape
  var at: Int
  let end: Int

  mutating func next() -> (key: JSONValue, value: JSONValue)? {
    guard at + 1 < end else { return nil }
    let key = at
    defer { at = Int(tape.nodes[key + 1].next) }
    return (JSONValue(tape: tape, index: key), JSONValue(tape: tape, index: key + 1))
  }
}
