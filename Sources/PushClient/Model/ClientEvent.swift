/// What happens to the app. Adapters turn the system's callbacks, the app's calls, the server's answers and
/// ended waits into these; nothing else changes the state.
///
/// A **handle** stands for something the adapter keeps: a completion handler, a message to show. The core
/// names it in its commands, and each is completed once.
public enum ClientEvent: Sendable, Equatable {
  // The app's life
  case launched(Launch)
  case foregrounded
  case backgrounded
  case networkChanged(isOnline: Bool)
  /// What is on the screen, as the app says.
  case screenShown(Screen)

  // Permission
  case permissionRead(Permission)
  case momentReached(name: String)
  case explainerAnswered(accepted: Bool)
  case promptAnswered(PromptAnswer)
  case settingsOpened

  // Registration
  /// The app asks to register; `caller` waits for how it ends.
  case registrationAsked(caller: Int)
  case tokenReceived(DeviceToken)
  /// The system refused, with its code (3000, 3010, …), verbatim.
  case tokenFailed(code: String)
  /// The system did not answer in time; `attempt` as in the command.
  case tokenTimedOut(attempt: Int)
  case registrationAnswered(request: Int, ServerAnswer)
  case loggedIn(account: String)
  case loggedOut
  case logoutAnswered(request: Int, ServerAnswer)

  // Notifications
  case pushArrived(PushArrival)
  /// Android's onDeletedMessages: the provider dropped some.
  case messagesDeleted
  case workFinished(work: Int, result: WorkResult)
  /// Its budget is over, or the system ends it.
  case workExpired(work: Int)
  case localAsked(LocalNotification)
  case localWithdrawn(notification: String)
  case localRefused(notification: String, reason: String)

  // Taps
  case responded(Response)
  /// A universal link, an app link or a URL of the app's own scheme.
  case linkOpened(url: String)
  case uiReady
  case uiNotReady
  case accessAnswered(tap: Int, access: Access)

  // Background tasks
  case taskAsked(id: String)
  case taskSubmitted(id: String, fault: String?)
  case taskStarted(id: String, run: Int)
  case taskFinished(run: Int, success: Bool)
  case taskExpired(run: Int)

  // Receipts
  case flushDue
  case receiptsAnswered(request: Int, ServerAnswer)
}

/// What is known when the process begins.
public struct Launch: Coded {
  public var platform = Platform.ios
  /// An id and nothing else, freshly made: taken where this turns out to be a new installation.
  public var freshInstallation = ""
  /// A hash that is the same on this device and another on every other; empty: cannot be read.
  public var deviceKey = ""
  /// What survives a deletion of the app on the same device, and is not restored to another (iOS: a keychain
  /// item, this device only). Nil: there is none.
  public var marker: Marker?
  public var isForeground = true
  public var isOnline = true
  public var permission = Permission()
  public var osVersion = ""
  public var appVersion = ""
  public var locale = ""
  public var timeZone = ""
  /// Android's API level; 0 elsewhere.
  public var apiLevel = 0
  /// `BGTaskSchedulerPermittedIdentifiers`, as the Info.plist has them.
  public var permittedTasks: [String] = []
  /// Ids for which the app gave a handler, in order; twice where it gave two.
  public var taskHandlers: [String] = []

  public init() {}
  public struct Marker: Coded {
    public var installation = ""
    public var deviceKey = ""
    public init() {}
    public init(installation: String, deviceKey: String) {
      self.installation = installation
      self.deviceKey = deviceKey
    }
    public mutating func fields(_ coder: inout FieldCoder) {
      coder.field("installation", &installation)
      coder.field("device_key", &deviceKey)
    }
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("platform", &platform)
    coder.field("fresh_installation", &freshInstallation)
    coder.field("device_key", &deviceKey)
    coder.field("marker", &marker)
    coder.field("foreground", &isForeground)
    coder.field("online", &isOnline)
    coder.field("permission", &permission)
    coder.field("os_version", &osVersion)
    coder.field("app_version", &appVersion)
    coder.field("locale", &locale)
    coder.field("time_zone", &timeZone)
    coder.field("api_level", &apiLevel)
    coder.field("permitted_tasks", &permittedTasks)
    coder.field("task_handlers", &taskHandlers)
  }
}

public enum Platform: String, CodedWord { case ios, macos, android }

/// The destination and thread that are on the screen.
public struct Screen: Coded {
  public var destination: Destination?
  /// The thread of the conversation that is open: its notifications are not shown.
  public var thread: String?
  public init() {}
  public init(destination: Destination? = nil, thread: String? = nil) {
    self.destination = destination
    self.thread = thread
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("destination", &destination)
    coder.field("thread", &thread)
  }
}

/// A place in the app with its parameters. Values are text, as they came; generated code gives them types.
public struct Destination: Coded {
  public var name = ""
  public var parameters: [String: String] = [:]
  public init() {}
  public init(_ name: String, _ parameters: [String: String] = [:]) {
    self.name = name
    self.parameters = parameters
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("name", &name)
    coder.field("parameters", &parameters)
  }
}

/// How the system's prompt ended. On Android a dialog that was swiped away looks like a denial but for its
/// rationale flags and the time it was on the screen.
public struct PromptAnswer: Coded {
  public var granted = false
  /// Android: the rationale flag before and after.
  public var rationaleBefore = false
  public var rationaleAfter = false
  /// How long the request took.
  public var milliseconds = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("granted", &granted)
    coder.field("rationale_before", &rationaleBefore)
    coder.field("rationale_after", &rationaleAfter)
    coder.field("milliseconds", &milliseconds)
  }
}

public struct DeviceToken: Coded {
  public var value = ""
  /// `token` or `fid`.
  public var kind = "token"
  /// `sandbox`, `production`, `unknown`; empty on Android.
  public var environment = ""
  /// Where the environment was read: `simulator`, `embedded_profile`, `store`, `entitlement`, …
  public var environmentSource = ""
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("value", &value)
    coder.field("kind", &kind)
    coder.field("environment", &environment)
    coder.field("environment_source", &environmentSource)
  }
}

/// What a request to the server came to.
public struct ServerAnswer: Coded {
  public enum Outcome: String, CodedWord {
    /// 2xx.
    case ok
    /// No connection, no answer, 5xx, 429: the same again later.
    case unreachable
    /// 409 with the server's generation.
    case stale
    /// The app's backend gave no ticket, or the server did not take it.
    case unauthorized
    /// Anything else: the same again would not help.
    case refused
  }
  public var outcome = Outcome.ok
  /// The server's generation, of an `ok` or `stale` answer.
  public var generation: Int?
  /// `bound`, `unbound` or `ambiguous`.
  public var binding: String?
  public var bindingTag: String?
  /// The problem's code, verbatim.
  public var code: String?
  /// Retry-After, seconds.
  public var retryAfter: Int?
  public init() {}
  public init(_ outcome: Outcome) { self.outcome = outcome }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("outcome", &outcome)
    coder.field("generation", &generation)
    coder.field("binding", &binding)
    coder.field("binding_tag", &bindingTag)
    coder.field("code", &code)
    coder.field("retry_after", &retryAfter)
  }
}

/// A notification that the system handed to the app.
public struct PushArrival: Coded {
  /// How it came, which decides what can be done with it.
  public enum Way: String, CodedWord {
    /// iOS and macOS, in front: the system asks what to show (`willPresent`).
    case presenting
    /// iOS and macOS: handed over to work with, shown or not (`didReceiveRemoteNotification`); a silent push.
    case background
    /// Android's `onMessageReceived`: the app shows it itself, or works with it.
    case message
    /// In a notification service extension, before the system shows it.
    case `extension`
    /// A local notification is due while the app is in front (`willPresent`).
    case local
  }
  public var handle = 0
  public var way = Way.presenting
  /// `userInfo`, or Android's data.
  public var payload: JSONValue = .object([:])
  /// Android: the message has a notification part; its texts and thread are the adapter's affair.
  public var hasNotification = false
  /// Of the alert, for ``Screen/thread``.
  public var thread: String?
  /// Whether somebody else in the app takes what is not ours.
  public var hasOtherOwner = false
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("handle", &handle)
    coder.field("way", &way)
    coder.field("payload", &payload)
    coder.field("has_notification", &hasNotification)
    coder.field("thread", &thread)
    coder.field("has_other_owner", &hasOtherOwner)
  }
}

public enum WorkResult: String, CodedWord {
  case newData = "new_data"
  case noData = "no_data"
  case failed
}

/// A notification that the device shows by itself, under the same rules as a remote one.
public struct LocalNotification: Coded {
  /// The notification id; the same as a remote one's where they are the same.
  public var notification = ""
  public var notificationClass = ""
  /// Where a tap leads.
  public var destination: Destination?
  /// When it is due, milliseconds since 1970.
  public var at = 0
  /// Whom it is meant for: written by the core, of a class that is meant for an account.
  public var tag: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("notification", &notification)
    coder.field("class", &notificationClass)
    coder.field("destination", &destination)
    coder.field("due", &at)
    coder.field("tag", &tag)
  }
}

/// What a person did with a notification.
public struct Response: Coded {
  /// The action of a plain tap, and of a dismissal.
  public static let tap = "tap"
  public static let dismiss = "dismiss"

  /// Nil where nothing waits to be completed.
  public var handle: Int?
  /// `tap`, `dismiss` or the id of a button.
  public var action = Response.tap
  public var payload: JSONValue = .object([:])
  /// What was typed. Never in metrics, receipts or logs.
  public var text: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("handle", &handle)
    coder.field("action", &action)
    coder.field("payload", &payload)
    coder.field("text", &text)
  }
}

/// What the app's own authorization says of a destination, at the time it would open. The person sees no
/// difference between the last three.
public enum Access: String, CodedWord { case allowed, forbidden, deleted, unknown }
