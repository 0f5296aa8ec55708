#if os(Linux)
  import Foundation
  import Glibc

  /// An HTTP server on this machine that reads requests whole: one a connection, a thread each.
  final class ParcelServer: @unchecked Sendable {
    struct Request: Sendable {
      var method = ""
      var path = ""
      /// Names in lower case.
      var headers: [String: String] = [:]
      var body = ""
    }

    private let lock = NSLock()
    private let answer: @Sendable (Request) -> (status: Int, body: String)
    private var taken: [Request] = []
    let address: String

    var requests: [Request] { lock.withLock { taken } }
    func forget() { lock.withLock { taken = [] } }

    init(_ answer: @escaping @Sendable (Request) -> (status: Int, body: String)) {
      self.answer = answer
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &place) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          _ = bind(listener, pointer, length)
          _ = listen(listener, 64)
          _ = getsockname(listener, pointer, &length)
        }
      }
      address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
      Thread.detachNewThread { [weak self] in
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          let server = self
          Thread.detachNewThread { server?.serve(connection) }
        }
      }
    }

    private func serve(_ connection: Int32) {
      defer { close(connection) }
      guard let request = Self.read(connection) else { return }
      lock.withLock { taken.append(request) }
      let (status, body) = answer(request)
      let text =
        "HTTP/1.1 \(status) -\r\nContent-Type: application/json\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      let bytes = Array(text.utf8)
      var sent = 0
      while sent < bytes.count {
        let count = send(connection, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }

    private static func read(_ connection: Int32) -> Request? {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let text = String(decoding: bytes, as: UTF8.self)
        if let end = text.range(of: "\r\n\r\n") {
          var request = Request()
          let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
          let words = lines[0].split(separator: " ").map(String.init)
          guard words.count == 3 else { return nil }
          (request.method, request.path) = (words[0], words[1])
          for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map {
              $0.trimmingCharacters(in: .whitespaces)
            }
            if parts.count == 2 { request.headers[parts[0].lowercased()] = parts[1] }
          }
          request.body = String(text[end.upperBound...])
          if request.body.utf8.count >= Int(request.headers["content-length"] ?? "0") ?? 0 { return request }
        }
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        bytes += buffer[..<count]
      }
    }
  }
#endif
