public import PushClient
public import UserNotifications

/// What an app may want otherwise.
public struct PushwireOptions: Sendable {
  /// An app group whose extensions share what the client knows: needed for a service extension.
  public var appGroup: String?
  /// A keychain access group, with the team's prefix, that a service extension shares, so that it can report at
  /// once; nil: its reports wait for the app.
  public var keychainGroup: String?
  /// What the explicit dialog asks for. `.provisional` never goes along: no dialog would appear.
  public var authorization: UNAuthorizationOptions = [.alert, .sound, .badge]
  /// The number on the icon when the app comes to the front.
  public var badgeInFront = PushwireBadge.leave
  /// Whether Pushwire is the notification centre's delegate. If not, the app's own delegate forwards.
  public var isCenterDelegate = true
  /// How long the app may take to say what is shown in front, milliseconds; then the class's default counts.
  public var foregroundDecision = 2_000
  /// Requests to the server.
  public var transport: any HTTPTransport = URLSessionTransport()
  /// Codes for the developers' log: see ``PushwireLog``.
  public var log: @Sendable (PushwireLog) -> Void = { _ in }
  /// What is counted: names and labels, never an id, token or text.
  public var metric: @Sendable (ClientMetric) -> Void = { _ in }

  public init() {}
}

/// A line for the developers' log. Codes are stable; a subject is the id of a task, class or category, or a
/// number of the system's, and never a token, id of a person or text of a notification.
public struct PushwireLog: Sendable, Equatable {
  public var code: String
  public var subject: String
  public init(_ code: String, _ subject: String = "") {
    self.code = code
    self.subject = subject
  }
}

/// Where a tap or a link leads.
public struct PushwireNavigation<Place: Sendable>: Sendable {
  public var place: Place
  /// Refresh: it is on the screen already.
  public var mode: Navigation
  /// The button that was chosen; nil: the notification itself, or a link.
  public var action: String?
}

/// A button that does not open the app.
public struct PushwireAction: Sendable, Equatable {
  public var action: String
  public var notification: String?
  public var notificationClass: String?
  /// What was typed. It is the person's: keep it out of logs.
  public var text: String?
}

/// A notification that is about to show while the app is in front.
public struct PushwireArrival: Sendable, Equatable {
  public var notification: String?
  public var notificationClass: String?
  public var destination: Destination?
  /// The alert's thread; nil: none.
  public var thread: String?
}
