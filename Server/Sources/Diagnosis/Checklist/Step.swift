/// What has to be done or looked at next. ``CheckRun`` gives one at a time, a driver carries it out.
public enum Step: Sendable, Equatable {
  case act(Act)
  /// POST /v1/notifications.
  case send(Shipment)
  /// GET /v1/installations/{id}, until this holds or the time for it is over.
  case readInstallation(until: InstallationCondition)
  /// GET /v1/notifications/{id}, until this holds or the time for it is over.
  case watch(notification: String, until: MessageCondition)
  case finish(Finding)
}

/// What the device or its person does.
public enum Act: Sendable, Equatable {
  /// Start the app anew, allowed to notify and signed in.
  case launch
  case foreground
  case background
  /// Ended by the system or from the app switcher; not force-stopped in Android's settings.
  case terminate
  /// Tap the notification.
  case tap(notification: String)
  case logOut
  case logIn
  /// Somebody else signs in, and nobody told the server that the first has left. On a virtual device the app's
  /// backend does not vouch for them yet.
  case switchAccount
  /// The app's backend vouches for the second account from now on, and the app comes to the front again.
  case vouchForSecond
  case goOffline
  case goOnline
  case removeApp
}

/// A notification to send.
public struct Shipment: Sendable, Equatable {
  public enum Kind: Sendable { case alert, silent }
  public enum Target: Sendable, Equatable {
    case installation
    /// Whoever is signed in first.
    case firstAccount
  }
  public var id: String
  public var kind: Kind
  public var target: Target

  public init(_ id: String, _ kind: Kind, to target: Target = .installation) {
    self.id = id
    self.kind = kind
    self.target = target
  }
}

/// What is waited for in an installation.
public enum InstallationCondition: Sendable, Equatable {
  /// It has a token that nothing holds up, confirmed after this time of the server's clock (milliseconds since
  /// 1970).
  case confirmed(after: Int)
  /// The server knows it.
  case known
  /// It has a token that nothing holds up, and an account.
  case ready
  /// It has no account, and its token was deleted by a logout after this time of the server's clock.
  case loggedOut(after: Int)
  case tokenGone
  /// An account is bound, and it is another than this one.
  case bound(otherThan: String)

  public func holds(_ facts: InstallationFacts?) -> Bool {
    guard let facts else { return false }
    let isActive = facts.state == "active" && facts.token != nil
    return switch self {
    case .confirmed(let time): isActive && facts.lastConfirmedAt ?? 0 > time
    case .known: true
    case .ready: isActive && facts.binding == "bound"
    case .loggedOut(let time):
      facts.binding == "unbound" && facts.retired.contains { $0.kind == "logout" && $0.at ?? 0 > time }
    case .tokenGone: facts.token == nil
    case .bound(let other): isActive && facts.binding == "bound" && facts.account != other
    }
  }
}

/// What is waited for in a message's ladder.
public enum MessageCondition: Sendable, Equatable {
  /// It is there, and not queued any more.
  case settled
  /// There is none for this device, or it is not queued any more.
  case absentOrSettled
  /// The device reported one of these.
  case receipt(Set<String>)

  /// - Parameter message: nil: the notification has no message for this device.
  public func holds(_ message: MessageFacts?) -> Bool {
    switch self {
    case .settled: message.map { $0.sending != "queued" } ?? false
    case .absentOrSettled: message.map { $0.sending != "queued" } ?? true
    case .receipt(let kinds): message?.receipts.contains { kinds.contains($0.kind) } ?? false
    }
  }
}
