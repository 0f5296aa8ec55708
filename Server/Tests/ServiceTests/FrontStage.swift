import Foundation
import HTTPFront
import Testing

@testable import Service

/// The same server behind its HTTP front, on a port of its own.
final class FrontStage: Sendable {
  let stage: ServerStage
  let front: HTTPFront
  var base: String { "http://127.0.0.1:\(front.port)" }

  init(_ stage: ServerStage) throws {
    self.stage = stage
    var configuration = HTTPFrontConfiguration()
    configuration.idleSeconds = 5
    configuration.maximumBody = ServiceAPI.largestBody
    configuration.problem = { Problem.ofFront($0).answer }
    front = try HTTPFront(configuration: configuration, handler: stage.api)
  }

  deinit { front.stop() }

  /// Sends bytes as they are and returns what comes back until the server closes, or has answered whole.
  ///
  /// `isLast`: says after them that nothing more will be sent. The library takes that for a client that has
  /// gone, and answers only what it can at once: not what waits for the store.
  func exchange(_ bytes: [UInt8], waits: Bool = true, isLast: Bool = true) -> [UInt8] {
    #if os(Linux)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
      let flags: Int32 = 0
    #endif
    guard socket >= 0 else { return [] }
    defer { close(socket) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(front.port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { return [] }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    guard waits else { return [] }
    if isLast { shutdown(socket, Int32(SHUT_WR)) }
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      out += buffer[..<count]
    }
    return out
  }
}
