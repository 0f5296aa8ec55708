/// How an ``HTTPFront`` listens and what it takes.
public struct HTTPFrontConfiguration: Sendable {
  /// A numeric address, or a name of this machine. `::` listens on IPv4 too.
  public var host = "127.0.0.1"
  /// 0: any free port; ``HTTPFront/port`` says which.
  public var port = 0
  /// Threads that read requests and run the handler.
  public var threads = 2
  /// Connections at one time; one more is closed as soon as it comes.
  public var connections = 4096
  /// A connection on which nothing moves is closed after so many seconds. One whose answer is awaited
  /// is not.
  public var idleSeconds = 60
  /// The certificate chain and its key, both or none: with them the port speaks TLS alone.
  public var certificatePEM: String?
  public var keyPEM: String?
  /// No body is taken beyond this, whatever the handler admits; bytes.
  public var maximumBody = 1 << 20
  /// Request line and headers together, bytes. More is answered 431.
  public var maximumHeader = 16 * 1024
  /// The answers that the front gives by itself: 400, 413, 501, 503, and 500 where an answer cannot be
  /// written.
  public var problem: @Sendable (Int) -> HTTPAnswer = { HTTPAnswer(status: $0) }

  /// Waits as where there is no epoll; for tests.
  var avoidsEpoll = false

  public init() {}
}

/// Why a front could not be started.
public struct HTTPFrontError: Error, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// A value of the configuration is not possible.
    case configuration
    /// The host is not an address of this machine, or cannot be resolved.
    case address
    /// Somebody else listens there.
    case portInUse
    /// The port needs more rights than the process has.
    case notAllowed
    /// TLS is not in this libmicrohttpd, or certificate and key cannot be used.
    case tls
    /// The system gave no socket or thread.
    case system
  }

  public let code: Code
  /// What is wrong and what to do, in words.
  public let message: String
  public var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
