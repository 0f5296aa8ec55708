/// The platform of an installation.
public enum DevicePlatform: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case ios = 1
  case macos = 2
  case android = 3

  /// As in the API: `ios`, `macos`, `android`.
  public var name: String {
    switch self {
    case .ios: "ios"
    case .macos: "macos"
    case .android: "android"
    }
  }

  public init?(name: String) {
    guard let platform = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = platform
  }
}

/// Which world a token belongs to. FCM has one only: there it is `production`.
public enum TokenEnvironment: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The device could not read it. Kept, and not sent to.
  case unknown = 0
  case sandbox = 1
  case production = 2

  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .sandbox: "sandbox"
    case .production: "production"
    }
  }

  public init?(name: String) {
    guard let environment = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = environment
  }
}

/// Firebase knows a device by its registration token or by its installation id.
public enum DeviceTokenKind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case token = 1
  case fid = 2

  public var name: String { self == .token ? "token" : "fid" }

  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// Which account an installation belongs to.
public enum BindingState: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case unbound = 0
  case bound = 1
  /// A second account came while the first was bound and nobody had unbound it: nothing that is meant
  /// for an account is sent.
  case ambiguous = 2

  public var name: String {
    switch self {
    case .unbound: "unbound"
    case .bound: "bound"
    case .ambiguous: "ambiguous"
    }
  }
}

/// One provider, platform and environment; kept in the store by its number.
public enum LaneCode: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case iosSandbox = 1
  case iosProduction = 2
  case macosSandbox = 3
  case macosProduction = 4
  case android = 5

  /// Nil where the environment is unknown: such a device is not sent to.
  public init?(_ platform: DevicePlatform, _ environment: TokenEnvironment) {
    switch (platform, environment) {
    case (.android, _): self = .android
    case (_, .unknown): return nil
    case (.ios, .sandbox): self = .iosSandbox
    case (.ios, .production): self = .iosProduction
    case (.macos, .sandbox): self = .macosSandbox
    case (.macos, .production): self = .macosProduction
    }
  }

  /// For logs, metrics and people.
  public var name: String {
    switch self {
    case .iosSandbox: "ios-sandbox"
    case .iosProduction: "ios-production"
    case .macosSandbox: "macos-sandbox"
    case .macosProduction: "macos-production"
    case .android: "android"
    }
  }

  public var platform: DevicePlatform {
    switch self {
    case .iosSandbox, .iosProduction: .ios
    case .macosSandbox, .macosProduction: .macos
    case .android: .android
    }
  }
}

/// How urgent a message is. A band never waits for the one below it.
public enum Band: UInt8, Sendable, CaseIterable, BitwiseCopyable, Comparable {
  case urgent = 0
  case normal = 1
  case bulk = 2

  public var name: String {
    switch self {
    case .urgent: "urgent"
    case .normal: "normal"
    case .bulk: "bulk"
    }
  }

  public init?(name: String) {
    guard let band = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = band
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
