import CCrypto

// Fetched once: EVP_sha256() alone makes OpenSSL 3 look for the implementation at each use (crypto(7),
// "Implicit fetching"). Never freed, and not changed after it is made.
nonisolated(unsafe) private let fetchedSHA256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil)

/// Digests, comparison and randomness.
public enum Digest {
  /// SHA-256, 32 bytes.
  public static func sha256(_ bytes: [UInt8]) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    try check(EVP_Digest(bytes, bytes.count, &out, &length, fetchedSHA256 ?? EVP_sha256(), nil), "SHA-256")
    return out
  }

  /// HMAC with SHA-256, 32 bytes. RFC 2104.
  public static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) throws -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    // An empty key must still be a pointer: a null key means "the one before".
    let padded = key.isEmpty ? [0] : key
    let made = HMAC(EVP_sha256(), padded, Int32(clamping: key.count), bytes, bytes.count, &out, &length)
    guard made != nil else { throw libraryError(.library, "HMAC-SHA-256 failed.") }
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
