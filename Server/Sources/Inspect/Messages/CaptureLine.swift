/// One line of a captured text, without what transcripts put before it.
struct CaptureLine {
  enum Kind {
    case request(method: Range<Int>, url: Range<Int>, version: Range<Int>?)
    case status(Int)
    case header(RawRequest.Header, isAnswer: Bool)
    case blank
    /// Starts with `{`.
    case json(Int)
    case noise
  }

  /// Of the content, and where it ends.
  let start: Int
  let end: Int
  /// `> ` of curl -v, `send` of nghttp.
  private(set) var isSent = false
  /// `< `, `recv`.
  private(set) var isReceived = false
  private(set) var isFence = false
  private(set) var isSeparator = false
  private var isComment = false

  init(_ text: [UInt8], _ range: Range<Int>) {
    var (low, high) = (range.lowerBound, range.upperBound)
    func skipSpace() { while low < high, text[low] == 0x20 || text[low] == 0x09 { low += 1 } }
    func has(_ prefix: StaticString) -> Bool {
      text[low..<high].starts(
        with: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
    }
    while high > low, text[high - 1] == 0x0D || text[high - 1] == 0x20 { high -= 1 }
    skipSpace()
    if has("```") || has("~~~") { isFence = true }
    if has("###") { isSeparator = true }
    if has("> ") || (has(">") && high - low == 1) {
      isSent = true
      low += 1
    } else if has("< ") || (has("<") && high - low == 1) {
      isReceived = true
      low += 1
    } else if has("* ") || has("{ [") || has("} [") {
      isComment = true
    } else if low < high, text[low] == UInt8(ascii: "["),
      let close = text[low..<high].prefix(16).firstIndex(of: UInt8(ascii: "]")),
      text[(low + 1)..<close].allSatisfy({ $0 == 0x20 || $0 == 0x2E || ($0 >= 0x30 && $0 <= 0x39) })
    {
      low = close + 1
      skipSpace()
      if has("recv (stream_id="), let paren = text[low..<high].firstIndex(of: UInt8(ascii: ")")) {
        isReceived = true
        low = paren + 1
      } else {
        isComment = true
      }
    }
    if !isComment { skipSpace() }
    start = low
    end = high
  }

  func kind(_ text: [UInt8]) -> Kind {
    if isComment { return .noise }
    guard start < end else { return .blank }
    if text[start] == UInt8(ascii: "{") { return .json(start) }
    if let status = status(text) { return .status(status) }
    if let request = request(text) { return request }
    // A header's line is short; a value is at most a token.
    guard end - start <= 16 << 10, let header = HeaderLine.parse(OriginText(text, start..<end)),
      text[start..<end].contains(UInt8(ascii: ":"))
    else { return .noise }
    return .header(header, isAnswer: isReceived)
  }

  /// `HTTP/2 400`, `HTTP/1.1 400 Bad Request`
  private func status(_ text: [UInt8]) -> Int? {
    guard text[start..<end].starts(with: "HTTP/".utf8) else { return nil }
    let words = text[start..<end].prefix(64).split(separator: 0x20)
    guard words.count >= 2, words[1].count == 3 else { return nil }
    return Int(String(decoding: words[1], as: UTF8.self))
  }

  /// `POST /3/device/… HTTP/2`, `POST https://…`
  private func request(_ text: [UInt8]) -> Kind? {
    guard end - start <= 16 << 10 else { return nil }
    let words = text[start..<end].split(separator: 0x20, maxSplits: 4)
    guard words.count >= 2, words.count <= 3,
      ["POST", "GET", "PUT", "DELETE", "PATCH", "HEAD"].contains(String(decoding: words[0], as: UTF8.self))
    else { return nil }
    let url = words[1]
    let isAddress =
      url.first == UInt8(ascii: "/") || url.starts(with: "http".utf8) || url.starts(with: "{{".utf8)
    guard isAddress else { return nil }
    guard words.count == 3 else {
      return .request(method: words[0].indices, url: url.indices, version: nil)
    }
    guard words[2].starts(with: "HTTP/".utf8) else { return nil }
    let version = words[2].dropFirst(5)
    return .request(method: words[0].indices, url: url.indices, version: version.indices)
  }

  /// `@host = api.push.apple.com` of HTTP files.
  func fileVariable(_ text: [UInt8]) -> (name: String, value: String)? {
    guard start < end, end - start <= 4096, text[start] == UInt8(ascii: "@"),
      let equals = text[start..<end].firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = String(decoding: text[(start + 1)..<equals].filter { $0 != 0x20 }, as: UTF8.self)
    let value = OriginText(text, (equals + 1)..<end).trimmed
    guard !name.isEmpty, !value.isEmpty, !value.bytes.contains(UInt8(ascii: "{")) else { return nil }
    return (name, value.string)
  }

  /// Where a curl command starts in this line; nil where the word stands in prose or a comment.
  func curl(_ text: [UInt8], isScript: Bool) -> Int? {
    guard start < end, !isSent, !isReceived, !isComment else { return nil }
    if isScript, text[start] == UInt8(ascii: "#") { return nil }
    let word = Array("curl".utf8)
    var at = start
    while let found = text[at..<end].firstIndex(of: UInt8(ascii: "c")), found + 4 <= end {
      at = found + 1
      guard text[found..<(found + 4)].elementsEqual(word) else { continue }
      var next = found + 4
      if text[next..<end].starts(with: ".exe".utf8) { next += 4 }
      let before: UInt8 = found == start ? 0x20 : text[found - 1]
      let opens: [UInt8] = [0x20, 0x09, 0x28, 0x60, 0x7C, 0x3B, 0x26, 0x2F]
      guard opens.contains(before) else { continue }
      // Behind it stands what only a command has.
      guard next < end, text[next] == 0x20 || text[next] == 0x09 else { continue }
      while next < end, text[next] == 0x20 || text[next] == 0x09 { next += 1 }
      guard next < end else { return found }
      let starts: [UInt8] = [0x2D, 0x22, 0x27, 0x24, 0x5C, 0x5E]
      if starts.contains(text[next]) || text[next..<end].starts(with: "http".utf8) { return found }
    }
    return nil
  }
}
