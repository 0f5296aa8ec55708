/// The escapes of a string literal.
enum Escapes {
  /// A segment's text with its escapes resolved. `pounds`: how many `#` stand around the literal.
  static func resolve(_ text: String, pounds: Int) -> String {
    let mark = "\\" + String(repeating: "#", count: pounds)
    guard text.contains("\\") else { return text }
    var resolved = ""
    var rest = text[...]
    while !rest.isEmpty {
      guard rest.hasPrefix(mark) else {
        resolved.append(rest.removeFirst())
        continue
      }
      rest.removeFirst(mark.count)
      guard !rest.isEmpty else { break }
      switch rest.removeFirst() {
      case "n": resolved.append("\n")
      case "t": resolved.append("\t")
      case "r": resolved.append("\r")
      case "0": resolved.append("\0")
      case "u":
        let digits = rest.dropFirst().prefix { $0.isHexDigit }
        if rest.first == "{", let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
          resolved.unicodeScalars.append(scalar)
          rest = rest.dropFirst(digits.count + 2)
        }
      case let other:
        // A line's end that the literal does not have.
        if !other.isNewline { resolved.append(other) }
      }
    }
    return resolved
  }
}
