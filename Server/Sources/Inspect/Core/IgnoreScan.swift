import AppFacts

/// Finds `pushwire:ignore` in comments of texts that are no sources: XML, YAML, build settings, Gradle,
/// captures.
///
/// A comment beside something is for its line; one alone is for the next line that holds something, and in
/// XML for the whole tag, or property list entry, that begins there.
enum IgnoreScan {
  private static let largest = 1 << 20
  private static let hashed: Set<String> = ["yaml", "yml", "properties", "sh", "curl", "txt", "http"]
  private static let slashed: Set<String> = ["xcconfig", "gradle", "kts", "pbxproj"]
  private static let xml: Set<String> = ["xml", "plist", "entitlements"]

  static func comments(_ file: InputFile) -> [IgnoreSpan] {
    let opener: String
    switch file.fileExtension {
    case let kind where hashed.contains(kind): opener = "#"
    case let kind where slashed.contains(kind): opener = "//"
    case let kind where xml.contains(kind): opener = "<!--"
    default: return []
    }
    guard file.isWhole, file.size <= largest, contains(file.head) else { return [] }
    let lines = file.head.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Substring(String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self))
    }
    return lines.indices.compactMap { index in
      comment(at: index, lines, opener, file.place.file)
    }
  }

  private static func comment(at index: Int, _ lines: [Substring], _ opener: String, _ file: String)
    -> IgnoreSpan?
  {
    let line = lines[index]
    guard line.contains(IgnoreComment.mark), let start = line.range(of: opener)?.lowerBound else {
      return nil
    }
    let text = line[start...]
    guard text.contains(IgnoreComment.mark) else { return nil }
    let place = Place(file, line: index + 1, column: line.distance(from: line.startIndex, to: start) + 1)
    let isXML = opener == "<!--"
    let after = isXML ? text.range(of: "-->").map { text[$0.upperBound...] } ?? "" : ""
    let isAlone = isBlank(line[..<start]) && isBlank(after)
    var target = index
    if isAlone {
      target += 1
      while target < lines.count,
        isBlank(lines[target]) || lines[target].drop(while: isSpace).hasPrefix(opener)
      {
        target += 1
      }
    }
    guard let comment = IgnoreComment(comment: String(text), place: place, line: target + 1) else {
      return nil
    }
    guard isXML, isAlone, target < lines.count else { return IgnoreSpan(comment) }
    return IgnoreSpan(comment, lastLine: target + 1 + linesOfEntry(lines[target...]))
  }

  /// How many lines the start tag at the beginning goes on for; of a property list's `<key>` its value too.
  private static func linesOfEntry(_ lines: ArraySlice<Substring>) -> Int {
    var rest = Substring(lines.prefix(400).joined(separator: "\n"))
    let whole = rest
    func linesSoFar() -> Int { whole[..<rest.startIndex].count { $0 == "\n" } }
    guard let first = tag(&rest) else { return 0 }
    guard first.name == "key" else { return linesSoFar() }
    guard let end = rest.range(of: "</key>") else { return linesSoFar() }
    rest = rest[end.upperBound...]
    guard let value = tag(&rest), !value.isEmpty else { return linesSoFar() }
    var depth = 1
    while depth > 0, let next = tag(&rest) {
      if next.name == "/" + value.name { depth -= 1 }
      if next.name == value.name, !next.isEmpty { depth += 1 }
    }
    return linesSoFar()
  }

  /// Takes all up to the end of the next tag, and says which it is; `isEmpty`: it ends itself.
  private static func tag(_ rest: inout Substring) -> (name: String, isEmpty: Bool)? {
    guard let open = rest.firstIndex(of: "<") else { return nil }
    let inside = rest[rest.index(after: open)...]
    var quote: Character?
    guard
      let close = inside.firstIndex(where: { character in
        if let open = quote {
          if character == open { quote = nil }
          return false
        }
        if character == "\"" || character == "'" { quote = character }
        return character == ">"
      })
    else { return nil }
    let text = inside[..<close]
    rest = rest[rest.index(after: close)...]
    let name = text.prefix { !$0.isWhitespace && ($0 != "/" || text.first == "/") }
    return (String(name), text.last == "/")
  }

  private static func isSpace(_ character: Character) -> Bool { character.isWhitespace }
  private static func isBlank(_ text: Substring) -> Bool { text.allSatisfy(isSpace) }

  private static func contains(_ bytes: [UInt8]) -> Bool {
    let mark = Array(IgnoreComment.mark.utf8)
    guard let first = mark.first, bytes.count >= mark.count else { return false }
    return bytes.indices.dropLast(mark.count - 1).contains {
      bytes[$0] == first && bytes[$0..<$0 + mark.count].elementsEqual(mark)
    }
  }
}
