/// Everything the device remembers. Saved before any command runs; ``session`` alone is not saved.
///
/// A member that equals its default is not written, so that a version can add members without a migration.
/// A change that needs one raises ``current`` and is handled in `ClientState+Migration`.
public struct ClientState: Coded {
  /// The version that this code writes.
  public static let current = 1

  public var version = ClientState.current
  /// Empty before the first launch.
  public var installation = ""
  public var deviceKey = ""
  /// The installation that was on this device before; named until the server has confirmed a registration.
  public var predecessor: String?
  /// Counts requests, events, works, taps and runs: never used twice on this installation.
  public var counter = 0
  public var permission = Permission()
  public var priming = PrimingState()
  public var registration = RegistrationState()
  public var account = AccountState()
  public var seen: [SeenNotification] = []
  public var taps = TapState()
  public var locals: [LocalNotification] = []
  public var tasks = TaskState()
  public var receipts = ReceiptState()
  /// When the last reconcile was asked for, milliseconds since 1970.
  public var reconciledAt = 0
  /// What ends with the process.
  public var session = SessionState()

  public init() {}

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("version", &version)
    coder.field("installation", &installation)
    coder.field("device_key", &deviceKey)
    coder.field("predecessor", &predecessor)
    coder.field("counter", &counter)
    coder.field("permission", &permission)
    coder.field("priming", &priming)
    coder.field("registration", &registration)
    coder.field("account", &account)
    coder.field("seen", &seen)
    coder.field("taps", &taps)
    coder.field("locals", &locals)
    coder.field("tasks", &tasks)
    coder.field("receipts", &receipts)
    coder.field("reconciled_at", &reconciledAt)
    coder.field("session", &session)
  }
}

public struct PrimingState: Coded {
  /// How often the explainer was answered.
  public var answers = 0
  /// How often with "not now".
  public var declines = 0
  public var declinedAt: Int?
  /// Value moments since the last "not now".
  public var momentsSince = 0
  /// The explicit prompt was asked for; a process that is killed meanwhile leaves it so, with the system still
  /// undecided.
  public var promptAsked = false
  /// The system's dialog was answered by the person, or the system refused to show one.
  public var promptAnswered = false
  public var provisionalAsked = false
  /// Android: denials by a person. After the second the system shows no dialog any more.
  public var denials = 0
  /// No dialog comes any more: neither explainer nor prompt.
  public var isBlocked = false
  /// What the app's passive row offers to mend in Settings: denied, alerts_off, app_blocked,
  /// channel_blocked; nil: nothing. Follows from the permission.
  public var settingsRow: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("answers", &answers)
    coder.field("declines", &declines)
    coder.field("declined_at", &declinedAt)
    coder.field("moments_since", &momentsSince)
    coder.field("prompt_asked", &promptAsked)
    coder.field("prompt_answered", &promptAnswered)
    coder.field("provisional_asked", &provisionalAsked)
    coder.field("denials", &denials)
    coder.field("blocked", &isBlocked)
    coder.field("settings_row", &settingsRow)
  }
}

public struct RegistrationState: Coded {
  /// Counts up with each new token, environment, login and logout; never down.
  public var generation = 0
  public var token: DeviceToken?
  /// The generation that the server confirmed last; 0: none.
  public var acknowledged = 0
  public var acknowledgedAt: Int?
  /// Something is to be sent that the server has not confirmed.
  public var isDue = false
  /// Why there is no token: the system's code, or `unavailable`.
  public var failure: String?
  /// A challenge to echo with the next registration.
  public var challenge: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("generation", &generation)
    coder.field("token", &token)
    coder.field("acknowledged", &acknowledged)
    coder.field("acknowledged_at", &acknowledgedAt)
    coder.field("due", &isDue)
    coder.field("failure", &failure)
    coder.field("challenge", &challenge)
  }
}

public struct AccountState: Coded {
  public enum Binding: String, CodedWord {
    /// Nobody is signed in.
    case unbound
    /// Signed in, and the server has not confirmed it.
    case pending
    case bound
    /// Two accounts may claim this device: nothing that is meant for an account is shown.
    case ambiguous
  }
  public var binding = Binding.unbound
  public var account: String?
  /// The tags under which the server sends to this account on this installation, newest first. More than one
  /// while a token changes; all gone when the account goes.
  public var tags: [String] = []
  /// The account that the server may still hold to be bound here.
  public var replaces: String?
  /// A logout that the server has not confirmed: the generation it ends.
  public var tombstone: Int?
  /// All of an account, or of an earlier installation, is being taken away: done when the next event comes, and
  /// done again by the next launch where the process ended before.
  public var isLeaving = false
  /// Who was here last, so that a tap waits for the same person to come back.
  public var former: FormerAccount?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("binding", &binding)
    coder.field("account", &account)
    coder.field("tags", &tags)
    coder.field("replaces", &replaces)
    coder.field("tombstone", &tombstone)
    coder.field("leaving", &isLeaving)
    coder.field("former", &former)
  }
}

public struct FormerAccount: Coded {
  public var account = ""
  public var tags: [String] = []
  public var leftAt = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("account", &account)
    coder.field("tags", &tags)
    coder.field("left_at", &leftAt)
  }
}

/// A notification that was met, so that the same is not shown or worked on twice.
public struct SeenNotification: Coded {
  public var id = ""
  public var revision = 0
  /// It was shown, or may have been.
  public var isShown = false
  /// It was withheld, and stays so.
  public var isSuppressed = false
  /// Its silent work was begun.
  public var isWorked = false
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("id", &id)
    coder.field("revision", &revision)
    coder.field("shown", &isShown)
    coder.field("suppressed", &isSuppressed)
    coder.field("worked", &isWorked)
  }
}

public struct TapState: Coded {
  /// Taps that wait for the UI, an account or the app's authorization; oldest first.
  public var waiting: [WaitingTap] = []
  /// Keys of taps that led somewhere, newest last: notification id, a slash and the action; and of a revision
  /// other than 1, a slash and the revision.
  public var consumed: [String] = []
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("waiting", &waiting)
    coder.field("consumed", &consumed)
  }
}

public struct WaitingTap: Coded {
  public var tap = 0
  public var notification: String?
  public var revision = 1
  /// It was a local notification: the server is told nothing of it.
  public var isLocal = false
  public var destination = Destination()
  /// The payload's binding tag.
  public var tag: String?
  /// Whose the tag is, where that is known.
  public var account: String?
  public var action: String?
  public var at = 0
  /// The app was asked and has not answered.
  public var isAsked = false
  /// Why it does not lead where it was meant to; ``destination`` is the safe place then.
  public var why: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("tap", &tap)
    coder.field("notification", &notification)
    coder.field("revision", &revision)
    coder.field("local", &isLocal)
    coder.field("destination", &destination)
    coder.field("tag", &tag)
    coder.field("account", &account)
    coder.field("action", &action)
    coder.field("at", &at)
    coder.field("asked", &isAsked)
    coder.field("why", &why)
  }
}

public struct TaskState: Coded {
  /// Ids that the system refused for good (not permitted).
  public var disabled: [String] = []
  /// Ids that were submitted and have not run.
  public var pending: [String] = []
  /// Ids to submit at the next foreground (unavailable).
  public var postponed: [String] = []
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("disabled", &disabled)
    coder.field("pending", &pending)
    coder.field("postponed", &postponed)
  }
}

public struct ReceiptState: Coded {
  public var waiting = ReceiptBatch()
  /// Failed posts in a row.
  public var failures = 0
  /// How many were dropped because too many waited.
  public var dropped = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("waiting", &waiting)
    coder.field("failures", &failures)
    coder.field("dropped", &dropped)
  }
}

/// What ends with the process.
public struct SessionState: Coded {
  public var platform = Platform.ios
  public var apiLevel = 0
  public var isLaunched = false
  public var isForeground = false
  public var isOnline = false
  public var isReady = false
  public var screen = Screen()
  /// The moment whose explainer is on the screen.
  public var explainer: String?
  /// The prompt is on the screen.
  public var isPrompting = false
  /// The number of the question for a token that is open.
  public var tokenAttempt: Int?
  public var registration: OpenRequest?
  public var logout: OpenRequest?
  /// The server did not take the logout: a registration may go past it.
  public var isLogoutRefused = false
  /// How often in a row the server knew a newer generation.
  public var staleAnswers = 0
  /// The server named another account than any that is known here, and was told to let go of it.
  public var isUnbindTried = false
  /// The post of receipts under way, and how many receipts and events of the front it has.
  public var post: OpenPost?
  public var isFlushDue = false
  /// Who waits for a registration.
  public var callers: [Int] = []
  public var works: [OpenWork] = []
  public var runs: [OpenRun] = []
  public var handledTasks: [String] = []
  /// Ids that were retried after "too many".
  public var retriedTasks: [String] = []
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("platform", &platform)
    coder.field("api_level", &apiLevel)
    coder.field("launched", &isLaunched)
    coder.field("foreground", &isForeground)
    coder.field("online", &isOnline)
    coder.field("ready", &isReady)
    coder.field("screen", &screen)
    coder.field("explainer", &explainer)
    coder.field("prompting", &isPrompting)
    coder.field("token_attempt", &tokenAttempt)
    coder.field("registration", &registration)
    coder.field("logout", &logout)
    coder.field("logout_refused", &isLogoutRefused)
    coder.field("stale_answers", &staleAnswers)
    coder.field("unbind_tried", &isUnbindTried)
    coder.field("post", &post)
    coder.field("flush_due", &isFlushDue)
    coder.field("callers", &callers)
    coder.field("works", &works)
    coder.field("runs", &runs)
    coder.field("handled_tasks", &handledTasks)
    coder.field("retried_tasks", &retriedTasks)
  }
}

public struct OpenRequest: Coded {
  public var request = 0
  public var generation = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("request", &request)
    coder.field("generation", &generation)
  }
}

public struct OpenPost: Coded {
  public var request = 0
  public var receipts = 0
  public var events = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("request", &request)
    coder.field("receipts", &receipts)
    coder.field("events", &events)
  }
}

public struct OpenWork: Coded {
  public var work = 0
  public var handle = 0
  public var notification: String?
  public var isAccountBound = false
  public var startedAt = 0
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("work", &work)
    coder.field("handle", &handle)
    coder.field("notification", &notification)
    coder.field("account_bound", &isAccountBound)
    coder.field("started_at", &startedAt)
  }
}

public struct OpenRun: Coded {
  public var run = 0
  public var id = ""
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("run", &run)
    coder.field("id", &id)
  }
}
