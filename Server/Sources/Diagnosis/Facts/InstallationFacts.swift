public import PushContract

/// What the server tells of an installation (GET /v1/installations/{id}).
public struct InstallationFacts: Sendable, Equatable {
  /// active, held, quarantined, gone.
  public var state = ""
  public var platform = ""
  public var environment = ""
  public var environmentSource: String?
  /// By its ends; nil: the server has none.
  public var token: String?
  public var generation = 0
  /// bound, unbound, ambiguous.
  public var binding = ""
  public var account: String?
  public var osVersion: String?
  public var appVersion: String?
  /// Milliseconds since 1970.
  public var lastConfirmedAt: Int?
  /// When the server was asked, milliseconds since 1970.
  public var readAt = 0
  public var hops: [HopFacts] = []
  /// Newest first.
  public var retired: [RetiredFacts] = []

  public init() {}

  public func hop(_ hop: Hop) -> HopFacts? { hops.first { $0.hop == hop.rawValue } }

  /// Emulators play the providers of its server.
  public var isEmulated: Bool { hop(.accepted)?.provenance == Provenance.virtual.rawValue }
}

/// The server's own evidence for a hop.
public struct HopFacts: Sendable, Equatable {
  public var hop = ""
  public var status = ""
  public var detail: String?
  public var provenance: String?
  public init() {}
}

/// Why a token of an installation went, and when.
public struct RetiredFacts: Sendable, Equatable {
  /// logout, token_dead, rotated, …
  public var kind = ""
  public var detail: String?
  public var at: Int?
  public init() {}
}
