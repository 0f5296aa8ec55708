internal import CUV

/// An IPv4 or IPv6 address with its port.
struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  let text: String

  init?(_ address: UnsafePointer<sockaddr>) {
    storage = sockaddr_storage()
    let size: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size))
    }
    var name = [CChar](repeating: 0, count: 64)
    text = uv_ip_name(address, &name, name.count) == 0 ? Self.string(name) : "?"
  }

  /// A literal address.
  init?(host: String, port: Int) {
    var storage = sockaddr_storage()
    let port = Int32(clamping: port)
    let known = withUnsafeMutablePointer(to: &storage) { pointer in
      let raw = UnsafeMutableRawPointer(pointer)
      return uv_ip4_addr(host, port, raw.assumingMemoryBound(to: sockaddr_in.self)) == 0
        || uv_ip6_addr(host, port, raw.assumingMemoryBound(to: sockaddr_in6.self)) == 0
    }
    guard known else { return nil }
    self.storage = storage
    text = host
  }

  private static func string(_ chars: [CChar]) -> String {
    String(decoding: chars.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func withPointer<R>(_ body: (UnsafePointer<sockaddr>) -> R) -> R {
    withUnsafeBytes(of: storage) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { typed in
        // A storage is never empty.
        body(typed.baseAddress.unsafelyUnwrapped)
      }
    }
  }

  /// The port, as bound by the system.
  var port: Int {
    withUnsafeBytes(of: storage) { raw in
      // Both families have the port in network order at offset 2.
      Int(raw[2]) << 8 | Int(raw[3])
    }
  }
}

/// One look-up of a name, afresh each time: a provider moves its addresses.
final class Resolution {
  private let request: UnsafeMutablePointer<uv_getaddrinfo_t>
  private let loop: EventLoop
  fileprivate let done: (Result<[SocketAddress], TransportError>) -> Void
  private let host: String

  /// Calls `done` once, never before this returns, unless it is dropped first.
  init(
    _ loop: EventLoop, host: String, port: Int,
    _ done: @escaping (Result<[SocketAddress], TransportError>) -> Void
  ) {
    self.loop = loop
    self.done = done
    self.host = host
    request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
    request.initialize(to: uv_getaddrinfo_t())
    var hints = addrinfo()
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_family = AF_UNSPEC
    request.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    let result = uv_getaddrinfo(loop.uv, request, resolved, host, String(port), &hints)
    if result != 0 {
      request.pointee.data = nil
      request.deallocate()
      failedToStart = TransportError(.resolve, "cannot look up \(host): \(uvMessage(result))")
    }
  }

  /// Set when the look-up could not even begin; `done` is not called then.
  private(set) var failedToStart: TransportError?

  deinit {
    // The request is freed by its callback, which finds nobody here.
    if failedToStart == nil && !finished { request.pointee.data = nil }
  }

  private var finished = false

  fileprivate func finish(_ status: Int32, _ list: UnsafeMutablePointer<addrinfo>?) {
    finished = true
    if status != 0 {
      done(.failure(TransportError(.resolve, "cannot look up \(host): \(uvMessage(status))")))
      return
    }
    var found: [SocketAddress] = []
    var entry = list
    while let here = entry {
      if let address = here.pointee.ai_addr, let usable = SocketAddress(address) { found.append(usable) }
      entry = here.pointee.ai_next
    }
    done(
      found.isEmpty
        ? .failure(TransportError(.resolve, "\(host) has no address")) : .success(found))
  }
}

private let resolved:
  @convention(c) (UnsafeMutablePointer<uv_getaddrinfo_t>?, Int32, UnsafeMutablePointer<addrinfo>?) -> Void = {
    request, status, list in
    let data = request?.pointee.data
    request?.deallocate()
    if let data { Unmanaged<Resolution>.fromOpaque(data).takeUnretainedValue().finish(status, list) }
    uv_freeaddrinfo(list)
  }
