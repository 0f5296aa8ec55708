import Foundation

/// Text that quotes what somebody wrote, with anything that looks like a key or token cut to its ends.
///
/// The last guard, not the only one: a file taken for a profile may be a private key, and a token may
/// stand where a name belongs. Paths go through unchanged; they are not given to this function.
func redacted(_ text: String) -> String {
  var rest = Substring(text)
  var clean = ""
  // A key in its frame, whole or cut off.
  while let begin = rest.range(of: "-----BEGIN ") {
    clean += withoutLongWords(rest[..<begin.lowerBound]) + "(a key, not shown)"
    rest = rest[begin.upperBound...]
    guard let end = rest.range(of: "-----END ") else { return clean }
    rest = rest[end.upperBound...]
    if let close = rest.range(of: "-----") { rest = rest[close.upperBound...] }
  }
  return clean + withoutLongWords(rest)
}

private func withoutLongWords(_ text: Substring) -> String {
  var clean = ""
  var word = ""
  for character in text {
    if isSecretCharacter(character) {
      word.append(character)
    } else {
      clean += looksSecret(word) ? shortened(word) : word
      clean.append(character)
      word = ""
    }
  }
  return clean + (looksSecret(word) ? shortened(word) : word)
}

/// What base64, base64url and hexadecimal are written with, and the colon of Android tokens.
private func isSecretCharacter(_ character: Character) -> Bool {
  guard let byte = character.asciiValue else { return false }
  switch byte {
  case 48...57, 65...90, 97...122, 0x2B, 0x2F, 0x3D, 0x5F, 0x2D, 0x3A: return true
  default: return false
  }
}

/// Long, and with digits among the letters: names that people choose are shorter or only letters.
private func looksSecret(_ word: String) -> Bool {
  guard word.utf8.count >= 32 else { return false }
  return word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
}
