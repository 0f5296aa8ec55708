import Foundation

/// A client of bytes: it sends what it is told, well-formed or not.
final class RawClient {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Answer {
    var status = 0
    var headers: [String: String] = [:]
    var body = ""
  }

  #if canImport(Darwin)
    // There the option of the socket stands for it.
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  private(set) var descriptor: Int32
  private var received: [UInt8] = []
  private(set) var hasEnded = false

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      let code = errno
      Foundation.close(descriptor)
      descriptor = -1
      throw Failure(description: "connect: \(String(cString: strerror(code)))")
    }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  /// False where the peer takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var at = 0
    while at < bytes.count {
      let sent = bytes[at...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      guard sent > 0 else { return false }
      at += sent
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func get(_ path: String, _ headers: String = "") {
    send("GET \(path) HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
  }

  func post(_ path: String, _ body: String, _ headers: String = "") {
    send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }

  /// One answer. `isHead`: it has no body, whatever its length says.
  func answer(isHead: Bool = false) throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while true {
      headEnd = received.indices.first { received[$0...].starts(with: end) }
      if headEnd != nil { break }
      try more()
    }
    let split = headEnd ?? 0
    var answer = Answer()
    let lines = String(decoding: received[..<split], as: UTF8.self).components(separatedBy: "\r\n")
    answer.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      answer.headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    received.removeFirst(split + 4)
    if answer.status == 100 { return answer }
    let length = isHead ? 0 : Int(answer.headers["content-length"] ?? "") ?? 0
    while received.count < length { try more() }
    answer.body = String(decoding: received.prefix(length), as: UTF8.self)
    received.removeFirst(length)
    return answer
  }

  /// What comes until the peer closes.
  func rest(milliseconds: Int32 = 10_000) throws -> String {
    while !hasEnded {
      do { try more(milliseconds: milliseconds) } catch  where hasEnded { break }
    }
    return String(decoding: received, as: UTF8.self)
  }

  /// Whether the peer has closed, or does within the time.
  func isClosed(milliseconds: Int32 = 10_000) -> Bool {
    _ = try? more(milliseconds: milliseconds)
    return hasEnded
  }

  private func more(milliseconds: Int32 = 10_000) throws {
    var waits = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waits, 1, milliseconds) > 0 else { throw Failure(description: "nothing came in time") }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      hasEnded = true
      throw Failure(
        description: "closed, after \(String(decoding: received, as: UTF8.self).debugDescription)")
    }
    received += buffer[..<count]
  }
}
