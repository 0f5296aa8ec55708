internal import Bytes

/// What a connection tells its lane; on the loop's thread.
protocol ClientConnectionOwner: AnyObject {
  /// TLS stands; SETTINGS are still to come.
  func connectionOpened(_ connection: ClientConnection)
  /// Bytes were worked off: the session has ended streams or events.
  func connectionHeard(_ connection: ClientConnection)
  /// More may be written now.
  func connectionDrained(_ connection: ClientConnection)
  /// The end, once.
  func connection(_ connection: ClientConnection, ended error: TransportError)
}

/// One connection to a provider: look-up, TCP, proxy, TLS, HTTP/2, in this order.
final class ClientConnection: TCPStreamOwner {
  let slot: Int
  let session: ClientSession
  private let loop: EventLoop
  private let endpoint: Endpoint
  private let tls: TLSEngine
  private var resolution: Resolution?
  private var stream: TCPStream?
  private var addresses: [SocketAddress] = []
  private var proxy: ProxyHandshake?
  private weak var owner: (any ClientConnectionOwner)?
  private var isEnded = false
  private(set) var isOpen = false
  private var lastFailure: TransportError?
  private var attemptTimer: LoopTimer?
  /// An address that has not taken us after so long, milliseconds, is passed over while there are
  /// others (RFC 8305 is the reason; we go on rather than race).
  private static let attemptDeadline: UInt64 = 3000
  /// Plaintext on its way in and out; 16 KiB is what one TLS record holds (RFC 8446, section 5.1).
  private var outgoing = ByteBuffer(capacity: recordSize + 1024)
  private let incoming: UnsafeMutablePointer<UInt8>
  private static let recordSize = 16 * 1024
  /// Behind this much unwritten, nothing more is taken out of HTTP/2.
  private static let backlog = 512 * 1024

  init(
    slot: Int, loop: EventLoop, endpoint: Endpoint, tls context: TLSContext, session: ClientSession,
    owner: any ClientConnectionOwner
  ) throws(TransportError) {
    self.slot = slot
    self.loop = loop
    self.endpoint = endpoint
    self.session = session
    self.owner = owner
    tls = try TLSEngine(client: context, serverName: endpoint.host)
    incoming = .allocate(capacity: Self.recordSize)
    if let proxy = endpoint.proxy { self.proxy = ProxyHandshake(endpoint, proxy) }
  }

  deinit {
    stream?.close()
    incoming.deallocate()
  }

  /// Begins; every result comes later through the owner.
  func start() {
    let host = endpoint.proxy?.host ?? endpoint.address ?? endpoint.host
    let port = endpoint.proxy?.port ?? endpoint.port
    let resolution = Resolution(loop, host: host, port: port) { [weak self] result in
      guard let self, !self.isEnded else { return }
      switch result {
      case .success(let found):
        self.connect(found)
      case .failure(let error): self.end(error)
      }
    }
    self.resolution = resolution
    if let failed = resolution.failedToStart { end(failed) }
  }

  /// The addresses of a name in the resolver's order, until one takes us.
  func connect(_ found: [SocketAddress]) {
    addresses = found
    connectNext()
  }

  private func connectNext() {
    stream?.close()
    guard !addresses.isEmpty else {
      end(lastFailure ?? TransportError(.connect, "\(endpoint.host) has no address left"))
      return
    }
    let address = addresses.removeFirst()
    if addresses.isEmpty {
      attemptTimer = nil
    } else {
      let timer =
        attemptTimer
        ?? LoopTimer(loop) { [weak self] in
          guard let self, !self.isEnded else { return }
          self.connectNext()
        }
      attemptTimer = timer
      timer.set(after: Self.attemptDeadline)
    }
    do throws(TransportError) {
      let stream = try TCPStream(loop)
      stream.owner = self
      self.stream = stream
      stream.connect(address)
    } catch { end(error) }
  }

  /// Closes at once. No event follows.
  func close() {
    guard !isEnded else { return }
    isEnded = true
    attemptTimer = nil
    if isOpen {
      // A farewell where it still fits; nobody waits for it.
      outgoing.removeAll()
      session.terminate()
      _ = try? session.produce(into: &outgoing, limit: Self.recordSize)
      try? tls.write(outgoing.bytes)
      tls.shutdown()
      tls.drain { stream?.write($0) }
    }
    stream?.close()
  }

  private func end(_ error: TransportError) {
    guard !isEnded else { return }
    isEnded = true
    attemptTimer = nil
    stream?.close()
    owner?.connection(self, ended: error)
  }

  /// Sends what HTTP/2 has to say, a record at a time.
  func flush() {
    guard isOpen, !isEnded else { return }
    do throws(TransportError) {
      // What can no longer be written is not taken out of HTTP/2: it counts as never sent.
      while let stream, stream.isWritable, stream.pendingBytes < Self.backlog {
        outgoing.removeAll()
        guard try session.produce(into: &outgoing, limit: Self.recordSize - 512) else { break }
        try tls.write(outgoing.bytes)
        tls.drain { stream.write($0) }
      }
    } catch {
      end(error)
      return
    }
    if session.isOver {
      end(
        session.hasGoaway
          ? TransportError(.closed, "the peer closed the connection in order")
          : TransportError(.http2, "the peer broke HTTP/2"))
    }
  }

  // MARK: TCPStreamOwner

  func streamConnected(_ stream: TCPStream) {
    attemptTimer = nil
    stream.startReading()
    if let proxy {
      proxy.request.withUnsafeBufferPointer { stream.write($0) }
    } else {
      shakeHands()
    }
  }

  func stream(_ stream: TCPStream, read bytes: UnsafeBufferPointer<UInt8>) {
    guard !isEnded else { return }
    do throws(TransportError) {
      if proxy != nil {
        if try proxy?.receive(bytes) == true {
          proxy = nil
          shakeHands()
        }
        return
      }
      tls.receive(bytes)
      if !isOpen {
        shakeHands()
        if !isOpen || isEnded { return }
      }
      let more = try readAll()
      if isEnded { return }
      owner?.connectionHeard(self)
      if !more { end(TransportError(.closed, "the peer closed the connection")) }
    } catch { end(error) }
  }

  /// Decrypts and hands over all there is; false when the peer has ended TLS.
  private func readAll() throws(TransportError) -> Bool {
    while true {
      switch try tls.read(into: incoming, capacity: Self.recordSize) {
      case .bytes(let length):
        try session.receive(UnsafeBufferPointer(start: incoming, count: length))
      case .nothing: return true
      case .end: return false
      }
    }
  }

  private func shakeHands() {
    do throws(TransportError) {
      let done: Bool
      do throws(TransportError) {
        done = try tls.handshake()
      } catch {
        // The alert that tells the peer why.
        tls.drain { stream?.write($0) }
        throw error
      }
      tls.drain { stream?.write($0) }
      guard done else { return }
      guard tls.agreedProtocol == "h2" else {
        throw TransportError(
          .alpn,
          "\(endpoint.host):\(endpoint.port) does not speak HTTP/2 (ALPN chose \"\(tls.agreedProtocol)\")")
      }
      isOpen = true
      flush()
      if !isEnded { owner?.connectionOpened(self) }
    } catch { end(error) }
  }

  func streamDrained(_ stream: TCPStream) {
    guard !isEnded else { return }
    owner?.connectionDrained(self)
  }

  func stream(_ stream: TCPStream, ended error: TransportError?) {
    guard !isEnded else { return }
    if let error, error.code == .connect {
      lastFailure = error
      connectNext()
      return
    }
    let during = isOpen ? "" : " during the TLS handshake"
    end(error ?? TransportError(.closed, "the peer closed the connection\(during)"))
  }
}
