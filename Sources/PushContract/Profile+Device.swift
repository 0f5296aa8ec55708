/// When and how the app asks for permission.
public struct Priming: Sendable, Equatable {
  public var valueMoments: [ValueMoment] = []
  /// When the explainer may be offered again after a "not now".
  public var reoffer: Reoffer?
  /// Ask for quiet provisional authorization first (iOS 12 and later).
  public var provisional = false
  public init() {}
}

/// A user's action that justifies asking.
public struct ValueMoment: Sendable, Equatable {
  public var name: String
  public var explainer: String?
  public init(name: String, explainer: String? = nil) {
    self.name = name
    self.explainer = explainer
  }
}

public struct Reoffer: Sendable, Equatable {
  /// Seconds to wait after a "not now".
  public var after: Int
  /// How often the explainer may be offered in all.
  public var times: Int
  public init(after: Int, times: Int) {
    self.after = after
    self.times = times
  }
}

/// The typed place in the app that a tap leads to.
public struct Destination: Sendable, Equatable {
  public var name: String
  public var parameters: [Parameter] = []
  public var accountRequired = false
  /// Where a tap goes when this place is unknown, forbidden or gone: a destination's name.
  public var fallback: String?
  /// The path of a link that leads here, without parameters that the link would have to carry elsewhere.
  public var path: LinkPath?
  public init(name: String) { self.name = name }
}

extension Profile {
  /// Where a tap goes that leads nowhere else: the destination `home`, or else the first one that takes
  /// neither parameters nor an account.
  public var home: Destination? { destination("home") ?? destinations.first(where: \.isOpenToAll) }
}

extension Destination {
  /// Whether anybody can be led here at any time: no parameters, no account.
  var isOpenToAll: Bool { parameters.isEmpty && !accountRequired }
}

/// The type of a parameter of a class or destination.
public enum ParameterType: String, Sendable, CaseIterable {
  /// Text for people.
  case string
  /// An opaque id of the app's: letters, digits and `._~:-`, at most 128 bytes.
  case id
  case integer, decimal, boolean
  /// UNIX seconds.
  case timestamp
}

public struct Parameter: Sendable, Equatable {
  public var name: String
  public var type: ParameterType
  public init(name: String, type: ParameterType) {
    self.name = name
    self.type = type
  }
}

/// An Android notification channel; importance is fixed at creation.
public struct Channel: Sendable, Equatable {
  public enum Importance: String, Sendable, CaseIterable { case none, min, low, `default`, high }
  public var id: String
  public var name: String
  public var importance: Importance = .default
  public var description: String?
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A category of a notification with its buttons.
public struct ActionCategory: Sendable, Equatable {
  public var id: String
  public var actions: [Action] = []
  public init(id: String) { self.id = id }

  public struct Action: Sendable, Equatable {
    public var id: String
    public var title: LocalizedText
    public var foreground = false
    public var destructive = false
    public var authenticationRequired = false
    /// The button takes a typed answer.
    public var textInput = false
    public init(id: String, title: LocalizedText) {
      self.id = id
      self.title = title
    }
  }
}

/// Work that the system runs later; the Info.plist lines and the code are generated from it.
public struct BackgroundTask: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable { case refresh, processing }
  public var name: String
  /// The id in `BGTaskSchedulerPermittedIdentifiers`.
  public var id: String
  public var kind: Kind
  public var network = false
  public var power = false
  /// Seconds; a floor, not a schedule.
  public var earliestBegin: Int = 0
  public var accountBound = false
  public init(name: String, id: String, kind: Kind) {
    self.name = name
    self.id = id
    self.kind = kind
  }
}

public struct Lifecycle: Sendable, Equatable {
  /// Seconds unseen until a registration is left out of bulk sends. Firebase calls a month stale.
  public var staleAfter = 30 * 86_400
  /// Seconds unseen until a registration is pruned. FCM expires Android tokens after 270 days.
  public var pruneAfter = 270 * 86_400
  /// Seconds that a token which a provider called foreign is left alone, unless its device confirms it
  /// before.
  public var quarantine = 7 * 86_400
  public init() {}
}

public struct Analytics: Sendable, Equatable {
  public var receipts = true
  /// Counts are kept apart by system and app version, too.
  public var segments = true
  /// Seconds that daily counts are kept.
  public var retention = 90 * 86_400
  /// A group of fewer than so many is not shown by itself: a small one tells of single people.
  public var minimumCohort = 20
  /// FCM's `analytics_label` for every message without one of its class's own.
  public var label: String?
  public init() {}
}
