/// JSON bytes into a `JSONValue`, by the same strict rules as `JSONSyntax`.
enum JSONReader {
  static func read(_ bytes: [UInt8]) -> Result<JSONValue, JSONSyntax.Fault> {
    bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONSyntax.Fault> in
      var syntax = JSONSyntax(buffer)
      do throws(JSONSyntax.Fault) {
        try syntax.whole()
      } catch {
        return .failure(error)
      }
      // The text is known to be right and of bounded depth from here on.
      var builder = Builder(bytes: buffer)
      return .success(builder.value())
    }
  }

  /// Builds the tree from text that has been checked.
  private struct Builder {
    let bytes: UnsafeBufferPointer<UInt8>
    var at = 0

    mutating func value() -> JSONValue {
      skipSpace()
      guard at < bytes.count else { return .null }
      switch bytes[at] {
      case UInt8(ascii: "{"): return object()
      case UInt8(ascii: "["): return array()
      case UInt8(ascii: "\""): return .string(string())
      case UInt8(ascii: "t"):
        at += 4
        return .bool(true)
      case UInt8(ascii: "f"):
        at += 5
        return .bool(false)
      case UInt8(ascii: "n"):
        at += 4
        return .null
      default:
        let start = at
        while at < bytes.count, !",]} \n\r\t".utf8.contains(bytes[at]) { at += 1 }
        return .number(String(decoding: bytes[start..<at], as: UTF8.self))
      }
    }

    private mutating func skipSpace() {
      while at < bytes.count, bytes[at] == 0x20 || (0x09...0x0d).contains(bytes[at]) { at += 1 }
    }

    /// Whether the next thing is the closing byte; a comma before it is passed over.
    private mutating func ends(with close: UInt8) -> Bool {
      skipSpace()
      guard at < bytes.count else { return true }
      if bytes[at] == UInt8(ascii: ",") {
        at += 1
        skipSpace()
      }
      if at < bytes.count, bytes[at] == close {
        at += 1
        return true
      }
      return at >= bytes.count
    }

    private mutating func object() -> JSONValue {
      at += 1
      var members: [JSONValue.Member] = []
      while !ends(with: UInt8(ascii: "}")) {
        let name = string()
        skipSpace()
        at += 1
        members.append(JSONValue.Member(name: name, value: value()))
      }
      return .object(members)
    }

    private mutating func array() -> JSONValue {
      at += 1
      var elements: [JSONValue] = []
      while !ends(with: UInt8(ascii: "]")) { elements.append(value()) }
      return .array(elements)
    }

    private mutating func string() -> String {
      at += 1
      var units: [UInt8] = []
      while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
        guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
          units.append(bytes[at])
          at += 1
          continue
        }
        at += 2
        switch bytes[at - 1] {
        case UInt8(ascii: "b"): units.append(8)
        case UInt8(ascii: "f"): units.append(12)
        case UInt8(ascii: "n"): units.append(10)
        case UInt8(ascii: "r"): units.append(13)
        case UInt8(ascii: "t"): units.append(9)
        case UInt8(ascii: "u"): units.append(contentsOf: escapedScalar())
        default: units.append(bytes[at - 1])
        }
      }
      at += 1
      return String(decoding: units, as: UTF8.self)
    }

    private mutating func escapedScalar() -> [UInt8] {
      var value = unit()
      if value & 0xfc00 == 0xd800 {
        at += 2
        value = 0x10000 + (value & 0x3ff) << 10 + unit() & 0x3ff
      }
      return Array(String(Unicode.Scalar(value) ?? "\u{fffd}").utf8)
    }

    private mutating func unit() -> UInt32 {
      let digits = bytes[min(at, bytes.count)..<min(at + 4, bytes.count)]
      at += 4
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xfffd
    }
  }
}
