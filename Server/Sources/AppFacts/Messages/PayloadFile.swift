/// A payload for APNs.
public struct PayloadFile: Sendable, Equatable {
  public var place: Place
  /// Nil where it is no JSON; ``problem`` says why.
  public var tree: Located?
  /// Where JSON ends to be JSON, and why.
  public var problem: Sourced<String>?
  /// Bytes as written.
  public var size: Int
  /// An `.apns` file for the simulator.
  public var isForSimulator: Bool
  /// Of the request it was captured with: an index into ``AuditFacts/captures``.
  public var capture: Int?
  /// Rendered from this class of a profile.
  public var className: String?
  /// Parts of it were left open (`$NAME`, `{{name}}`): what it is when sent is unknown there.
  public var holdsUnknown = false

  public init(_ place: Place, tree: Located?, size: Int, isForSimulator: Bool = false) {
    self.place = place
    self.tree = tree
    self.size = size
    self.isForSimulator = isForSimulator
  }

  public var aps: Located? { tree?["aps"] }
}

/// A message for FCM's HTTP v1, or for the API before it.
public struct FCMBody: Sendable, Equatable {
  public var place: Place
  public var tree: Located?
  public var problem: Sourced<String>?
  public var size: Int
  public var capture: Int?
  /// `message.token`, or `to` of the API before; in the tree it is masked.
  public var token: DeviceTokenFact?
  /// Parts of it were left open (`$NAME`, `{{name}}`): what it is when sent is unknown there.
  public var holdsUnknown = false
  public init(_ place: Place, tree: Located?, size: Int) {
    self.place = place
    self.tree = tree
    self.size = size
  }
  public var message: Located? { tree?["message"] }
}

/// A request as somebody captured it: a curl line, or headers and a body; with the answer where it is there.
public struct CapturedRequest: Sendable, Equatable {
  public var place: Place
  public var method: Sourced<String>?
  /// Host with port where written, as `api.push.apple.com`.
  public var host: Sourced<String>?
  /// With a device token in it masked.
  public var path: Sourced<String>?
  /// `1.1`, `2`, where it is said.
  public var httpVersion: Sourced<String>?
  /// Names in lower case. Of `authorization` only the scheme is kept (`bearer`, `key`), see
  /// ``providerToken``; values of other headers that no provider knows are left out.
  public var headers: [Header]
  /// Where a client certificate is named (`--cert`).
  public var certificate: Place?
  /// Masked: its first and last four characters.
  public var deviceToken: DeviceTokenFact?
  public var providerToken: ProviderTokenFact?
  public var answer: Answer?
  /// Things of the form `${VAR}` that the shell had not filled in: their values are unknown.
  public var unresolved: [Sourced<String>] = []

  public init(_ place: Place, headers: [Header] = []) {
    self.place = place
    self.headers = headers
  }

  public func header(_ name: String) -> Sourced<String>? {
    headers.first { $0.name == name }.map { Sourced($0.value, $0.place) }
  }

  public struct Header: Sendable, Equatable {
    /// In lower case.
    public var name: String
    public var value: String
    public var place: Place
    public init(_ name: String, _ value: String, _ place: Place) {
      self.name = name
      self.value = value
      self.place = place
    }
  }

  /// What the provider said.
  public struct Answer: Sendable, Equatable {
    public var place: Place
    public var status: Int?
    /// Verbatim: APNs' reason or FCM's errorCode.
    public var reason: Sourced<String>?
    /// `apns-id`, FCM's name.
    public var identifier: Sourced<String>?
    public var uniqueID: Sourced<String>?
    /// Milliseconds since 1970, of a 410.
    public var timestamp: Int?
    /// The `date` header: when it was answered, in milliseconds since 1970.
    public var date: Int?
    public init(_ place: Place, status: Int?) {
      self.place = place
      self.status = status
    }
  }
}

/// A device token in a file: its shape, never the whole of it.
public struct DeviceTokenFact: Sendable, Equatable {
  /// `3f2a…91bc`
  public var masked: String
  public var place: Place
  /// Characters.
  public var length: Int
  /// Only hexadecimal digits.
  public var isHex: Bool
  /// Spaces, `<`, `>` or quotes in it.
  public var hasDecoration: Bool
  public init(masked: String, place: Place, length: Int, isHex: Bool, hasDecoration: Bool) {
    self.masked = masked
    self.place = place
    self.length = length
    self.isHex = isHex
    self.hasDecoration = hasDecoration
  }
}

/// A provider token (JWT) of APNs, without its signature.
public struct ProviderTokenFact: Sendable, Equatable {
  public var place: Place
  public var algorithm: String?
  public var keyID: String?
  public var teamID: String?
  /// Seconds since 1970.
  public var issuedAt: Int?
  /// Why it cannot be read.
  public var problem: String?
  public init(_ place: Place) { self.place = place }
}
