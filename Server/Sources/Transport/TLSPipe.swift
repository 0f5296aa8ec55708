internal import Bytes
internal import CSSL

/// The two ends of OpenSSL's wire, as plain buffers of ours.
///
/// OpenSSL's own memory BIO clears its memory at every reset and every growth, which at this rate costs
/// more than the encryption.
struct TLSPipe: ~Copyable {
  /// One direction: bytes in a buffer, and how many of them have been read.
  struct Direction: ~Copyable {
    var bytes = ByteBuffer(capacity: 1024)
    var taken = 0
  }

  let input: UnsafeMutablePointer<Direction>
  let output: UnsafeMutablePointer<Direction>

  init() {
    input = .allocate(capacity: 1)
    input.initialize(to: Direction())
    output = .allocate(capacity: 1)
    output.initialize(to: Direction())
  }

  /// After `SSL_free`: the connection refers to the buffers until then.
  deinit {
    input.deinitialize(count: 1)
    input.deallocate()
    output.deinitialize(count: 1)
    output.deallocate()
  }

  /// Gives a connection these buffers as its wire. False where memory has run out.
  func attach(to ssl: OpaquePointer) -> Bool {
    guard let method = pipeMethod.pointer, let reading = BIO_new(method) else { return false }
    guard let writing = BIO_new(method) else {
      BIO_free(reading)
      return false
    }
    for (bio, direction) in [(reading, input), (writing, output)] {
      BIO_set_data(bio, direction)
      BIO_set_init(bio, 1)
    }
    SSL_set_bio(ssl, reading, writing)
    return true
  }
}

/// Made once for the process and never freed.
private struct PipeMethod: @unchecked Sendable {
  // Only read after it is made; OpenSSL shares methods between threads itself.
  let pointer: OpaquePointer?

  init() {
    let method = BIO_meth_new(BIO_get_new_index() | pw_bio_type_source_sink(), "pushwire pipe")
    BIO_meth_set_read(method, pipeRead)
    BIO_meth_set_write(method, pipeWrite)
    BIO_meth_set_ctrl(method, pipeControl)
    pointer = method
  }
}

private let pipeMethod = PipeMethod()

private func direction(_ bio: OpaquePointer?) -> UnsafeMutablePointer<TLSPipe.Direction>? {
  BIO_get_data(bio)?.assumingMemoryBound(to: TLSPipe.Direction.self)
}

private let pipeRead: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32 = {
  bio, target, length in
  pw_bio_clear_retry(bio)
  guard let pipe = direction(bio), let target, length > 0 else { return 0 }
  let size = min(pipe.pointee.bytes.count - pipe.pointee.taken, Int(length))
  guard size > 0 else {
    pw_bio_retry_read(bio)
    return -1
  }
  UnsafeMutableRawPointer(target).copyMemory(
    from: pipe.pointee.bytes.base + pipe.pointee.taken, byteCount: size)
  pipe.pointee.taken += size
  if pipe.pointee.taken == pipe.pointee.bytes.count {
    pipe.pointee.bytes.removeAll()
    pipe.pointee.taken = 0
  }
  return Int32(size)
}

private let pipeWrite: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
  bio, source, length in
  pw_bio_clear_retry(bio)
  guard let pipe = direction(bio), let source, length > 0 else { return 0 }
  pipe.pointee.bytes.append(UnsafeRawBufferPointer(start: source, count: Int(length)))
  return length
}

private let pipeControl: @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int = {
  bio, command, _, _ in
  // Everything is out as soon as it is written; nothing else is known.
  switch command {
  case BIO_CTRL_FLUSH, BIO_CTRL_DUP: return 1
  case BIO_CTRL_PENDING:
    return direction(bio).map { $0.pointee.bytes.count - $0.pointee.taken } ?? 0
  default: return 0
  }
}
