public import Store
public import Transport

/// What `pushwire serve` is told beside its profile.
public struct ServerConfiguration: Sendable {
  public var profilePath = "pushwire.yaml"
  /// Nil: where the profile says.
  public var store: StorePlace?
  /// What this node does; all of it where it is alone.
  public var roles = Set(NodeRole.allCases)
  /// The same across restarts, and no other node's; nil: the machine's name and the port.
  public var nodeName: String?
  /// Of this program, as nodes show it.
  public var version = ""
  public var host = "127.0.0.1"
  /// 0: any free one.
  public var port = 8780
  /// A reverse proxy speaks TLS in front of us; without that and without a certificate the server listens
  /// on this machine only.
  public var isBehindProxy = false
  public var certificatePath: String?
  public var certificateKeyPath: String?
  /// Threads that answer HTTP.
  public var threads = 2
  /// Connections that each lane keeps.
  public var connections = 2
  /// Milliseconds to wait for a provider's answer.
  public var deadline = 30_000
  /// Messages of one lane that are in memory at once.
  public var window = 8_192
  /// Seconds for what is under way when the server is told to end.
  public var drainSeconds = 20
  public var logLevel = ServerLog.Level.info
  /// False: the profile's receivers of webhooks hear nothing.
  public var sendsWebhooks = true
  /// In place of Apple's and Google's servers.
  public var emulator: EmulatedProviders?
  /// How often sweeps run, seconds.
  public var sweepSeconds = 60
  public init() {}

  /// The store as a file.
  public var storePath: String {
    get { store?.path ?? "pushwire.db" }
    set { store = .sqlite(newValue) }
  }

  /// Only this machine can reach it.
  public var isLoopback: Bool {
    // A name that begins so may be anybody's.
    host == "localhost" || host == "::1"
      || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || 48...57 ~= $0 }
  }
}

/// Where emulators listen, and what they know.
public struct EmulatedProviders: Sendable {
  public var apnsSandbox: Endpoint
  public var apnsProduction: Endpoint
  public var fcm: Endpoint
  /// The certificate authority to trust for them, and for nothing else.
  public var certificateAuthority: String
  /// Used where the profile's own files are not there.
  public var apnsKeyPath: String
  public var apnsKeyID: String
  public var apnsTeamID: String
  public var serviceAccountPath: String

  public init(
    apnsSandbox: Endpoint, apnsProduction: Endpoint, fcm: Endpoint, certificateAuthority: String,
    apnsKeyPath: String, apnsKeyID: String, apnsTeamID: String, serviceAccountPath: String
  ) {
    self.apnsSandbox = apnsSandbox
    self.apnsProduction = apnsProduction
    self.fcm = fcm
    self.certificateAuthority = certificateAuthority
    self.apnsKeyPath = apnsKeyPath
    self.apnsKeyID = apnsKeyID
    self.apnsTeamID = apnsTeamID
    self.serviceAccountPath = serviceAccountPath
  }
}

/// Why the server could not start, or did not take new settings.
public struct ServerError: Error, Sendable, Equatable {
  /// Stable and open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let profile = Self(rawValue: "profile")
    public static let credentials = Self(rawValue: "credentials")
    public static let store = Self(rawValue: "store")
    public static let listen = Self(rawValue: "listen")
    public static let exposed = Self(rawValue: "exposed")
    public static let webhooks = Self(rawValue: "webhooks")
    public static let system = Self(rawValue: "system")
  }
  public let code: Code
  public let message: String
  /// A file with line and column, an address.
  public let place: String?
  public let advice: String?

  public init(_ code: Code, _ message: String, place: String? = nil, advice: String? = nil) {
    self.code = code
    self.message = message
    self.place = place
    self.advice = advice
  }
}
