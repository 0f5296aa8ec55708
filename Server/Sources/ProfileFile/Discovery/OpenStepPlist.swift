/// The old property list that Xcode writes `project.pbxproj` in, with the line of each value.
struct OpenStepPlist {
  indirect enum Node {
    case text(String, line: Int)
    case list([Node])
    case table([String: Node])

    var text: String? { if case .text(let text, _) = self { text } else { nil } }
    var line: Int? { if case .text(_, let line) = self { line } else { nil } }
    subscript(key: String) -> Node? { if case .table(let table) = self { table[key] } else { nil } }
    var texts: [String] { if case .list(let items) = self { items.compactMap(\.text) } else { [] } }
  }

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private static let maximumDepth = 64

  /// Nil where it is none, or cut.
  static func parse(_ bytes: [UInt8]) -> Node? {
    var parser = OpenStepPlist(bytes: bytes)
    return parser.value(depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value(depth: Int) -> Node? {
    guard depth < Self.maximumDepth else { return nil }
    skipBlanks()
    guard at < bytes.count else { return nil }
    switch bytes[at] {
    case UInt8(ascii: "{"): return table(depth: depth)
    case UInt8(ascii: "("): return list(depth: depth)
    case UInt8(ascii: "<"):
      let start = line
      while at < bytes.count, bytes[at] != UInt8(ascii: ">") { step() }
      step()
      return .text("", line: start)
    default:
      let start = line
      return word().map { .text($0, line: start) }
    }
  }

  private mutating func table(depth: Int) -> Node? {
    step()
    var made: [String: Node] = [:]
    while true {
      skipBlanks()
      if take("}") { return .table(made) }
      guard let key = word() else { return nil }
      skipBlanks()
      guard take("="), let inner = value(depth: depth + 1) else { return nil }
      made[key] = inner
      skipBlanks()
      guard take(";") else { return nil }
    }
  }

  private mutating func list(depth: Int) -> Node? {
    step()
    var made: [Node] = []
    while true {
      skipBlanks()
      if take(")") { return .list(made) }
      guard let inner = value(depth: depth + 1) else { return nil }
      made.append(inner)
      skipBlanks()
      if !take(","), at >= bytes.count || bytes[at] != UInt8(ascii: ")") { return nil }
    }
  }

  private mutating func word() -> String? {
    guard at < bytes.count else { return nil }
    let quote = bytes[at]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return quoted(quote) }
    let start = at
    while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
    return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
  }

  private mutating func quoted(_ quote: UInt8) -> String? {
    step()
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      step()
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), at < bytes.count {
        let next = bytes[at]
        step()
        text.append(next == UInt8(ascii: "n") ? 0x0A : next == UInt8(ascii: "t") ? 0x09 : next)
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func skipBlanks() {
    while at < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
        step()
      } else if starts(with: "//") {
        while at < bytes.count, bytes[at] != 0x0A { step() }
      } else if starts(with: "/*") {
        while at < bytes.count, !starts(with: "*/") { step() }
        step()
        step()
      } else {
        return
      }
    }
  }

  private func starts(with pair: StaticString) -> Bool {
    at + 1 < bytes.count && bytes[at] == pair.utf8Start[0] && bytes[at + 1] == pair.utf8Start[1]
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard at < bytes.count, UInt32(bytes[at]) == mark.value else { return false }
    step()
    return true
  }

  private mutating func step() {
    guard at < bytes.count else { return }
    if bytes[at] == 0x0A { line += 1 }
    at += 1
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte >= 0x80 || "_.$/:-+@~".utf8.contains(byte)
  }
}
