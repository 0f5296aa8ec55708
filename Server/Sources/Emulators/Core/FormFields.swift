/// The fields of an `application/x-www-form-urlencoded` body. WHATWG, URL, section 5.
struct FormFields: Equatable {
  private var fields: [String: String] = [:]

  init(_ body: [UInt8]) {
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decode(parts[0])
      // Of a name that comes twice the first counts.
      if fields[name] == nil { fields[name] = parts.count > 1 ? Self.decode(parts[1]) : "" }
    }
  }

  subscript(_ name: String) -> String? { fields[name] }

  /// A path's segment without its percent signs; a plus is itself there.
  static func decoded(_ segment: String) -> String {
    decode(Array(segment.replacing("+", with: "%2B").utf8)[...])
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        result.append(0x20)
      } else if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest.removeFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
