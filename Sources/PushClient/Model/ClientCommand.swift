/// What an adapter has to do, in order, after the state was saved.
public enum ClientCommand: Sendable, Equatable {
  // Identity and permission
  /// Keep this id and a new secret outside backups; `predecessor` is named to the server with its secret.
  case adoptInstallation(id: String, predecessor: String?)
  case showExplainer(moment: String)
  case hideExplainer
  /// Ask the system. Not provisional: the explicit dialog, asked without `.provisional`.
  case requestAuthorization(provisional: Bool)

  // Registration
  /// `registerForRemoteNotifications`, or Firebase's token; unanswered after ``ClientConstant/tokenWait``:
  /// `tokenTimedOut`.
  case askForToken(attempt: Int)
  case putRegistration(RegistrationCall)
  case postLogout(request: Int, generation: Int)
  /// A request that is not waited for any more.
  case cancelRequest(request: Int)
  /// Ends the wait of whoever asked to register.
  case settle(caller: Int, outcome: RegistrationOutcome)

  // Accounts
  /// Take away what is not for everybody: what is shown, and pending local notifications.
  case clearDelivered
  case clearInbox

  // Notifications
  /// Complete `willPresent`.
  case present(handle: Int, options: [Presentation])
  /// Android: show the message. `alerts`: with sound and as something new.
  case display(handle: Int, notification: String?, alerts: Bool)
  /// Complete a service extension; `suppressed`: with a text that tells nothing.
  case deliver(handle: Int, suppressed: Bool)
  /// Complete a background push, or a response.
  case complete(handle: Int, result: WorkResult)
  /// Begin the app's work for a silent push; report it, or that ``ClientConstant/workBudget`` is over.
  case runWork(SilentWork)
  /// Stop it: nothing of it may have an effect after this.
  case cancelWork(work: Int)
  case storeInbox(notification: String, notificationClass: String, destination: Destination?)
  /// Fetch the whole inbox anew.
  case syncInbox
  /// Fetch what missed silent pushes would have told: the classes' names.
  case reconcile(classes: [String])
  case addLocal(LocalNotification)
  /// Withdraw pending local notifications.
  case cancelLocals(notifications: [String])

  // Taps
  /// Ask the app whether it may open.
  case authorize(tap: Int, destination: Destination)
  case navigate(tap: Int, destination: Destination, mode: Navigation, action: String?)
  /// A button that does not open the app.
  case runAction(action: String, notification: String?, notificationClass: String?, text: String?)

  // Set-up and background tasks
  case setCategories(ids: [String])
  case createChannels(ids: [String])
  case registerTask(id: String)
  case submitTask(id: String, earliest: Int)
  case cancelTasks(ids: [String])
  case runTask(id: String, run: Int)
  case cancelRun(run: Int)
  case completeTask(run: Int, success: Bool)
  /// A mistake in the app's set-up, for its developers: code and subject.
  case warn(code: String, subject: String)

  // Receipts
  /// Send `flushDue` after `after` plus a random share of `spread`, milliseconds. Replaces the one before.
  case scheduleFlush(after: Int, spread: Int)
  case postReceipts(request: Int, batch: ReceiptBatch)
}

public enum Navigation: String, CodedWord {
  case open
  /// It is on the screen already.
  case refresh
}

public enum RegistrationOutcome: String, CodedWord {
  case registered
  /// A later one took its place.
  case superseded
  /// The system gave no token in time. Not a denial.
  case unavailable
  /// The system refused.
  case failed
  /// The server could not be reached; it is sent again when it can.
  case waiting
  /// The server refused.
  case refused
}

/// PUT /v1/installations/{id}, but for what the adapter adds: the secret, a ticket of `account`, and the
/// predecessor's secret.
public struct RegistrationCall: Coded {
  public var request = 0
  public var installation = ""
  public var generation = 0
  public var token: DeviceToken?
  public var permission = Permission()
  /// A ticket of this account is needed; nil: the publishable id.
  public var account: String?
  /// The account it takes the place of.
  public var replaces: String?
  public var predecessor: String?
  /// The echo of a challenge.
  public var challenge: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("request", &request)
    coder.field("installation", &installation)
    coder.field("generation", &generation)
    coder.field("token", &token)
    coder.field("permission", &permission)
    coder.field("account", &account)
    coder.field("replaces", &replaces)
    coder.field("predecessor", &predecessor)
    coder.field("challenge", &challenge)
  }
}

public struct SilentWork: Coded {
  public var work = 0
  public var handle = 0
  public var notification: String?
  public var notificationClass = ""
  /// The payload's own keys, beside `aps` and `pw`.
  public var data: JSONValue = .object([:])
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("work", &work)
    coder.field("handle", &handle)
    coder.field("notification", &notification)
    coder.field("class", &notificationClass)
    coder.field("data", &data)
  }
}

/// Something to count, in order. `label` tells kinds apart; never an id, token or text of a person.
public struct ClientMetric: Coded {
  public var name = ""
  public var label: String?
  public init() {}
  public init(_ name: String, _ label: String? = nil) {
    self.name = name
    self.label = label
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("name", &name)
    coder.field("label", &label)
  }
}

/// What an event comes to.
public struct Effects: Sendable, Equatable {
  public var commands: [ClientCommand] = []
  public var metrics: [ClientMetric] = []
  public init() {}
}

/// Numbers that the decisions rest on.
public enum ClientConstant {
  /// Silent work is ended after so many milliseconds, of the 30 s that iOS gives (Apple, Pushing background
  /// updates to your app).
  public static let workBudget = 25_000
  /// How long the system may take to give a token, milliseconds.
  public static let tokenWait = 15_000
  /// How long a tap waits for its account or the UI, milliseconds.
  public static let tapLifetime = 600_000
  /// How many taps wait at the most; the oldest go first.
  public static let tapCapacity = 10
  /// How many local notifications may be pending: iOS keeps so many (Apple, UNUserNotificationCenter, add).
  public static let localCapacity = 64
  /// A local notification that is due for so long without a word was shown by the system, milliseconds.
  public static let localGrace = 60_000
  /// The longest link that is read, bytes.
  public static let linkLength = 2_048
  /// How many notification ids are remembered.
  public static let seenCapacity = 500
  /// How many consumed taps are remembered.
  public static let consumedCapacity = 200
  /// How many receipts and events wait at the most; the oldest go first.
  public static let receiptCapacity = 500
  /// A dialog on the screen for less than this was answered by the system, not by a person, milliseconds.
  public static let instantAnswer = 250
  /// Further value moments before a declined explainer comes again.
  public static let momentsBeforeReoffer = 2
  /// Receipts wait this long for company, and spread over as much again, milliseconds.
  public static let flushDelay = 2_000
  public static let flushSpread = 8_000
  /// After a failed post: doubled each time up to the longest, spread over the same.
  public static let retryDelay = 10_000
  public static let longestRetryDelay = 3_600_000
  /// How many receipts, and how many events, one post has at the most. The server takes 500 of each.
  public static let postCapacity = 200
  /// What the server takes as a time of a receipt, milliseconds: from 1973 to the end of the year 9999.
  public static let earliestTime = 100_000_000_000
  public static let latestTime = 253_402_300_799_999
  /// The longest work that a receipt tells of, milliseconds.
  public static let longestWork = 86_400_000
  /// The longest challenge that the server takes back, bytes.
  public static let challengeLength = 128
  /// The longest detail of an event, bytes.
  public static let detailLength = 256
  /// How many tags of one account are remembered while its token changes.
  public static let tagCapacity = 3
  /// How many answers in a row that name a newer generation are followed at once.
  public static let staleFollowed = 5
  /// The highest generation that the server takes.
  public static let highestGeneration = 1 << 53
}
