/// Topic names and conditions. Firebase, Send messages to topics.
enum FCMTopic {
  /// The most topics that one condition may name.
  static let conditionLimit = 5

  /// The bare name, without the optional `/topics/`; nil where it is not a topic name.
  static func name(_ text: String) -> String? {
    var name = Substring(text)
    if name.hasPrefix("/topics/") { name.removeFirst(8) }
    let bare = name
    if name.hasPrefix("private/") { name.removeFirst(8) }
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"): true
      default: false
      }
    }
    return allowed && !name.isEmpty && name.utf8.count <= 900 ? String(bare) : nil
  }

  /// The topics that a condition names, in order; nil where it cannot be read or names too many.
  static func condition(_ text: String) -> [String]? {
    var parser = Parser(rest: Substring(text))
    guard parser.expression(depth: 0), parser.isAtEnd, parser.topics.count <= conditionLimit else {
      return nil
    }
    return parser.topics
  }

  /// `or := and ("||" and)*`, `and := term ("&&" term)*`, `term := "!"? ("(" or ")" | 'topic' in topics)`.
  private struct Parser {
    var rest: Substring
    var topics: [String] = []

    var isAtEnd: Bool {
      mutating get {
        skipBlanks()
        return rest.isEmpty
      }
    }

    mutating func expression(depth: Int) -> Bool {
      guard depth < 16, term(depth: depth) else { return false }
      while take("&&") || take("||") {
        guard term(depth: depth) else { return false }
      }
      return true
    }

    private mutating func term(depth: Int) -> Bool {
      while take("!") {}
      if take("(") { return expression(depth: depth + 1) && take(")") }
      skipBlanks()
      guard let quote = rest.first, quote == "'" || quote == "\"" else { return false }
      rest.removeFirst()
      guard let end = rest.firstIndex(of: quote), let name = FCMTopic.name(String(rest[..<end])) else {
        return false
      }
      topics.append(name)
      rest = rest[rest.index(after: end)...]
      return take("in") && take("topics")
    }

    private mutating func take(_ word: String) -> Bool {
      skipBlanks()
      guard rest.hasPrefix(word) else { return false }
      rest.removeFirst(word.count)
      return true
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
  }
}
