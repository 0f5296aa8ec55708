import CCrypto

/// Owns one `EVP_PKEY`.
///
/// The key is never changed after it is made, and OpenSSL 3 allows any number of threads to use one
/// unchanging key at a time; that is what makes sharing the pointer safe.
final class KeyHandle: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }
}

/// Owns one `X509` that no longer changes.
final class CertificateHandle: Sendable {
  nonisolated(unsafe) let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }
}

/// A memory BIO: what OpenSSL's PEM functions read from and write to.
struct MemoryBIO: ~Copyable {
  let pointer: OpaquePointer

  /// An empty one, to be written.
  init() throws { pointer = try check(BIO_new(BIO_s_mem()), "Making a memory buffer") }

  /// One that reads `bytes`, which must outlive it.
  init(reading bytes: UnsafeRawBufferPointer) throws {
    pointer = try check(
      BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)), "Making a memory buffer")
  }

  deinit { BIO_free(pointer) }

  /// What was written.
  var bytes: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    let length = pw_bio_memory(pointer, &start)
    guard let start, length > 0 else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
