import CCrypto

/// A private key that signs JWTs: EC P-256 (Apple's `.p8`) or RSA (Google's service accounts).
public struct SigningKey: Sendable {
  /// Which kind of key; it decides the algorithm.
  public enum Kind: String, Sendable, CaseIterable {
    /// Elliptic curve P-256: ES256.
    case ecP256 = "EC P-256"
    /// RSA of at least 2048 bits: RS256.
    case rsa = "RSA"
  }

  public let kind: Kind
  let handle: KeyHandle

  init(owning pointer: OpaquePointer, expecting: Kind? = nil) throws {
    handle = KeyHandle(owning: pointer)
    kind = try keyKind(handle, expecting: expecting)
  }

  /// A fresh key from the system's randomness.
  public static func generate(_ kind: Kind) throws -> SigningKey {
    ERR_clear_error()
    let pointer = kind == .ecP256 ? pw_generate_p256() : pw_generate_rsa(2048)
    return try SigningKey(owning: check(pointer, "Generating a key"))
  }

  /// The public half.
  public var publicKey: PublicKey {
    get throws { try PublicKey(sharing: handle, kind: kind) }
  }

  /// The key as PKCS#8 PEM, not encrypted. For tests and emulators.
  public func privatePEM() throws -> String {
    ERR_clear_error()
    let bio = try MemoryBIO()
    try check(
      PEM_write_bio_PKCS8PrivateKey(bio.pointer, handle.pointer, nil, nil, 0, nil, nil), "Writing a key")
    return bio.text
  }
}

/// Says which kind a key is, or throws why it cannot be used.
func keyKind(_ handle: KeyHandle, expecting: SigningKey.Kind?) throws -> SigningKey.Kind {
  let kind: SigningKey.Kind
  switch EVP_PKEY_get_base_id(handle.pointer) {
  case EVP_PKEY_EC:
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    let known = EVP_PKEY_get_group_name(handle.pointer, &name, name.count, &length)
    ERR_clear_error()
    let curve = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard known == 1, curve == "prime256v1" || curve == "P-256" else {
      throw CryptoError(
        .wrongCurve,
        "The key is on the curve \(known == 1 && !curve.isEmpty ? curve : "given by parameters"); "
          + "Apple's push keys are on P-256 (prime256v1).")
    }
    kind = .ecP256
  case EVP_PKEY_RSA:
    let bits = EVP_PKEY_get_bits(handle.pointer)
    guard bits >= 2048 else {
      throw CryptoError(.weak, "The RSA key has \(bits) bits; at least 2048 are needed.")
    }
    kind = .rsa
  default:
    throw CryptoError(.wrongType, "The key is neither EC P-256 nor RSA, so no push provider takes it.")
  }
  if let expecting, expecting != kind {
    throw CryptoError(
      .wrongType,
      "The key is \(kind.rawValue), but \(expecting.rawValue) is needed here: "
        + (expecting == .ecP256
          ? "Apple's push key (AuthKey_….p8)." : "the private_key of a Google service account."))
  }
  return kind
}
