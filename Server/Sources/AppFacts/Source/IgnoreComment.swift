/// A comment that silences a rule at its line, or at the next where it stands alone.
public struct IgnoreComment: Sendable, Equatable, Codable {
  public var rules: [String]
  /// Empty: without a reason it silences nothing.
  public var reason: String
  public var place: Place
  /// The line it is for.
  public var line: Int
  public init(rules: [String], reason: String, place: Place, line: Int) {
    self.rules = rules
    self.reason = reason
    self.place = place
    self.line = line
  }

  /// What a comment has to hold to be one of these.
  public static let mark = "pushwire:ignore"

  /// Reads `pushwire:ignore SRC005, BG007 why it is right here` out of a comment's text, with or without its
  /// `//`, `/*`, `#` or `<!--`. Nil where the mark is not in it.
  ///
  /// - Parameter line: the comment's own where code stands before it, else that of the next code.
  public init?(comment: String, place: Place, line: Int) {
    let text = Array(comment.utf8)
    let mark = Array(Self.mark.utf8)
    guard text.count >= mark.count,
      let start = (0...(text.count - mark.count)).first(where: { text[$0...].starts(with: mark) })
    else { return nil }
    let rest = String(
      decoding: text[(start + mark.count)...].prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
    var rules: [String] = []
    var words = rest.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ":" }[...]
    while let word = words.first, Self.isRule(word) {
      rules.append(String(word))
      words.removeFirst()
    }
    var reason = words.first.map { String(rest[$0.startIndex...]) } ?? ""
    for end in ["*/", "-->"] where reason.hasSuffix(end) { reason.removeLast(end.count) }
    while let last = reason.last, last == " " || last == "\t" { reason.removeLast() }
    self.init(rules: rules, reason: reason, place: place, line: line)
  }

  /// Capitals and three digits.
  private static func isRule(_ word: Substring) -> Bool {
    let letters = word.utf8.prefix { $0 >= 0x41 && $0 <= 0x5a }.count
    let digits = word.utf8.dropFirst(letters)
    return letters > 0 && digits.count == 3 && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

/// A comment that silences a rule in a file without statements, and how far it goes: an XML comment cannot
/// stand inside the tag that it is for.
public struct IgnoreSpan: Sendable, Equatable {
  public var comment: IgnoreComment
  /// The last line of what begins at the comment's line: a start tag, or a property list's value.
  public var lastLine: Int
  public init(_ comment: IgnoreComment, lastLine: Int? = nil) {
    self.comment = comment
    self.lastLine = max(lastLine ?? comment.line, comment.line)
  }
}
