extension JWT {
  /// A token whose signature was checked. Times and audiences are the caller's to judge.
  public struct Verified: Sendable, Equatable {
    public let algorithm: Algorithm
    /// The header's `kid`.
    public let keyID: String?
    public let header: [String: Value]
    public let claims: [String: Value]
  }

  /// Checks a compact token strictly.
  ///
  /// Refused: another algorithm than allowed or than the key's, padding or any non-canonical
  /// base64url, more or fewer than three parts, a header or claims that are not a JSON object, `crit`
  /// (RFC 7515, section 4.1.11: an extension not understood), and more than `limit` bytes.
  public static func verify(
    _ compact: some Collection<UInt8>, allow: Set<Algorithm>, key: Verifier, limit: Int = defaultLimit
  ) throws -> Verified {
    try verify(compact, allow: allow, limit: limit) { _ in key }
  }

  /// Checks a compact token with the key that `keyFor` finds for the header's `kid`; nil refuses it.
  public static func verify(
    _ compact: some Collection<UInt8>, allow: Set<Algorithm>, limit: Int = defaultLimit,
    keyFor: (_ keyID: String?) throws -> Verifier?
  ) throws -> Verified {
    guard compact.count <= limit else {
      throw CryptoError(.tokenTooLong, "The token has \(compact.count) bytes; at most \(limit) are read.")
    }
    // From here on the types are known, so that the compiler can do its best.
    return try verified(Array(compact), allow: allow, keyFor: keyFor)
  }

  private static func verified(
    _ compact: [UInt8], allow: Set<Algorithm>, keyFor: (_ keyID: String?) throws -> Verifier?
  ) throws -> Verified {
    let parts = compact.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw CryptoError(.tokenMalformed, "A token has three parts between dots.")
    }
    guard let headerBytes = Base64URL.decode(parts[0]), let claimBytes = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else {
      throw CryptoError(.tokenMalformed, "A part of the token is not base64url without padding.")
    }
    let header = try object(headerBytes, "header")
    guard header["crit"] == nil else {
      throw CryptoError(.tokenMalformed, "The token's header demands an extension (crit).")
    }
    guard let name = header["alg"]?.text, let algorithm = Algorithm(rawValue: name), allow.contains(algorithm)
    else {
      throw CryptoError(.tokenAlgorithm, "The token's algorithm is not one that is allowed here.")
    }
    if let keyID = header["kid"], keyID.text == nil {
      throw CryptoError(.tokenMalformed, "The token's key id (kid) is not text.")
    }
    let keyID = header["kid"]?.text
    guard let key = try keyFor(keyID) else {
      throw CryptoError(.tokenKey, "No key is known under the token's key id (kid).")
    }
    guard key.algorithm == algorithm else {
      throw CryptoError(.tokenAlgorithm, "The token's algorithm is not that of the key.")
    }
    var signed = Array(parts[0])
    signed.append(UInt8(ascii: "."))
    signed.append(contentsOf: parts[1])
    let genuine =
      switch key {
      case .key(let key): key.verifies(signature, of: signed)
      case .secret(let secret):
        Digest.equal(signature, try Digest.hmacSHA256(key: secret, signed))
      }
    guard genuine else { throw CryptoError(.tokenSignature, "The token's signature is not by this key.") }
    return Verified(
      algorithm: algorithm, keyID: keyID, header: header, claims: try object(claimBytes, "claims"))
  }

  private static func object(_ bytes: [UInt8], _ what: String) throws -> [String: Value] {
    guard let object = Value.object(bytes) else {
      throw CryptoError(.tokenMalformed, "The token's \(what) part is not a JSON object.")
    }
    return object
  }
}
