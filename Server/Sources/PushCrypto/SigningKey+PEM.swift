import CCrypto

extension SigningKey {
  /// Reads a private key from PEM text, PKCS#8 (`BEGIN PRIVATE KEY`) or the older EC and RSA forms.
  ///
  /// - Parameter expecting: the kind that is needed; another one is refused by name.
  public static func load(pem: String, expecting: Kind? = nil) throws -> SigningKey {
    var pem = pem
    return try pem.withUTF8 { try load(pem: UnsafeRawBufferPointer($0), expecting: expecting) }
  }

  /// Reads a private key from PEM bytes.
  public static func load(pem: [UInt8], expecting: Kind? = nil) throws -> SigningKey {
    try pem.withUnsafeBytes { try load(pem: $0, expecting: expecting) }
  }

  static func load(pem: UnsafeRawBufferPointer, expecting: Kind?) throws -> SigningKey {
    let found = try PEMText.inspect(pem)
    try refuse(found)
    ERR_clear_error()
    let bio = try MemoryBIO(reading: pem)
    guard let pointer = pw_read_private_key(bio.pointer) else {
      throw libraryError(
        .damaged, "The key's PEM frame is whole but its content is not a private key. Download it again.")
    }
    ERR_clear_error()
    let key = try SigningKey(owning: pointer, expecting: expecting)
    // A damaged key can still be read; it shows when its two halves do not agree.
    guard let probe = try? key.sign([0]), try key.publicKey.verifies(probe, of: [0]) else {
      throw CryptoError(.damaged, "The key's private and public halves do not agree. Download it again.")
    }
    return key
  }

  private static let privateLabels: Set = ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"]

  private static func refuse(_ found: PEMText) throws {
    if found.hasEncryptionHeader || found.labels.contains("ENCRYPTED PRIVATE KEY") {
      throw CryptoError(
        .encrypted,
        "The key is encrypted with a password. Decrypt it first: openssl pkey -in FILE -out KEY.p8.")
    }
    if let label = found.labels.first(where: privateLabels.contains) {
      guard found.ends.contains(label) else {
        throw CryptoError(
          .truncated, "The key is cut off: the line -----END \(label)----- is missing. Copy the whole file.")
      }
      return
    }
    if found.labels.contains(where: { $0.hasSuffix("CERTIFICATE") }) {
      throw CryptoError(
        .certificate,
        "This is a certificate, not a private key. "
          + "Token authentication needs the .p8 key from Apple's developer account, under Keys.")
    }
    if found.labels.contains(where: { $0.hasSuffix("PUBLIC KEY") }) {
      throw CryptoError(.publicKey, "This is a public key; signing needs the private one.")
    }
    let label = found.labels[0].prefix(40)
    throw CryptoError(
      .wrongType, "This is PEM, but of the kind \"\(label)\", not a private key (BEGIN PRIVATE KEY).")
  }
}
