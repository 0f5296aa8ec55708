/// A request as it was found in a text, before anything is made of it.
struct RawRequest {
  struct Header {
    /// In lower case.
    var name: String
    var value: OriginText
    /// Of the name.
    var offset: Int
  }
  /// What was sent.
  enum Body {
    case none
    case text(OriginText)
    /// A file that is named beside it (`@payload.json`).
    case file(OriginText)
    /// A pipe, or several things put together: not here.
    case elsewhere
  }
  struct Answer {
    var offset: Int
    var status: Int?
    var headers: [Header] = []
    var body: OriginText?
  }

  var offset: Int
  var method: OriginText?
  var host: OriginText?
  var path: OriginText?
  var version: OriginText?
  var headers: [Header] = []
  var body = Body.none
  var certificate: Int?
  var answer: Answer?

  init(offset: Int) { self.offset = offset }

  func header(_ name: String) -> OriginText? { headers.first { $0.name == name }?.value }

  /// Takes an address apart: `https://host:port/path?query`, or a path alone.
  mutating func take(url: OriginText) {
    let bytes = url.bytes
    var at = 0
    let scheme = Array("://".utf8)
    if let range = bytes.firstRange(of: scheme), range.lowerBound <= 8 { at = range.upperBound }
    let pathStart = bytes[at...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    let pathEnd =
      bytes[pathStart...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
    var hostStart = at
    if let user = bytes[at..<pathStart].lastIndex(of: UInt8(ascii: "@")) { hostStart = user + 1 }
    if hostStart < pathStart { host = url[hostStart..<pathStart] }
    if pathStart < pathEnd { path = url[pathStart..<pathEnd] }
  }
}

extension Array where Element == UInt8 {
  /// Where another array stands in this one.
  func firstRange(of other: [UInt8], from start: Int = 0) -> Range<Int>? {
    guard let first = other.first, start >= 0 else { return nil }
    var at = start
    while at + other.count <= count {
      guard let next = self[at..<(count - other.count + 1)].firstIndex(of: first) else { return nil }
      if self[next..<(next + other.count)].elementsEqual(other) { return next..<(next + other.count) }
      at = next + 1
    }
    return nil
  }
}
