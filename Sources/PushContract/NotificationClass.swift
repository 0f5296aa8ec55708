/// A kind of notification with its whole policy. Nothing in here has a hidden default: `none` is
/// written as a value, and absence is an error of the profile.
public struct NotificationClass: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable { case alert, silent }
  /// Who may be meant: the account bound to an installation, the installation, or everybody.
  public enum Audience: String, Sendable, CaseIterable { case account, installation, `public` }
  /// How private the content is. A sensitive class carries a generic preview only.
  public enum DataClass: String, Sendable, CaseIterable { case `public`, personal, sensitive }
  /// APNs 10, 5, 1; FCM HIGH for 10, NORMAL for the rest.
  public enum Priority: Int, Sendable, CaseIterable { case high = 10, normal = 5, low = 1 }

  public var name: String
  public var kind: Kind
  /// Counts up when the meaning of the payload changes; carried in every payload.
  public var revision = 1
  public var audience: Audience = .installation
  /// The team that answers for the copy.
  public var owner: String?
  public var dataClass: DataClass = .public
  public var parameters: [Parameter] = []
  public var destination: Route?

  public var title: LocalizedText?
  public var subtitle: LocalizedText?
  public var body: LocalizedText?
  /// The generic text of a sensitive class: sent in place of title, subtitle and body.
  public var preview: Preview?
  /// An image URL for FCM, or the service extension.
  public var image: String?

  public var priority: Priority = .high
  public var timeToLive: TimeToLive = .seconds(0)
  public var collapse: Collapse = .none
  public var badge: Badge = .none
  public var sound: Sound = .none
  public var interruption: Interruption?
  /// 0 … 1.
  public var relevance: Double?
  public var thread: Template?
  public var category: String?
  public var foreground: [Presentation] = []
  public var channel: String?
  public var inbox = false
  /// A service extension changes it before it is shown (`mutable-content`).
  public var mutable = false
  public var filterCriteria: String?
  public var targetContentID: Template?
  public var launchImage: String?
  /// Extra keys for the app beside `aps`, or in FCM's `data`: names and templates.
  public var data: [DataEntry] = []
  public var analyticsLabel: String?
  /// What Android devices alone are told.
  public var android = AndroidOptions()
  /// What Apple devices alone are told, by way of FCM.
  public var apple = AppleOptions()

  /// Silent classes: what the app fetches at its next launch when the push never came.
  public var reconcile: String?
  /// Silent classes: what relies on timely delivery. A design risk, said so by `check`.
  public var timelyFor: [String] = []

  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Where a tap leads: a destination's name and, for each of its parameters, a parameter of the class.
  public struct Route: Sendable, Equatable {
    public var destination: String
    public var arguments: [Argument]
    public init(destination: String, arguments: [Argument] = []) {
      self.destination = destination
      self.arguments = arguments
    }
    public struct Argument: Sendable, Equatable {
      /// The destination's parameter.
      public var name: String
      /// The class's parameter that fills it.
      public var parameter: String
      public init(name: String, parameter: String) {
        self.name = name
        self.parameter = parameter
      }
    }
  }

  public struct Preview: Sendable, Equatable {
    public var title: LocalizedText?
    public var body: LocalizedText
    public init(title: LocalizedText? = nil, body: LocalizedText) {
      self.title = title
      self.body = body
    }
  }

  public enum TimeToLive: Sendable, Equatable {
    /// Now or never: APNs expiration 0, FCM ttl 0s.
    case none
    case seconds(Int)
  }

  public enum Collapse: Sendable, Equatable {
    /// Never replaces another notification. The notification id alone makes a resend replace itself.
    case none
    /// Newer replaces older under this key.
    case key(Template)
  }

  public enum Badge: Sendable, Equatable {
    /// The badge is left alone.
    case none
    case clear
    case value(Int)
    /// An integer parameter of the class.
    case parameter(String)

    /// What fits into 32 bits (Firebase, REST reference, AndroidNotification).
    public static let largest = Int(Int32.max)
  }

  public enum Sound: Sendable, Equatable {
    case none
    case `default`
    case named(String)
    /// A critical alert's sound with a volume of 0 … 1; needs Apple's entitlement.
    case critical(name: String, volume: Double)
  }

  public enum Interruption: String, Sendable, CaseIterable {
    case passive, active, critical
    case timeSensitive = "time-sensitive"
  }

  /// What is shown while the app is in front. Empty: nothing (`none` in the profile).
  public enum Presentation: String, Sendable, CaseIterable { case banner, list, sound, badge }

  public struct DataEntry: Sendable, Equatable {
    public var name: String
    public var value: Template
    public init(name: String, value: Template) {
      self.name = name
      self.value = value
    }
  }
}
