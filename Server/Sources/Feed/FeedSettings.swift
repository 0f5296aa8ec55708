/// How nodes reach the feed, and how it is kept: `feed:` in the profile.
///
/// The feed carries row numbers of messages that are due, never the messages; the store's outbox is the record.
public struct FeedSettings: Sendable, Equatable {
  /// Who this is to the servers.
  public enum Credentials: Sendable, Equatable {
    case none
    case user(String, password: String)
    case token(String)
    /// The public key, and the file with its seed.
    case nkey(String, seedFile: String)
    /// A `.creds` file with user JWT and seed.
    case file(String)
  }

  /// TLS is on where this is set, or where a server's URL begins with `tls://`. The server's certificate is
  /// always verified, with the host's name.
  public struct TLS: Sendable, Equatable {
    /// PEM file of the authorities to trust; nil: the system's.
    public var authorityFile: String?
    /// PEM files of a certificate of our own, where the servers ask for one.
    public var certificateFile: String?
    public var keyFile: String?
    /// The name in the servers' certificates, where it is not the host's of their URLs.
    public var serverName: String?

    public init(
      authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil,
      serverName: String? = nil
    ) {
      self.authorityFile = authorityFile
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.serverName = serverName
    }
  }

  /// `nats://HOST:PORT` or `tls://HOST:PORT`, without credentials in them; some or all of the cluster.
  public var servers: [String]
  /// The app's name; it stands in subjects and in the stream's name, so that apps can share a cluster.
  public var app: String
  public var credentials = Credentials.none
  public var tls: TLS?
  /// Of the stream and its consumers: 1, 3 or 5. Only used where they are made.
  public var replicas = 3
  /// Messages of a lane and band that are in the stream and not pulled: beyond it nothing is fed.
  public var mostWaiting = 4096
  /// Messages of a lane and band that are pulled by all nodes together and not acknowledged.
  public var mostUnacknowledged = 65_536
  /// A message that nobody acknowledged for so long goes to another node, milliseconds.
  public var acknowledgeWait = 30_000
  /// How long the servers remember message ids, milliseconds.
  public var duplicateWindow = 120_000
  /// How long the feed keeps a row; then it is due in the store again, milliseconds.
  public var lease = 60_000
  /// Out of order for so long, nodes claim from the store; as soon as it is well again they do not,
  /// milliseconds.
  public var directAfter = 10_000
  /// The feeder looks this often whether something has become due that it was not told of, milliseconds.
  public var poll = 500
  /// For an answer of the servers, milliseconds.
  public var answerWithin = 2_000

  public init(servers: [String], app: String) {
    self.servers = servers
    self.app = app
  }

  /// What cannot work, said before anything is tried.
  public func check() throws(FeedError) {
    if servers.isEmpty { throw FeedError(.settings, "the feed has no server") }
    for server in servers {
      guard server.hasPrefix("nats://") || server.hasPrefix("tls://") else {
        throw FeedError(
          .settings, "a server of the feed is no nats:// or tls:// URL",
          advice: "Write nats://HOST:4222, or tls://HOST:4222 for TLS.")
      }
      guard !server.contains("@") else {
        throw FeedError(
          .settings, "a server of the feed has credentials in its URL",
          advice: "Name them under `credentials`, where a file can hold the secret.")
      }
    }
    guard [1, 3, 5].contains(replicas) else {
      throw FeedError(.settings, "the feed has \(replicas) replicas; 1, 3 and 5 are possible")
    }
    if let tls, (tls.certificateFile == nil) != (tls.keyFile == nil) {
      throw FeedError(.settings, "a certificate of our own needs its key, and a key its certificate")
    }
  }
}

extension FeedSettings.Credentials: CustomStringConvertible, CustomDebugStringConvertible {
  /// Without what is secret.
  public var description: String {
    switch self {
    case .none: "no credentials"
    case .user(let name, _): "user \(name)"
    case .token: "a token"
    case .nkey(let key, _): "nkey \(key.prefix(4))…\(key.suffix(4))"
    case .file: "a credentials file"
    }
  }
  public var debugDescription: String { description }
}

extension FeedSettings.Credentials: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why the feed could not be used.
public struct FeedError: Error, Sendable, Equatable {
  /// Stable and open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let settings = Self(rawValue: "feed.settings")
    /// No server can be reached.
    public static let unreachable = Self(rawValue: "feed.unreachable")
    /// The servers do not take these credentials.
    public static let refused = Self(rawValue: "feed.refused")
    /// No TLS, or a certificate that is not trusted.
    public static let tls = Self(rawValue: "feed.tls")
    /// JetStream did not do what it was asked for.
    public static let stream = Self(rawValue: "feed.stream")
    /// No answer in time.
    public static let timeout = Self(rawValue: "feed.timeout")
    public static let closed = Self(rawValue: "feed.closed")
  }
  public let code: Code
  public let message: String
  public let advice: String?

  public init(_ code: Code, _ message: String, advice: String? = nil) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}
