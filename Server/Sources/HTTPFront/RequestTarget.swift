/// The path and the query of a request, checked. RFC 3986 sections 2.1 and 3.3.
struct RequestTarget: Sendable, Equatable {
  struct Item: Sendable, Equatable {
    let name: String
    /// nil: there was no `=`.
    let value: String?
  }

  /// As it was sent, still percent-encoded.
  let path: String
  private(set) var items: [Item] = []

  /// Stands for what could not be read.
  static let unreadable = RequestTarget(unchecked: "")

  private init(unchecked path: String) { self.path = path }

  /// Nil where the path holds what no path may: control characters, spaces, bytes above 126, a `%` without
  /// two hexadecimal digits, or what decodes to NUL or is not UTF-8.
  init?(path raw: UnsafeBufferPointer<UInt8>) {
    let bytes = RequestTarget.withoutOrigin(raw)
    var isEncoded = false
    for byte in bytes {
      guard byte > 0x20, byte < 0x7F else { return nil }
      if byte == UInt8(ascii: "%") { isEncoded = true }
    }
    guard let first = bytes.first, first == UInt8(ascii: "/") || bytes.elementsEqual("*".utf8) else {
      return nil
    }
    if isEncoded && PercentCoding.decoded(bytes) == nil { return nil }
    path = String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a name and its value, in which `+` has been a space already. False: not decodable.
  mutating func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>?) -> Bool {
    guard let name = PercentCoding.decoded(name) else { return false }
    guard let value else {
      items.append(Item(name: name, value: nil))
      return true
    }
    guard let text = PercentCoding.decoded(value) else { return false }
    items.append(Item(name: name, value: text))
    return true
  }

  /// The parts between the slashes, decoded; empty ones stay, so that `/a//b` is not `/a/b`.
  static func components(_ path: String) -> [String] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [path] }
    guard path.utf8.count > 1 else { return [] }
    return path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { part in
        part.contains(UInt8(ascii: "%"))
          ? PercentCoding.decoded(part) ?? String(Substring(part)) : String(Substring(part))
      }
  }

  /// `http://host/path` is `/path`: RFC 9112 section 3.2.2.
  private static func withoutOrigin(_ raw: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard raw.first != UInt8(ascii: "/"), raw.count > 7 else { return raw }
    for scheme in ["http://", "https://"] where raw.count > scheme.utf8.count {
      let start = raw.prefix(scheme.utf8.count)
      guard start.elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { continue }
      let slash = raw[start.endIndex...].firstIndex(of: UInt8(ascii: "/"))
      return slash.map { UnsafeBufferPointer(rebasing: raw[$0...]) } ?? raw
    }
    return raw
  }
}

/// `%41` is `A`.
enum PercentCoding {
  /// Nil where a `%` is not followed by two hexadecimal digits, or the result is not UTF-8 or has a NUL.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at != bytes.endIndex {
      var byte = bytes[at]
      bytes.formIndex(after: &at)
      if byte == UInt8(ascii: "%") {
        guard at != bytes.endIndex, let high = digit(bytes[at]) else { return nil }
        bytes.formIndex(after: &at)
        guard at != bytes.endIndex, let low = digit(bytes[at]) else { return nil }
        bytes.formIndex(after: &at)
        byte = high << 4 | low
      }
      guard byte != 0 else { return nil }
      out.append(byte)
    }
    return String(validating: out, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
