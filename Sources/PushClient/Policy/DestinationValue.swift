/// A destination's parameters as typed values, and back: what generated code rests on.
///
/// Each function gives nil where the value is missing or not of the form that ``DestinationPolicy`` names.
public enum DestinationValue {
  public static func string(_ text: String?) -> String? { text }

  /// An opaque id: 1 to 128 bytes of letters, digits and `._~:-`.
  public static func id(_ text: String?) -> String? { text.flatMap { ParameterForm.isID($0) ? $0 : nil } }

  public static func integer(_ text: String?) -> Int64? {
    text.flatMap { ParameterForm.fits($0, "integer") ? Int64($0) : nil }
  }

  public static func decimal(_ text: String?) -> Double? {
    text.flatMap { ParameterForm.fits($0, "decimal") ? Double($0) : nil }
  }

  public static func boolean(_ text: String?) -> Bool? {
    text.flatMap { ParameterForm.fits($0, "boolean") ? $0 == "true" : nil }
  }

  /// UNIX seconds.
  public static func timestamp(_ text: String?) -> Int64? {
    text.flatMap { ParameterForm.fits($0, "timestamp") ? Int64($0) : nil }
  }

  /// A number without an exponent, as payloads write it. What is not finite becomes a text that is no number.
  public static func text(_ number: Double) -> String {
    let text = number.description
    guard let mark = text.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let exponent = Int(text[text.utf8.index(after: mark)...].drop { $0 == "+" })
    else { return text }
    let sign = number < 0 ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
    let parts = mantissa.split(separator: ".")
    let whole = parts.first.map(String.init) ?? "0"
    var fraction = parts.count > 1 ? String(parts[1]) : ""
    if fraction == "0" { fraction = "" }
    let digits = whole + fraction
    let point = whole.utf8.count + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let missing = point - digits.utf8.count
    if missing >= 0 { return sign + digits + String(repeating: "0", count: missing) + ".0" }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// The parts of a link's path, percent-encoded and joined; nil where one is none: empty, `.` or `..`.
  public static func path(_ parts: [String]) -> String? {
    var made: [String] = []
    for part in parts {
      guard !["", ".", ".."].contains(part) else { return nil }
      var text = ""
      for byte in part.utf8 {
        if ParameterForm.isID(String(decoding: [byte], as: UTF8.self)), byte != UInt8(ascii: ":") {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
      made.append(text)
    }
    return made.joined(separator: "/")
  }
}
