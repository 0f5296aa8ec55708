/// Something a person typed, for a message. Long or many-lined text could be a key or token, and is
/// shown by its ends only.
func quoted(_ text: String) -> String {
  let isLong = text.count > 32 || text.contains(where: \.isNewline)
  return "`" + (isLong ? shortened(text) : printable(text)) + "`"
}

/// A token or the like as its first and last four characters; a short one not at all.
func shortened(_ secret: String) -> String {
  secret.count < 16 ? "…" : printable(String(secret.prefix(4))) + "…" + printable(String(secret.suffix(4)))
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
  nearest(word, in: known).map { " Did you mean \($0)?" } ?? ""
}

/// The known word that is at most a third of its letters away.
func nearest(_ word: String, in known: [String]) -> String? {
  guard word.utf8.count <= 64 else { return nil }
  let ranked = known.map { ($0, distance(Array(word.lowercased()), Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, (best.0.count + 1) / 3) else {
    return nil
  }
  return best.0
}

/// Edits between two words: insertions, deletions, replacements, and swapped neighbours.
func distance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var row = [i + 1]
    for (j, y) in b.enumerated() {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
      if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
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
