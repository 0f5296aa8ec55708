import AppFacts
import PushCrypto

extension SealedFile {
  /// A file's digests. Empty where this machine's OpenSSL does not do SHA-1 (FIPS): nothing can be compared then.
  init(digesting bytes: [UInt8], _ place: Place) {
    self.init(
      place, sha1: (try? Digest.sha1(bytes)) ?? [], sha256: (try? Digest.sha256(bytes)) ?? [])
  }
}
