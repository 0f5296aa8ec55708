import CCrypto

/// A public key that checks signatures.
public struct PublicKey: Sendable {
  public let kind: SigningKey.Kind
  let handle: KeyHandle

  /// The private key's own handle; only the public half is ever used or written.
  init(sharing handle: KeyHandle, kind: SigningKey.Kind) throws {
    self.handle = handle
    self.kind = kind
  }

  /// Reads `BEGIN PUBLIC KEY` (SubjectPublicKeyInfo).
  public static func load(pem: String) throws -> PublicKey {
    var pem = pem
    return try pem.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      let found = try PEMText.inspect(bytes)
      guard let label = found.labels.first, label == "PUBLIC KEY" else {
        let isPrivate = found.labels.contains { $0.hasSuffix("PRIVATE KEY") }
        throw CryptoError(
          isPrivate ? .privateKey : .wrongType,
          isPrivate
            ? "This is a private key where the public one is needed: openssl pkey -in FILE -pubout."
            : "This is PEM, but not a public key (BEGIN PUBLIC KEY).")
      }
      guard found.ends.contains(label) else {
        throw CryptoError(.truncated, "The key is cut off: the line -----END PUBLIC KEY----- is missing.")
      }
      ERR_clear_error()
      let bio = try MemoryBIO(reading: bytes)
      let pointer = try check(pw_read_public_key(bio.pointer), "Reading the public key", code: .damaged)
      let handle = KeyHandle(owning: pointer)
      return try PublicKey(sharing: handle, kind: keyKind(handle, expecting: nil))
    }
  }

  /// SubjectPublicKeyInfo in PEM.
  public func pem() throws -> String {
    ERR_clear_error()
    let bio = try MemoryBIO()
    try check(PEM_write_bio_PUBKEY(bio.pointer, handle.pointer), "Writing a public key")
    return bio.text
  }

  /// SubjectPublicKeyInfo in DER.
  public func der() throws -> [UInt8] {
    ERR_clear_error()
    let length = i2d_PUBKEY(handle.pointer, nil)
    try check(length, "Writing a public key")
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var at = buffer.baseAddress
      count = max(0, Int(i2d_PUBKEY(handle.pointer, &at)))
    }
  }
}
