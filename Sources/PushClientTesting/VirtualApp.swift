public import PushClient

/// The app on a virtual device: its policy, its set-up, and what its own code does.
public struct VirtualApp {
  /// As generated from the profile.
  public var policy: ClientPolicy
  /// The bundle id, or Android's package.
  public var id: String
  /// The Firebase project; nil: the only one that the emulator knows.
  public var project: String?
  /// The APNs environment of its signature, `sandbox` or `production`, and where the app reads it.
  public var environment = "sandbox"
  public var environmentSource = "embedded_profile"
  public var version = "1.0"
  /// Android: token kind `fid` instead of `token`.
  public var usesInstallationID = false
  /// Whether it has a notification service extension (Apple).
  public var hasServiceExtension = true
  /// `BGTaskSchedulerPermittedIdentifiers`.
  public var permittedTasks: [String] = []
  /// Ids with a handler, in order; twice where the app gives two.
  public var taskHandlers: [String] = []
  /// Whether its first screen gets ready by itself when it comes to the front. Else: ``VirtualDevice/uiReady()``.
  public var becomesReady = true

  /// Asks the app's backend for a registration ticket of an account; nil: it gives none.
  public var ticket: (_ account: String) -> String? = { _ in nil }
  /// What the app's authorization says of a destination, at the time it would open.
  public var access: (Destination) -> Access = { _ in .allowed }
  /// The app's work for a silent push.
  public var work: (SilentWork) -> WorkOutcome = { _ in .finished(.newData) }
  /// Fetches what missed silent pushes would have told, by the classes' names.
  public var reconcile: (_ classes: [String]) -> Void = { _ in }
  /// The app's work of a background task.
  public var task: (_ id: String) -> TaskOutcome = { _ in .finished(success: true) }

  /// How the work for a silent push goes.
  public enum WorkOutcome: Sendable, Equatable {
    case finished(WorkResult)
    /// It goes on; ``VirtualDevice/finishWork(_:_:)`` ends it, or its budget does.
    case goesOn
  }

  public enum TaskOutcome: Sendable, Equatable {
    case finished(success: Bool)
    /// It goes on; ``VirtualDevice/finishTask(_:success:)`` or ``VirtualDevice/expireTask(_:)`` ends it.
    case goesOn
  }

  public init(policy: ClientPolicy, id: String, project: String? = nil) {
    self.policy = policy
    self.id = id
    self.project = project
  }
}

/// The Pushwire server that a device talks to.
public struct VirtualServer {
  /// As in `http://127.0.0.1:8780`, without a slash at its end.
  public var address: String
  public var transport: any HTTPTransport

  public init(_ address: String, transport: (any HTTPTransport)? = nil) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.transport = transport ?? URLSessionTransport()
  }
}
