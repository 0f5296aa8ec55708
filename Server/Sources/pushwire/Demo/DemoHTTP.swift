import Foundation

/// What the demo's backend and devices ask the server with: one request, one connection, plain HTTP/1.1
/// on this machine.
struct DemoHTTP {
  struct Answer {
    /// 0: there was none.
    var status: Int
    var body: DemoPayload
    /// As it came.
    var text: String
  }

  let port: Int
  /// Seconds that an answer may take.
  private static let patience = 10

  /// - Parameter body: JSON; nil: none.
  func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: JSON? = nil) -> Answer
  {
    let content = body.map { Array($0.text.utf8) } ?? []
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if body != nil {
      head += "Content-Type: application/json\r\nContent-Length: \(content.count)\r\n"
    }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    guard let received = Self.exchange(Array((head + "\r\n").utf8) + content, port: port) else {
      return Answer(status: 0, body: DemoPayload(nil), text: "")
    }
    return Self.read(received)
  }

  /// An answer whose connection is closed at its end.
  static func read(_ bytes: [UInt8]) -> Answer {
    let mark = Array("\r\n\r\n".utf8)
    let end = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.endIndex
    let line = String(decoding: bytes[..<end].prefix { $0 != 13 }, as: UTF8.self)
    let words = line.split(separator: " ")
    let body = Array(bytes[end...].dropFirst(mark.count))
    return Answer(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0, body: DemoPayload(body),
      text: String(decoding: body, as: UTF8.self))
  }

  /// Nil where the server cannot be reached or says nothing in time.
  private static func exchange(_ request: [UInt8], port: Int) -> [UInt8]? {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      sent += count
    }
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return received }
      received += chunk[..<count]
    }
  }
}
