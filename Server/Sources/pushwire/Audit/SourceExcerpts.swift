import AppFacts
import Audit

/// Lines of the files that findings point at, with a caret, for a person's terminal alone.
///
/// Files are read when a line of them is asked for. A line that may hold a secret is not shown.
final class SourceExcerpts {
  private static let largest = 4 << 20
  private var files: [String: [Substring]] = [:]
  private let read: (String) -> [UInt8]

  /// - Parameter read: gives a file's bytes; empty where there are none.
  init(
    read: @escaping (String) -> [UInt8] = { (try? InputFile.read($0, "file", limit: largest)) ?? [] }
  ) {
    self.read = read
  }

  /// Rules whose lines hold keys and tokens.
  private static func holdsSecrets(_ rule: RuleID) -> Bool {
    rule.hasPrefix(RuleLayer.key.rawValue) || rule == "HOST005" || rule == "FCM007"
  }

  /// The source's line with its number and, where the column is known, a line with the caret below what is
  /// quoted. Nil: there is nothing to show.
  func lines(_ exhibit: Exhibit, rule: RuleID, width: Int, _ style: Styler) -> [String]? {
    let place = exhibit.place
    guard !Self.holdsSecrets(rule), let number = place.line, number > 0, !place.file.contains("!") else {
      return nil
    }
    let lines = lines(of: place.file)
    guard number <= lines.count else { return nil }
    let text = printable(String(lines[number - 1])).replacing("\u{FFFD}", with: " ")
    guard redacted(text) == text, text.contains(where: { !$0.isWhitespace }) else { return nil }

    let characters = Array(text)
    let first = characters.firstIndex { !$0.isWhitespace } ?? 0
    let start = min(place.column.map { max(1, $0) - 1 } ?? first, characters.count)
    let marked = markedLength(characters, start, exhibit.quote)
    let gutter = String(number)
    let room = max(20, width - gutter.count - 3)
    let window = Self.window(characters.count, start, marked, first, room)
    let shown = String(characters[window])
    let before = columns(String(characters[window.lowerBound..<max(window.lowerBound, start)]))
    let below = String(characters[start..<min(window.upperBound, start + marked)])
    let bar = style.apply("|", .cyan)
    guard place.column != nil else { return [style.apply(gutter, .cyan) + " " + bar + " " + shown] }
    return [
      style.apply(gutter, .cyan) + " " + bar + " " + shown,
      String(repeating: " ", count: gutter.count) + " " + bar + " " + String(repeating: " ", count: before)
        + style.apply(String(repeating: "^", count: max(1, columns(below))), .bold),
    ]
  }

  /// What of a line is shown: all that fits, without its indent, so that the marked part is in sight.
  private static func window(_ count: Int, _ start: Int, _ marked: Int, _ first: Int, _ room: Int)
    -> Range<Int>
  {
    let first = min(first, start)
    guard count - first > room else { return first..<count }
    let from = max(first, min(start - room / 3, count - room))
    return from..<min(count, from + room)
  }

  /// The quoted text's length where it stands there, else the word's, else one.
  private func markedLength(_ line: [Character], _ start: Int, _ quote: String?) -> Int {
    let rest = line[start...]
    if let quote, !quote.isEmpty, rest.starts(with: quote) { return quote.count }
    if rest.first == "\"", let close = rest.dropFirst().firstIndex(of: "\"") { return close - start + 1 }
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return max(1, word.count)
  }

  private func lines(of file: String) -> [Substring] {
    if let known = files[file] { return known }
    let lines = read(file).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Substring(String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self))
    }
    if files.count == 16 { files.removeAll() }
    files[file] = lines
    return lines
  }
}
