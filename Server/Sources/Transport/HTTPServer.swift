internal import CUV

/// What an HTTP server tells its owner; on the loop's thread.
public protocol HTTPServerHandler: AnyObject {
  func server(_ server: HTTPServer, opened connection: ServerConnection)
  /// The request's headers are complete, its body is not. An answer may be given already.
  func server(_ server: HTTPServer, receivedHeaders exchange: ServerExchange)
  /// The whole request is there. The answer may be given now or later.
  func server(_ server: HTTPServer, received exchange: ServerExchange)
  func server(_ server: HTTPServer, closed connection: ServerConnection)
}

extension HTTPServerHandler {
  public func server(_ server: HTTPServer, opened connection: ServerConnection) {}
  public func server(_ server: HTTPServer, receivedHeaders exchange: ServerExchange) {}
  public func server(_ server: HTTPServer, closed connection: ServerConnection) {}
}

/// A TLS server for HTTP/2, and HTTP/1.1 where wanted, on 127.0.0.1: what the emulators and the tests
/// stand on. Without TLS it speaks plain HTTP/1.1, to programs on this machine. Not made for the open internet.
public final class HTTPServer {
  public struct Configuration: Sendable {
    /// 0: any free port.
    public var port = 0
    /// `nil`: no limit is announced.
    public var maximumConcurrentStreams: Int? = 100
    /// What a request's body is cut to, bytes.
    public var maximumBody = 1 << 20
    public init() {}
  }

  let loop: EventLoop
  let tls: TLSContext?
  public let configuration: Configuration
  private(set) weak var handler: (any HTTPServerHandler)?
  private let listener: UnsafeMutablePointer<uv_tcp_t>
  private var connections: [ObjectIdentifier: ServerConnection] = [:]
  private var isClosed = false
  private var nextConnectionNumber = 1
  /// The port it listens on.
  public private(set) var port = 0

  /// - Parameter tls: nil: plain HTTP/1.1.
  public init(
    loop: EventLoop, tls: TLSContext?, configuration: Configuration, handler: any HTTPServerHandler
  ) throws(TransportError) {
    self.loop = loop
    self.tls = tls
    self.configuration = configuration
    self.handler = handler
    listener = .allocate(capacity: 1)
    let made = uv_tcp_init(loop.uv, listener)
    if made != 0 {
      isClosed = true
      listener.deallocate()
      throw TransportError(.system, "cannot make a socket: \(uvMessage(made))")
    }
    listener.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    try listen()
  }

  private func listen() throws(TransportError) {
    guard let address = SocketAddress(host: "127.0.0.1", port: configuration.port) else {
      throw TransportError(.configuration, "\(configuration.port) is not a port")
    }
    var result = address.withPointer { uv_tcp_bind(listener, $0, 0) }
    if result == 0 { result = uv_listen(pw_uv_stream(listener), 512, arrived) }
    guard result == 0 else {
      throw TransportError(
        .system, "cannot listen on 127.0.0.1:\(configuration.port): \(uvMessage(result))")
    }
    var bound = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { typed in
        if uv_tcp_getsockname(listener, typed, &size) == 0 { port = SocketAddress(typed)?.port ?? 0 }
      }
    }
  }

  deinit { close() }

  /// The connections that are open.
  public var openConnections: [ServerConnection] { Array(connections.values) }

  /// Stops listening and closes every connection at once.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    listener.pointee.data = nil
    uv_close(pw_uv_handle(listener)) { $0?.deallocate() }
    for connection in connections.values { connection.close() }
    connections.removeAll()
  }

  fileprivate func accept() {
    guard !isClosed else { return }
    do throws(TransportError) {
      let stream = try TCPStream(loop)
      guard stream.accept(from: listener) else { return }
      let connection = try ServerConnection(server: self, stream: stream, number: nextConnectionNumber)
      nextConnectionNumber += 1
      connections[ObjectIdentifier(connection)] = connection
      stream.startReading()
    } catch {
      // Out of descriptors or memory: this peer is not served.
    }
  }

  func forget(_ connection: ServerConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    handler?.server(self, closed: connection)
  }
}

private let arrived: @convention(c) (UnsafeMutablePointer<uv_stream_t>?, Int32) -> Void = { handle, status in
  guard status == 0, let data = handle?.pointee.data else { return }
  Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue().accept()
}
