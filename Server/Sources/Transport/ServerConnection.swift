internal import Bytes

/// One client's connection to an ``HTTPServer``.
public final class ServerConnection: TCPStreamOwner {
  /// Counts connections from 1.
  public let number: Int
  private weak var server: HTTPServer?
  private let stream: TCPStream
  /// Nil: plain HTTP/1.1.
  private let tls: TLSEngine?
  private var http2: ServerSession?
  private var http1: HTTP1Session?
  private var outgoing = ByteBuffer(capacity: 17 * 1024)
  private let incoming: UnsafeMutablePointer<UInt8>
  private static let recordSize = 16 * 1024
  private var isEnded = false
  private var isReading = false
  private var needsFlush = false
  /// The owner's own mark.
  public var mark = 0

  init(server: HTTPServer, stream: TCPStream, number: Int) throws(TransportError) {
    self.server = server
    self.stream = stream
    self.number = number
    if let context = server.tls { tls = try TLSEngine(server: context) } else { tls = nil }
    incoming = .allocate(capacity: Self.recordSize)
    stream.owner = self
  }

  deinit { incoming.deallocate() }

  /// "h2" or "http/1.1"; empty before the handshake is done.
  public var agreedProtocol: String { tls?.agreedProtocol ?? "http/1.1" }
  public var isOpen: Bool { !isEnded }

  // MARK: Conduct

  /// Closes at once, without a word of HTTP/2.
  public func close() {
    guard !isEnded else { return }
    isEnded = true
    http2?.closeAll()
    stream.close()
    server?.forget(self)
  }

  /// GOAWAY. `lastStreamID` `nil`: the newest stream that came. Streams above it are dropped; when those
  /// below have ended, the connection closes.
  public func goaway(lastStreamID: Int32? = nil, code: UInt32 = 0, debugData: String = "") {
    http2?.goaway(lastStreamID, code, debugData)
    flushSoon()
  }

  /// SETTINGS_MAX_CONCURRENT_STREAMS, from now on.
  public func setMaximumConcurrentStreams(_ streams: Int) {
    http2?.setMaximumConcurrentStreams(streams)
    flushSoon()
  }

  /// Reads nothing any more: the client sees silence, PING unanswered.
  public func pauseReading() { stream.stopReading() }
  public func resumeReading() { if !isEnded { stream.startReading() } }

  // MARK: Sessions

  func deliver(_ exchange: ServerExchange) {
    // What came in the same read after `close` was never served.
    guard let server, !isEnded else { return }
    server.handler?.server(server, received: exchange)
  }

  func deliverHeaders(_ exchange: ServerExchange) {
    guard let server, !isEnded else { return }
    server.handler?.server(server, receivedHeaders: exchange)
  }

  var maximumBody: Int { server?.configuration.maximumBody ?? 0 }

  func send(_ exchange: ServerExchange, status: Int, headers: [(String, String)]) {
    if let http2 { http2.respond(exchange, status: status, headers: headers) }
    http1?.respond(exchange, status: status, headers: headers)
    flushSoon()
  }

  func reset(_ exchange: ServerExchange, _ code: UInt32) {
    if let http2 {
      http2.reset(exchange.streamID, code)
      flushSoon()
    } else {
      close()
    }
  }

  /// While bytes are worked off, one flush at their end is enough.
  private func flushSoon() {
    if isReading { needsFlush = true } else { flush() }
  }

  private func flush() {
    guard !isEnded else { return }
    guard let tls else {
      flushPlain()
      return
    }
    guard tls.isEstablished else { return }
    needsFlush = false
    do throws(TransportError) {
      if let http2 {
        while stream.pendingBytes < 512 * 1024 {
          outgoing.removeAll()
          guard try http2.produce(into: &outgoing, limit: Self.recordSize - 512) else { break }
          try tls.write(outgoing.bytes)
          tls.drain { stream.write($0) }
        }
        if http2.isOver && stream.pendingBytes == 0 { close() }
      } else if let http1 {
        outgoing.removeAll()
        http1.produce(into: &outgoing)
        if outgoing.count > 0 { try tls.write(outgoing.bytes) }
        tls.drain { stream.write($0) }
        if http1.isOver && stream.pendingBytes == 0 { close() }
      }
    } catch { close() }
  }

  private func flushPlain() {
    needsFlush = false
    guard let http1 else { return }
    outgoing.removeAll()
    http1.produce(into: &outgoing)
    stream.write(outgoing.bytes)
    if http1.isOver && stream.pendingBytes == 0 { close() }
  }

  // MARK: TCPStreamOwner

  func streamConnected(_ stream: TCPStream) {}

  func stream(_ stream: TCPStream, read bytes: UnsafeBufferPointer<UInt8>) {
    guard !isEnded else { return }
    isReading = true
    do throws(TransportError) {
      guard let tls else {
        if http1 == nil { try begin() }
        try http1?.receive(bytes)
        isReading = false
        flush()
        return
      }
      tls.receive(bytes)
      if !tls.isEstablished {
        let done: Bool
        do throws(TransportError) { done = try tls.handshake() } catch {
          tls.drain { stream.write($0) }
          throw error
        }
        tls.drain { stream.write($0) }
        guard done else {
          isReading = false
          return
        }
        try begin()
      }
      try readAll(tls)
    } catch {
      isReading = false
      close()
      return
    }
    isReading = false
    flush()
  }

  private func begin() throws(TransportError) {
    guard let server else { return }
    if agreedProtocol == "h2" {
      http2 = try ServerSession(self, maximumStreams: server.configuration.maximumConcurrentStreams)
    } else {
      http1 = HTTP1Session(self)
    }
    server.handler?.server(server, opened: self)
  }

  private func readAll(_ tls: TLSEngine) throws(TransportError) {
    while !isEnded {
      switch try tls.read(into: incoming, capacity: Self.recordSize) {
      case .bytes(let length):
        let bytes = UnsafeBufferPointer(start: UnsafePointer(incoming), count: length)
        try http2?.receive(bytes)
        try http1?.receive(bytes)
      case .nothing: return
      case .end: throw TransportError(.closed, "the client ended TLS")
      }
    }
  }

  func streamDrained(_ stream: TCPStream) { flush() }

  func stream(_ stream: TCPStream, ended error: TransportError?) { close() }
}
