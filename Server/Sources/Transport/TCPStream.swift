internal import Bytes
internal import CUV

/// What a stream tells its owner; on the loop's thread.
protocol TCPStreamOwner: AnyObject {
  func streamConnected(_ stream: TCPStream)
  func stream(_ stream: TCPStream, read bytes: UnsafeBufferPointer<UInt8>)
  /// All that was queued has been written.
  func streamDrained(_ stream: TCPStream)
  /// The end, once; nothing comes after it. `nil`: the peer closed in order.
  func stream(_ stream: TCPStream, ended error: TransportError?)
}

/// A TCP connection on a loop: the only place that touches a connected socket.
final class TCPStream {
  private let loop: EventLoop
  private let handle: UnsafeMutablePointer<uv_tcp_t>
  weak var owner: (any TCPStreamOwner)?
  private var isOpen = true
  private var isReading = false
  /// False once the kernel has refused bytes: what the peer said before may still be there to read.
  private(set) var isWritable = true
  /// Bytes handed to `write` that the kernel has not taken yet.
  private(set) var pendingBytes = 0

  init(_ loop: EventLoop) throws(TransportError) {
    self.loop = loop
    handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    let result = uv_tcp_init(loop.uv, handle)
    if result != 0 {
      handle.deallocate()
      throw TransportError(.system, "cannot make a socket: \(uvMessage(result))")
    }
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { close() }

  /// Closes at once; what was not written is lost. No event follows.
  func close() {
    guard isOpen else { return }
    isOpen = false
    handle.pointee.data = nil
    uv_close(pw_uv_handle(handle)) { $0?.deallocate() }
  }

  func connect(_ address: SocketAddress) {
    let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
    let result = address.withPointer { uv_tcp_connect(request, handle, $0, connected) }
    if result != 0 {
      request.deallocate()
      fail(.connect, "cannot connect to \(address.text): \(uvMessage(result))")
      return
    }
    uv_tcp_nodelay(handle, 1)
    uv_tcp_keepalive(handle, 1, 60)
  }

  /// Takes a waiting connection from a listener.
  func accept(from listener: UnsafeMutablePointer<uv_tcp_t>) -> Bool {
    guard uv_accept(pw_uv_stream(listener), pw_uv_stream(handle)) == 0 else { return false }
    uv_tcp_nodelay(handle, 1)
    return true
  }

  func startReading() {
    guard isOpen else { return }
    isReading = uv_read_start(pw_uv_stream(handle), allocate, readArrived) == 0
  }

  func stopReading() {
    guard isOpen else { return }
    isReading = false
    uv_read_stop(pw_uv_stream(handle))
  }

  /// Writes what the kernel takes now and queues a copy of the rest.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isOpen, isWritable, let base = bytes.baseAddress, bytes.count > 0 else { return }
    var sent = 0
    if pendingBytes == 0 {
      var buffer = uv_buf_init(mutableChars(base), UInt32(clamping: bytes.count))
      let result = uv_try_write(pw_uv_stream(handle), &buffer, 1)
      if result > 0 { sent = Int(result) }
      // UV_EAGAIN and errors alike: the queued write reports what is wrong.
    }
    if sent < bytes.count { queue(base + sent, bytes.count - sent) }
  }

  private func queue(_ start: UnsafePointer<UInt8>, _ length: Int) {
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: length)
    copy.update(from: start, count: length)
    request.pointee.data = UnsafeMutableRawPointer(copy)
    pendingBytes += length
    var buffer = uv_buf_init(mutableChars(copy), UInt32(clamping: length))
    let result = uv_write(request, pw_uv_stream(handle), &buffer, 1, wrote)
    if result != 0 {
      copy.deallocate()
      request.deallocate()
      writeFailed(result)
    }
  }

  /// A peer that has closed may have answered before: those bytes are read first, and the end comes from
  /// reading. Where nothing is read, this is the end.
  private func writeFailed(_ status: Int32) {
    isWritable = false
    if !isReading { fail(.closed, "the connection was cut: \(uvMessage(status))") }
  }

  private func fail(_ code: TransportError.Code, _ message: String) {
    let error = TransportError(code, message)
    close()
    owner?.stream(self, ended: error)
  }

  fileprivate func didConnect(_ status: Int32) {
    if status == 0 {
      owner?.streamConnected(self)
    } else {
      fail(.connect, "cannot connect: \(uvMessage(status))")
    }
  }

  fileprivate func didWrite(_ status: Int32) {
    pendingBytes = isOpen ? uv_stream_get_write_queue_size(pw_uv_stream(handle)) : 0
    if status < 0 {
      if status != UV_ECANCELED.rawValue && isWritable { writeFailed(status) }
    } else if pendingBytes == 0 {
      owner?.streamDrained(self)
    }
  }

  fileprivate func didRead(_ length: Int) {
    if length > 0 {
      loop.readBuffer.withMemoryRebound(to: UInt8.self) {
        owner?.stream(self, read: UnsafeBufferPointer(rebasing: $0[..<length]))
      }
    } else if length < 0 {
      let orderly = length == Int(UV_EOF.rawValue)
      close()
      owner?.stream(
        self,
        ended: orderly
          ? nil : TransportError(.closed, "the connection was cut: \(uvMessage(Int32(clamping: length)))"))
    }
  }

  fileprivate var readTarget: UnsafeMutableBufferPointer<UInt8> { loop.readBuffer }
}

/// libuv wants mutable bytes, though it only reads what it writes.
private func mutableChars(_ start: UnsafePointer<UInt8>) -> UnsafeMutablePointer<CChar> {
  UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: CChar.self)
}

private func stream(of data: UnsafeMutableRawPointer?) -> TCPStream? {
  data.map { Unmanaged<TCPStream>.fromOpaque($0).takeUnretainedValue() }
}

private let connected: @convention(c) (UnsafeMutablePointer<uv_connect_t>?, Int32) -> Void = {
  request, status in
  guard let request else { return }
  let owner = stream(of: request.pointee.handle?.pointee.data)
  request.deallocate()
  owner?.didConnect(status)
}

private let wrote: @convention(c) (UnsafeMutablePointer<uv_write_t>?, Int32) -> Void = { request, status in
  guard let request else { return }
  let owner = stream(of: request.pointee.handle?.pointee.data)
  request.pointee.data?.deallocate()
  request.deallocate()
  owner?.didWrite(status)
}

private let allocate:
  @convention(c) (UnsafeMutablePointer<uv_handle_t>?, Int, UnsafeMutablePointer<uv_buf_t>?) -> Void = {
    handle, _, buffer in
    guard let owner = stream(of: handle?.pointee.data) else {
      buffer?.pointee = uv_buf_init(nil, 0)
      return
    }
    let target = owner.readTarget
    buffer?.pointee = uv_buf_init(
      target.baseAddress.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) },
      UInt32(target.count))
  }

private let readArrived:
  @convention(c) (UnsafeMutablePointer<uv_stream_t>?, Int, UnsafePointer<uv_buf_t>?) -> Void = {
    handle, length, _ in
    stream(of: handle?.pointee.data)?.didRead(length)
  }
