import Foundation
import PushClient
import Testing

@Suite struct JSONFuzzTests {
  /// Whatever the bytes: no crash, what is read is written and read again as the same, and Foundation takes and
  /// refuses the same texts and reads the same values.
  @Test func fuzzJSON() throws {
    var (read, compared) = (0, 0)
    try Fuzz.run("JSON", Fuzz.corpus("json")) { bytes, _ in
      let value = try? JSONValue(parsing: bytes)
      if let value {
        read += 1
        let text = value.text
        let again = try JSONValue(parsing: text)
        #expect(again == value && again.text.utf8.elementsEqual(text.utf8), Fuzz.shown(bytes))
      }
      guard Self.isComparable(bytes) else { return }
      compared += 1
      let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      guard let value, let other else {
        #expect(
          (value == nil) == (other == nil), "Foundation: \(other == nil ? "no" : "yes") \(Fuzz.shown(bytes))")
        return
      }
      #expect(Self.isSame(value, other), Fuzz.shown(bytes))
    }
    #expect(read > 0 && compared > 0)
  }

  /// Foundation also reads UTF-16 and 32, drops a byte order mark even inside of a text, and lets an object end with
  /// a comma; its numbers are doubles, so one that is too large is a fault; its arrays nest deeper.
  private static func isComparable(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !bytes.contains(0), bytes.first ?? 0 < 0xFE, !text.unicodeScalars.contains("\u{FEFF}") else {
      return false
    }
    let dense = bytes.filter { $0 > 0x20 }
    let comma = UInt8(ascii: ",")
    let ends: [UInt8] = [UInt8(ascii: "}"), UInt8(ascii: "]")]
    guard !zip(dense, dense.dropFirst()).contains(where: { $0 == comma && ends.contains($1) }) else {
      return false
    }
    let depth = bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    return depth <= JSONValue.deepest && !hasLongNumber(bytes)
  }

  private static func hasLongNumber(_ bytes: [UInt8]) -> Bool {
    var run = 0
    for byte in bytes {
      let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
      run = isNumber ? run + 1 : 0
      if run > 15 { return true }
      // An exponent of three digits may pass the limits.
      if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E"), run > 1 { return true }
    }
    return false
  }

  private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
    switch value {
    case .null: return other is NSNull
    case .bool(let flag): return (other as? Bool) == flag
    case .integer(let number): return (other as? Int) == number
    case .decimal(let text): return (other as? Double).map { Double(text) == $0 } ?? false
    case .string(let text): return (other as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let items):
      guard let others = other as? [Any], others.count == items.count else { return false }
      return zip(items, others).allSatisfy(isSame)
    case .object(let members):
      guard let others = other as? [String: Any], others.count == members.count else { return false }
      return members.allSatisfy { name, member in others[name].map { isSame(member, $0) } ?? false }
    }
  }
}
