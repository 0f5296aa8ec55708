import PushContract

/// Something a person typed, for a message. Long or many-lined text could be a key or token, and is
/// shown by its ends only.
func quoted(_ text: String) -> String {
  let isLong = text.count > 32 || text.contains(where: \.isNewline)
  return "`" + (isLong ? shortened(text) : printable(text)) + "`"
}

/// A token or the like as its first and last four characters; a short one not at all.
func shortened(_ secret: String) -> String {
  printable(TokenEnds.of(secret))
}

/// Text of a file or peer without what a terminal would obey: control characters and changes of direction.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
  var clean = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { clean.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
  return String(clean)
}

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A: false
  case 0..<0x20, 0x7F..<0xA0: true
  case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// `a, b or c`.
func list(_ words: [String], _ joint: String = "or") -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(joint) " + last
}

/// A sentence that names the nearest of the known words, with a space before it; empty when none is near.
func suggestion(for word: String, in known: [String]) -> String {
  NearestWord.of(word, among: known).map { " Did you mean \($0)?" } ?? ""
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  var trimmedFront: String { String(drop { $0 == " " }) }
  var trimmingSpaces: String {
    var rest = self[...].drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
