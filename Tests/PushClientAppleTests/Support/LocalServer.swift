#if os(Linux)
  import Foundation
  import Glibc

  /// A server on this machine that answers each connection with one text.
  final class LocalServer: @unchecked Sendable {
    private let listener: Int32
    let port: Int
    private let requests = Record<String>()
    var taken: [String] { requests.all }

    /// - Parameter answer: to the first line of a request; nil: none, the connection stays open.
    init?(_ answer: @escaping @Sendable (_ line: String) -> String?) {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && listen(listener, 8) == 0
            && getsockname(listener, $0, &length) == 0
        }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
      guard listener >= 0, isBound else { return nil }
      let requests = requests
      Thread.detachNewThread {
        while true {
          let connection = accept(listener, nil, nil)
          guard connection >= 0 else { return }
          let text = Self.request(on: connection)
          requests.add(text)
          guard let reply = answer(text.components(separatedBy: "\r\n").first ?? "") else { continue }
          _ = reply.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
          close(connection)
        }
      }
    }

    /// Head and body, as far as they come.
    private static func request(on connection: Int32) -> String {
      var text = ""
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return text }
        text += String(decoding: bytes.prefix(count), as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        guard parts.count > 1 else { continue }
        let length = parts[0].components(separatedBy: "\r\n").compactMap { line -> Int? in
          let field = line.lowercased().components(separatedBy: "content-length: ")
          return field.count == 2 ? Int(field[1]) : nil
        }
        if parts[1].utf8.count >= length.first ?? 0 { return text }
      }
    }

    func address(_ path: String) -> URL? { URL(string: "http://127.0.0.1:\(port)\(path)") }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }
#endif
