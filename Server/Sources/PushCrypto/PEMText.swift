/// A look at PEM text before OpenSSL sees it, so that the error says what the file is instead.
/// RFC 7468.
struct PEMText {
  /// The labels of all BEGIN lines, in order (`PRIVATE KEY`, `CERTIFICATE`).
  let labels: [String]
  /// The labels of all END lines.
  let ends: [String]
  /// An old-style encrypted key says so in a header line.
  let hasEncryptionHeader: Bool

  /// PEM files of keys are a few kilobytes; more is something else.
  static let limit = 64 * 1024

  init(_ text: String) {
    var labels: [String] = []
    var ends: [String] = []
    var encrypted = false
    for line in text.split(whereSeparator: \.isNewline) {
      if let label = Self.label(line, "-----BEGIN ") { labels.append(label) }
      if let label = Self.label(line, "-----END ") { ends.append(label) }
      if line.hasPrefix("Proc-Type:") && line.contains("ENCRYPTED") { encrypted = true }
    }
    self.labels = labels
    self.ends = ends
    hasEncryptionHeader = encrypted
  }

  private static func label(_ line: Substring, _ prefix: String) -> String? {
    guard line.hasPrefix(prefix) else { return nil }
    let rest = line.dropFirst(prefix.count)
    guard let end = rest.lastIndex(where: { $0 != "-" && !$0.isWhitespace }) else { return nil }
    return String(rest[...end])
  }

  /// Refuses what cannot hold a PEM block, naming what it looks like.
  static func inspect(_ bytes: UnsafeRawBufferPointer) throws -> PEMText {
    guard bytes.count <= limit else {
      throw CryptoError(.notPEM, "This is larger than 64 KB, which no key file is.")
    }
    guard let first = bytes.first(where: { $0 != 32 && $0 != 10 && $0 != 13 && $0 != 9 }) else {
      throw CryptoError(.notPEM, "The key file is empty.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let found = PEMText(text)
    if !found.labels.isEmpty {
      if text.contains("\\n") {
        throw CryptoError(
          .escapedNewlines,
          "The key holds the two characters \\n where line breaks belong. "
            + "It was copied out of JSON or an environment variable; turn them into line breaks.")
      }
      return found
    }
    if first == UInt8(ascii: "{") {
      throw CryptoError(.notPEM, "This is JSON, not a PEM key. A service account is given as it is.")
    }
    if bytes.count > 2 && bytes[0] == 0x30 && bytes[1] >= 0x80 {
      throw CryptoError(
        .notPEM, "This is a binary (DER or PKCS#12) file. Convert it: openssl pkey -inform DER -in FILE.")
    }
    throw CryptoError(
      .notPEM, "This is not a PEM key: no line says -----BEGIN PRIVATE KEY-----. Give the file as downloaded."
    )
  }
}
