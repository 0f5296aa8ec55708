/// Any text as a literal of a language. What a reader of the file would not see is written as its number.
enum TextLiteral {
  static func swift(_ text: String) -> String {
    quoted(text, escapes: ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t", "\r": "\\r"]) { scalar in
      "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  static func kotlin(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t", "\r": "\\r", "$": "\\$",
    ]
    return pieces(text, "java.lang.StringBuilder()") { quoted($0, escapes: escapes, number: units) }
  }

  /// In Java an escape by number is read before the literal is: one for a line feed would end the line. So
  /// controls are written in octal.
  static func java(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t", "\r": "\\r",
    ]
    return pieces(text, "new StringBuilder()") { piece in
      quoted(piece, escapes: escapes) { scalar in
        guard scalar.value < 0x80 else { return units(scalar) }
        let digits = String(scalar.value, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }

  /// Text and attributes of XML, without the controls that no XML may hold.
  static func xml(_ text: String) -> String {
    var made = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": made += "&amp;"
      case "<": made += "&lt;"
      case ">": made += "&gt;"
      case "\"": made += "&quot;"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): made += "\u{FFFD}"
      default: made.unicodeScalars.append(scalar)
      }
    }
    return made
  }

  // MARK: -

  private static func quoted(
    _ text: String, escapes: [Unicode.Scalar: String], number: (Unicode.Scalar) -> String
  ) -> String {
    var made = "\""
    for scalar in text.unicodeScalars {
      if let escape = escapes[scalar] {
        made += escape
      } else if isHidden(scalar) {
        made += number(scalar)
      } else {
        made.unicodeScalars.append(scalar)
      }
    }
    return made + "\""
  }

  /// `\uXXXX` for each unit of UTF-16.
  private static func units(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Controls, changes of direction, separators of lines, what joins or is not assigned.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }

  /// A class file holds no constant of more than 65,535 bytes: a longer text is put together at run time.
  private static func pieces(_ text: String, _ builder: String, _ literal: (String) -> String) -> String {
    let limit = 16_000
    guard text.unicodeScalars.count > limit else { return literal(text) }
    var made = builder
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      made += ".append(" + literal(String(rest.prefix(limit))) + ")"
      rest = rest.dropFirst(limit)
    }
    return made + ".toString()"
  }
}
