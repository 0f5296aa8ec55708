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

  /// Reads a condition; nil where it cannot be read or names too many topics.
  static func condition(_ text: String) -> FCMCondition? {
    var parser = Parser(rest: Substring(text))
    guard let condition = parser.expression(depth: 0), parser.isAtEnd, parser.count <= conditionLimit else {
      return nil
    }
    return condition
  }

  /// `expression := term (("&&" | "||") term)*`, `term := "!"* ("(" expression ")" | 'topic' in topics)`.
  ///
  /// Brackets come first, then the rest from left to right, as the page says.
  private struct Parser {
    var rest: Substring
    var count = 0

    var isAtEnd: Bool {
      mutating get {
        skipBlanks()
        return rest.isEmpty
      }
    }

    mutating func expression(depth: Int) -> FCMCondition? {
      guard depth < 16, var read = term(depth: depth) else { return nil }
      while true {
        if take("&&") {
          guard let next = term(depth: depth) else { return nil }
          read = .both(read, next)
        } else if take("||") {
          guard let next = term(depth: depth) else { return nil }
          read = .either(read, next)
        } else {
          return read
        }
      }
    }

    private mutating func term(depth: Int) -> FCMCondition? {
      var isNegated = false
      while take("!") { isNegated.toggle() }
      let read: FCMCondition
      if take("(") {
        guard let inner = expression(depth: depth + 1), take(")") else { return nil }
        read = inner
      } else {
        guard let name = topic() else { return nil }
        read = .topic(name)
      }
      return isNegated ? .not(read) : read
    }

    private mutating func topic() -> String? {
      skipBlanks()
      guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
      rest.removeFirst()
      guard let end = rest.firstIndex(of: quote), let name = FCMTopic.name(String(rest[..<end])) else {
        return nil
      }
      count += 1
      // What nests deeper than the limit allows is not kept.
      guard count <= conditionLimit else { return nil }
      rest = rest[rest.index(after: end)...]
      return take("in") && take("topics") ? name : nil
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

/// Whom a message to several topics is for.
indirect enum FCMCondition: Equatable, Sendable {
  case topic(String)
  case not(FCMCondition)
  case both(FCMCondition, FCMCondition)
  case either(FCMCondition, FCMCondition)

  /// Whether it holds for a device with these topics; one without any counts too.
  func holds(for topics: Set<String>) -> Bool {
    switch self {
    case .topic(let name): topics.contains(name)
    case .not(let inner): !inner.holds(for: topics)
    case .both(let one, let other): one.holds(for: topics) && other.holds(for: topics)
    case .either(let one, let other): one.holds(for: topics) || other.holds(for: topics)
    }
  }
}
