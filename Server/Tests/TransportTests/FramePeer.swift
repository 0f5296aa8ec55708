import Foundation
import PushCrypto
import Synchronization

@testable import Transport

/// A listening socket with a thread for each connection: peers that share nothing with the loop under test.
final class ThreadServer: Sendable {
  let port: Int
  private let listener: Int32
  private let accepted = Mutex(0)

  /// `serve` owns the descriptor only while it runs.
  init(ipv6: Bool = false, backlog: Int32 = 64, _ serve: (@Sendable (Int32) -> Void)?) throws {
    let listener = socket(ipv6 ? AF_INET6 : AF_INET, streamSocket, 0)
    let host = ipv6 ? "::1" : "127.0.0.1"
    guard listener >= 0, let address = SocketAddress(host: host, port: 0) else { throw PeerEnded() }
    let bound = address.withPointer {
      bind(listener, $0, socklen_t(ipv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size))
    }
    guard bound == 0, listen(listener, backlog) == 0 else {
      close(listener)
      throw PeerEnded()
    }
    self.listener = listener
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    port = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { typed in
        getsockname(listener, typed, &size) == 0 ? SocketAddress(typed)?.port ?? 0 : 0
      }
    }
    guard let serve else { return }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          close(listener)
          return
        }
        accepted.withLock { $0 += 1 }
        Thread.detachNewThread {
          serve(connection)
          close(connection)
        }
      }
    }
  }

  /// Connections so far.
  var connections: Int { accepted.withLock { $0 } }

  /// Nobody is accepted any more; the thread ends and closes the listener.
  func stop() { shutdown(listener, Int32(shutBoth)) }

  /// Closes a listener that has no thread.
  func release() { close(listener) }
}

struct PeerEnded: Error {}

#if os(Linux)
  let streamSocket = Int32(SOCK_STREAM.rawValue)
  let shutBoth = SHUT_RDWR
  let sendFlags = Int32(MSG_NOSIGNAL)
#else
  let streamSocket = SOCK_STREAM
  let shutBoth = SHUT_RDWR
  let sendFlags: Int32 = 0
#endif

/// Sends all of it, or throws.
func sendAll(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) throws {
  var at = 0
  while at < bytes.count, let base = bytes.baseAddress {
    let sent = send(descriptor, base + at, bytes.count - at, sendFlags)
    guard sent > 0 else { throw PeerEnded() }
    at += sent
  }
}

/// One frame (RFC 9113, section 4).
struct Frame: Sendable, Equatable {
  var type: UInt8
  var flags: UInt8 = 0
  var stream: Int32 = 0
  var payload: [UInt8] = []

  static let (data, headers, reset, settings, ping, goaway, windowUpdate):
    (
      UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    ) = (0, 1, 3, 4, 6, 7, 8)
  static let endStream: UInt8 = 1
  static let endHeaders: UInt8 = 4
  static let ack: UInt8 = 1

  var endsStream: Bool { (type == Self.data || type == Self.headers) && flags & Self.endStream != 0 }

  var bytes: [UInt8] {
    let length = payload.count
    return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
      + Self.word(UInt32(bitPattern: stream)) + payload
  }

  static func word(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  /// An answer's headers in plain HPACK: every field literal, none indexed, no Huffman code.
  static func headers(
    _ stream: Int32, status: Int, _ fields: [(String, String)] = [], end: Bool
  ) -> Frame {
    Frame(
      type: headers, flags: endHeaders | (end ? endStream : 0), stream: stream,
      payload: block([(":status", String(status))] + fields))
  }

  static func trailers(_ stream: Int32, _ fields: [(String, String)]) -> Frame {
    Frame(type: headers, flags: endHeaders | endStream, stream: stream, payload: block(fields))
  }

  private static func block(_ fields: [(String, String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in fields {
      bytes.append(0)
      bytes.append(UInt8(name.utf8.count))
      bytes += Array(name.utf8)
      bytes.append(UInt8(value.utf8.count))
      bytes += Array(value.utf8)
    }
    return bytes
  }

  static func data(_ stream: Int32, _ bytes: [UInt8], end: Bool) -> Frame {
    Frame(type: data, flags: end ? endStream : 0, stream: stream, payload: bytes)
  }

  static func settings(_ values: [UInt16: UInt32]) -> Frame {
    var bytes: [UInt8] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      bytes += [UInt8(key >> 8), UInt8(key & 255)]
      bytes += word(value)
    }
    return Frame(type: settings, payload: bytes)
  }

  static func reset(_ stream: Int32, _ code: UInt32) -> Frame {
    Frame(type: reset, stream: stream, payload: word(code))
  }

  static func goaway(last: Int32, code: UInt32 = 0, _ debug: String = "") -> Frame {
    Frame(type: goaway, payload: word(UInt32(bitPattern: last)) + word(code) + Array(debug.utf8))
  }

  static func windowUpdate(_ stream: Int32, _ increment: UInt32) -> Frame {
    Frame(type: windowUpdate, stream: stream, payload: word(increment))
  }
}

/// An HTTP/2 server of a few lines that says exactly the frames a test wants. Knows no nghttp2.
final class FramePeer {
  private let descriptor: Int32
  private let tls: TLSEngine
  private var plain: [UInt8] = []
  /// Every frame that came.
  /// Closes at once at the end: the client's next write is refused.
  var leavesBytesUnread = false
  private(set) var seen: [Frame] = []

  private init(_ descriptor: Int32, _ issued: CertificateAuthority.Issued) throws {
    self.descriptor = descriptor
    // What was said must be on its way before the connection is cut.
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let context = try TLSContext(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM, protocols: .http2)
    tls = try TLSEngine(server: context)
    while true {
      let done = try tls.handshake()
      try flush()
      if done { return }
      try pull()
    }
  }

  /// Listens; each connection runs the script on a thread of its own, and is cut when it returns.
  /// An error in the script is the peer's end.
  static func listen(
    _ tls: TestTLS, ipv6: Bool = false, _ script: @escaping @Sendable (FramePeer) throws -> Void
  ) throws -> ThreadServer {
    let issued = tls.issued
    return try ThreadServer(ipv6: ipv6) { descriptor in
      do {
        let peer = try FramePeer(descriptor, issued)
        try? script(peer)
        if peer.leavesBytesUnread { return }
      } catch {}
      // In order: a socket closed with unread bytes would take back what was said last.
      shutdown(descriptor, Int32(SHUT_WR))
      var rest = [UInt8](repeating: 0, count: 4096)
      while recv(descriptor, &rest, rest.count, 0) > 0 {}
    }
  }

  private func flush() throws {
    var failure: (any Error)?
    tls.drain { bytes in
      do { try sendAll(descriptor, bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func pull() throws {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { throw PeerEnded() }
    buffer.withUnsafeBufferPointer { tls.receive(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  private func need(_ count: Int) throws {
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 16 * 1024)
    defer { target.deallocate() }
    while plain.count < count {
      switch try tls.read(into: target, capacity: 16 * 1024) {
      case .bytes(let length): plain += UnsafeBufferPointer(start: target, count: length)
      case .nothing: try pull()
      case .end: throw PeerEnded()
      }
    }
  }

  /// Reads the client's preface and says our SETTINGS.
  func begin(_ settings: [UInt16: UInt32] = [3: 100]) throws {
    try need(24)
    plain.removeFirst(24)
    try send(.settings(settings))
  }

  func send(_ frames: Frame...) throws { try sendRaw(frames.flatMap(\.bytes)) }

  func sendRaw(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBufferPointer { try tls.write($0) }
    try flush()
  }

  /// The next frame; SETTINGS are acknowledged on the way.
  func frame() throws -> Frame {
    try need(9)
    let length = Int(plain[0]) << 16 | Int(plain[1]) << 8 | Int(plain[2])
    try need(9 + length)
    let stream = plain[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let frame = Frame(
      type: plain[3], flags: plain[4], stream: Int32(stream), payload: Array(plain[9..<(9 + length)]))
    plain.removeFirst(9 + length)
    seen.append(frame)
    if frame.type == Frame.settings && frame.flags & Frame.ack == 0 {
      try send(Frame(type: Frame.settings, flags: Frame.ack))
    }
    return frame
  }

  /// Waits for a frame of this type on any stream.
  func frame(_ type: UInt8) throws -> Frame {
    while true {
      let next = try frame()
      if next.type == type { return next }
    }
  }

  /// Waits for the end of the next request; its stream.
  func request() throws -> Int32 {
    while true {
      let next = try frame()
      if next.endsStream { return next.stream }
    }
  }

  /// Answers every request with 200 until the client goes.
  func answerAll() throws {
    while true { try send(.headers(request(), status: 200, end: true)) }
  }
}
