/// The columns that a text takes on a terminal: two for wide characters of East Asian scripts and
/// emoji, none for combining marks.
func columns(_ text: String) -> Int {
  var isPlain = true
  for byte in text.utf8 where byte < 0x20 || byte > 0x7E {
    isPlain = false
    break
  }
  return isPlain ? text.utf8.count : withoutColours(text).reduce(0) { $0 + columns($1) }
}

/// Text without the sequences that ``Styler`` puts around it.
private func withoutColours(_ text: String) -> String {
  guard text.contains("\u{1B}[") else { return text }
  var rest = text[...]
  var plain = ""
  while let start = rest.firstRange(of: "\u{1B}[") {
    plain += rest[..<start.lowerBound]
    rest = rest[start.upperBound...].drop { $0.isNumber || $0 == ";" }
    if rest.first == "m" { rest = rest.dropFirst() }
  }
  return plain + rest
}

private func columns(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  switch first.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: break
  }
  if first.properties.isEmojiPresentation { return 2 }
  switch first.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}

/// Breaks paragraphs at spaces so that no line is wider than `width` where a space allows it. Every line
/// ends with a line feed; empty lines and indents stay.
func wrap(_ text: String, width: Int) -> String {
  var result = ""
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let indent = String(paragraph.prefix { $0 == " " })
    var line = indent
    var used = indent.count
    for word in paragraph.split(separator: " ") {
      let size = columns(String(word))
      if used > indent.count, used + 1 + size > width {
        result += line + "\n"
        line = indent
        used = indent.count
      }
      if used > indent.count {
        line += " "
        used += 1
      }
      line += word
      used += size
    }
    result += line + "\n"
  }
  return result
}
