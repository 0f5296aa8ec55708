/// Whether a destination's parameter has the form of its type.
///
/// | type | form |
/// |---|---|
/// | `string` | any text |
/// | `id` | 1 to 128 bytes of letters, digits and `._~:-` |
/// | `integer` | a whole number of 64 bits, as JSON writes it |
/// | `decimal` | at most 64 bytes: a number as JSON writes it, without an exponent |
/// | `boolean` | `true` or `false` |
/// | `timestamp` | UNIX seconds: a whole number from 0 and below 100,000,000,000 (more is milliseconds) |
///
/// A type that this code does not know is text.
enum ParameterForm {
  static func fits(_ value: String, _ type: String) -> Bool {
    switch type {
    case "id": isID(value)
    case "integer": integer(value) != nil
    case "decimal": value.utf8.count <= 64 && isNumber(value, fraction: true)
    case "boolean": value == "true" || value == "false"
    case "timestamp": integer(value).map { (0..<100_000_000_000).contains($0) } ?? false
    default: true
    }
  }

  static func isID(_ value: String) -> Bool {
    (1...128).contains(value.utf8.count)
      && value.utf8.allSatisfy { isDigit($0) || isLetter($0) || "._~:-".utf8.contains($0) }
  }

  private static func integer(_ value: String) -> Int? {
    isNumber(value, fraction: false) ? Int(value) : nil
  }

  /// `-`, then 0 or digits that do not begin with 0, then perhaps a point and digits.
  private static func isNumber(_ value: String, fraction: Bool) -> Bool {
    var rest = value.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
    rest = rest.dropFirst(whole.count)
    guard !rest.isEmpty else { return true }
    guard fraction, rest.removeFirst() == UInt8(ascii: ".") else { return false }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
