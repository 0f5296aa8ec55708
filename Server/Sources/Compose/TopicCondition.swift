import Bytes

/// A condition over topics, as in `'news' in topics && !('sport' in topics)`. Firebase, Send messages to
/// topics: at most five topics, `&&`, `||`, `!` and brackets.
public enum TopicCondition {
  /// Topics that one condition may name.
  public static let mostTopics = 5
  /// Brackets that may be open at once. FCM names no bound; five topics need no more.
  public static let mostBrackets = 16

  /// - Throws: `bad-target`, with the byte at which it cannot be read.
  public static func check(_ text: UnsafeBufferPointer<UInt8>) throws(ComposeError) {
    var reader = Reader(text: text)
    var open = 0
    var topics = 0
    var wantsTerm = true
    while let byte = reader.peek() {
      switch (byte, wantsTerm) {
      case (UInt8(ascii: "!"), true): reader.at += 1
      case (UInt8(ascii: "("), true):
        reader.at += 1
        open += 1
        guard open <= mostBrackets else { throw reader.fault("more than \(mostBrackets) brackets are open") }
      case (UInt8(ascii: "'"), true), (UInt8(ascii: "\""), true):
        try reader.topic(quote: byte)
        topics += 1
        guard topics <= mostTopics else {
          throw reader.fault("a condition names \(mostTopics) topics at most")
        }
        wantsTerm = false
      case (_, true): throw reader.fault("a topic in quotes is expected, as in 'news' in topics")
      case (UInt8(ascii: ")"), false):
        reader.at += 1
        open -= 1
        guard open >= 0 else { throw reader.fault("this bracket was never opened") }
      case (_, false):
        guard reader.take("&&") || reader.take("||") else {
          throw reader.fault("&& or || is expected between two topics")
        }
        wantsTerm = true
      }
    }
    if wantsTerm { throw reader.fault("a topic is missing at the end") }
    if open > 0 { throw reader.fault("a bracket is not closed") }
  }

  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    var at = 0

    /// The next byte that is no blank.
    mutating func peek() -> UInt8? {
      while at < text.count, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
      return at < text.count ? text[at] : nil
    }

    mutating func take(_ word: StaticString) -> Bool {
      guard peek() != nil else { return false }
      let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      guard text[at...].starts(with: word) else { return false }
      at += word.count
      return true
    }

    /// `'name' in topics`; the cursor stands at the quote.
    mutating func topic(quote: UInt8) throws(ComposeError) {
      let start = at + 1
      guard start <= text.count, let end = text[start...].firstIndex(of: quote) else {
        throw fault("the topic's closing quote is missing")
      }
      guard FCMTarget.isTopic(UnsafeBufferPointer(rebasing: text[start..<end])) else {
        throw fault("a topic's name has 1 to 900 letters, digits and -_.~% only")
      }
      at = end + 1
      guard take("in"), take("topics") else { throw fault("\"in topics\" is expected after a topic's name") }
    }

    func fault(_ what: String) -> ComposeError {
      ComposeError(.badTarget, "the condition cannot be read at byte \(min(at, text.count)): \(what)")
    }
  }
}
