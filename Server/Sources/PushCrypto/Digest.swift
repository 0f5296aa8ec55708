import CCrypto

/// Digests, comparison and randomness.
public enum Digest {
  /// SHA-256, 32 bytes.
  public static func sha256(_ bytes: [UInt8]) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    try check(EVP_Digest(bytes, bytes.count, &out, &length, Algorithms.sha256, nil), "SHA-256")
    return out
  }

  /// SHA-1, 20 bytes: for comparing with what others made, never for anything of our own.
  public static func sha1(_ bytes: [UInt8]) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 20)
    var length: UInt32 = 0
    try check(EVP_Digest(bytes, bytes.count, &out, &length, EVP_sha1(), nil), "SHA-1")
    return out
  }

  /// SHA-256 of bytes that lie elsewhere, 32 bytes.
  public static func sha256(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    try check(
      EVP_Digest(bytes.baseAddress, bytes.count, &out, &length, Algorithms.sha256, nil), "SHA-256")
    return out
  }

  /// HMAC with SHA-256, 32 bytes. RFC 2104.
  public static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
    try bytes.withUnsafeBufferPointer { try hmacSHA256(key: key, $0) }
  }

  static func hmacSHA256(key: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var length = 0
    let context = try Algorithms.threadHMAC()
    // An empty key must still be a pointer: a null key means "the one before".
    let padded = key.isEmpty ? [0] : key
    try check(EVP_MAC_init(context, padded, key.count, nil), "Starting an HMAC")
    try check(EVP_MAC_update(context, bytes.baseAddress, bytes.count), "Making an HMAC")
    try check(EVP_MAC_final(context, &out, &length, out.count), "Ending an HMAC")
    return out
  }

  /// Compares without telling by its time where the difference is. Lengths are not secret.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }

  /// Bytes from the system's cryptographic randomness.
  public static func randomBytes(_ count: Int) throws -> [UInt8] {
    guard count > 0 else { return [] }
    var out = [UInt8](repeating: 0, count: count)
    try check(RAND_bytes(&out, Int32(clamping: count)), "Drawing random bytes")
    return out
  }
}
