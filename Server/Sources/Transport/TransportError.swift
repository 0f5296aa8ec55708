/// What went wrong between us and a peer. A peer's answer is never one of these: it is data.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The step that failed. An open set: keep what you do not know.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The name was not found, or the resolver failed.
    public static let resolve = Code(rawValue: "resolve")
    /// The TCP connection was refused, unreachable or cut.
    public static let connect = Code(rawValue: "connect")
    /// The proxy refused or answered nonsense.
    public static let proxy = Code(rawValue: "proxy")
    /// The TLS handshake failed for another reason than the certificate.
    public static let tls = Code(rawValue: "tls")
    /// The peer's certificate is not trusted, expired or for another name.
    public static let certificate = Code(rawValue: "certificate")
    /// The peer does not speak HTTP/2 (ALPN `h2`).
    public static let alpn = Code(rawValue: "alpn")
    /// The peer broke HTTP/2.
    public static let http2 = Code(rawValue: "http2")
    /// Nothing came back in time.
    public static let timeout = Code(rawValue: "timeout")
    /// The peer ended the connection.
    public static let closed = Code(rawValue: "closed")
    /// Our own configuration cannot work.
    public static let configuration = Code(rawValue: "configuration")
    /// The system refused us something (descriptors, memory, a port).
    public static let system = Code(rawValue: "system")
  }

  public let code: Code
  /// One sentence for a person, without secrets.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code): \(message)" }
}
