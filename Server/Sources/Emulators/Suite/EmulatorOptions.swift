/// How a suite of emulators is started.
public struct EmulatorOptions: Sendable {
  /// TCP ports on 127.0.0.1; 0 for any free one.
  public var apnsSandboxPort = 0
  public var apnsProductionPort = 0
  /// FCM and OAuth together.
  public var fcmPort = 0
  /// The devices' port, plain HTTP/1.1, where other programs play devices; nil for none.
  public var devicesPort: Int?
  /// Where the authority's certificate is written, PEM; nil for a file in the temporary folder, which is
  /// removed at the end.
  public var caPath: String?
  /// The names the server certificate is for. The providers' own names are among them, so that a client
  /// that cannot be told another address can be led here by its resolver.
  public var hostNames = [
    "localhost", "api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com",
    "fcm.googleapis.com", "iid.googleapis.com", "oauth2.googleapis.com", "www.googleapis.com",
  ]
  /// What both APNs servers judge by.
  public var apnsRules = APNsRules()
  /// What FCM and OAuth judge by.
  public var fcmRules = FCMRules()
  /// Streams on an APNs connection before a request with a valid provider token.
  public var streamsBeforeAuthentication = 1
  /// And after it.
  public var streamsAfterAuthentication = 1000
  /// Streams on an FCM connection.
  public var fcmStreams = 100
  /// How many requests the log keeps; 0 to count only.
  public var logCapacity = 1000
  /// A file that gets one JSON line a request; nil for none.
  public var logPath: String?
  /// Put bodies into the log.
  public var logsPayloads = false
  /// What ids are made from.
  public var seed: UInt64 = 1
  /// Milliseconds since 1970.
  public var clock: @Sendable () -> Int64 = EmulatorOptions.systemClock

  public init() {}
}

/// Why a suite could not start.
public struct EmulatorError: Error, Sendable, CustomStringConvertible {
  /// An open set of codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let certificate = Code(rawValue: "emulator.certificate")
    public static let file = Code(rawValue: "emulator.file")
    public static let network = Code(rawValue: "emulator.network")
  }

  /// Which kind of fault.
  public let code: Code
  /// What failed and what to do.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
