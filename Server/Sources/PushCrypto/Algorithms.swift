import CCrypto
import Foundation

/// What of the library is made once, since making it costs more than a short text does.
enum Algorithms {
  /// Looked up by its name once; the library would do that at each use of `EVP_sha256()`.
  // Never changed once it is there, and OpenSSL lets any number of threads use it.
  nonisolated(unsafe) static let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

  /// The calling thread's own context for HMAC with SHA-256, to be used until the call returns and never
  /// kept; freed when the thread ends.
  static func threadHMAC() throws -> OpaquePointer {
    guard let key = contextKey else {
      throw libraryError(.library, "The system has no thread-specific data left.")
    }
    if let made = pthread_getspecific(key) { return OpaquePointer(made) }
    ERR_clear_error()
    let made = try check(pw_hmac_sha256_new(), "Making an HMAC")
    guard pthread_setspecific(key, UnsafeRawPointer(made)) == 0 else {
      EVP_MAC_CTX_free(made)
      throw libraryError(.library, "The system has no memory left.")
    }
    return made
  }

  private static let contextKey: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, { EVP_MAC_CTX_free(OpaquePointer($0)) }) == 0 ? key : nil
  }()
}
