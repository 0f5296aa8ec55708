/// Where a lane connects to. Never changes while the lane lives: an environment cannot be swapped
/// under a connection.
public struct Endpoint: Sendable, Equatable {
  /// A DNS name or an IP address; the certificate must be for it.
  public var host: String
  public var port: Int
  /// An address to connect to in place of a look-up of `host`; for emulators.
  public var address: String?
  public var proxy: Proxy?

  public init(host: String, port: Int, address: String? = nil, proxy: Proxy? = nil) {
    self.host = host
    self.port = port
    self.address = address
    self.proxy = proxy
  }

  /// `:authority`: the port only where it is not HTTPS' own.
  var authority: String { port == 443 ? bracketed : "\(bracketed):\(port)" }
  var bracketed: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

  /// An HTTP proxy that is asked to CONNECT.
  public struct Proxy: Sendable, Equatable {
    public var host: String
    public var port: Int
    /// `user:password` for Basic authentication. A secret: never printed.
    public var credentials: String?

    public init(host: String, port: Int, credentials: String? = nil) {
      self.host = host
      self.port = port
      self.credentials = credentials
    }

    /// Reads `http://[user:password@]host:port`; user and password may be percent-encoded.
    public init(url: String) throws(TransportError) {
      let bad = TransportError(.configuration, "a proxy is written http://[user:password@]host:port")
      guard url.hasPrefix("http://") else { throw bad }
      var rest = url.dropFirst(7)
      if rest.hasSuffix("/") { rest = rest.dropLast() }
      if let at = rest.lastIndex(of: "@") {
        guard let decoded = Self.percentDecoded(rest[..<at]) else { throw bad }
        credentials = decoded
        rest = rest[rest.index(after: at)...]
      }
      guard let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]),
        (1...65535).contains(port), colon > rest.startIndex
      else { throw bad }
      var host = String(rest[..<colon])
      if host.hasPrefix("[") && host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
      guard !host.isEmpty else { throw bad }
      self.host = host
      self.port = port
    }

    private static func percentDecoded(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
          let value = UInt8(String(Substring(digits)), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }
}
