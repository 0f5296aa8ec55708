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
    let count = compact.count
    guard count <= limit else {
      throw CryptoError(.tokenTooLong, "The token has \(count) bytes; at most \(limit) are read.")
    }
    let verified = try compact.withContiguousStorageIfAvailable { try verify($0, allow, keyFor) }
    return try verified ?? Array(compact).withUnsafeBufferPointer { try verify($0, allow, keyFor) }
  }

  private static func verify(
    _ compact: UnsafeBufferPointer<UInt8>, _ allow: Set<Algorithm>, _ keyFor: (String?) throws -> Verifier?
  ) throws -> Verified {
    let parts = try Parts(compact)
    guard let headerBytes = Base64URL.decode(parts.header), let claimBytes = Base64URL.decode(parts.claims),
      let signature = Base64URL.decode(parts.signature)
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
    let genuine =
      switch key {
      case .key(let key): key.verifies(signature, of: Array(parts.signed))
      case .secret(let secret): Digest.equal(signature, try Digest.hmacSHA256(key: secret, parts.signed))
      }
    guard genuine else { throw CryptoError(.tokenSignature, "The token's signature is not by this key.") }
    return Verified(
      algorithm: algorithm, keyID: keyID, header: header, claims: try object(claimBytes, "claims"))
  }

  /// Where the parts of a compact token lie.
  private struct Parts {
    let header: UnsafeBufferPointer<UInt8>
    let claims: UnsafeBufferPointer<UInt8>
    let signature: UnsafeBufferPointer<UInt8>
    /// Header and claims with the dot between them.
    let signed: UnsafeBufferPointer<UInt8>

    init(_ compact: UnsafeBufferPointer<UInt8>) throws {
      let dot = UInt8(ascii: ".")
      guard let first = compact.firstIndex(of: dot),
        let second = compact[(first + 1)...].firstIndex(of: dot),
        !compact[(second + 1)...].contains(dot)
      else { throw CryptoError(.tokenMalformed, "A token has three parts between dots.") }
      header = UnsafeBufferPointer(rebasing: compact[..<first])
      claims = UnsafeBufferPointer(rebasing: compact[(first + 1)..<second])
      signature = UnsafeBufferPointer(rebasing: compact[(second + 1)...])
      signed = UnsafeBufferPointer(rebasing: compact[..<second])
    }
  }

  private static func object(_ bytes: [UInt8], _ what: StaticString) throws -> [String: Value] {
    guard let object = Value.object(bytes) else {
      throw CryptoError(.tokenMalformed, "The token's \(what) part is not a JSON object.")
    }
    return object
  }
}
