import PushClient

/// What outlives a process: the system's things, the app's own data, what is under way.
struct WalkDevice {
  var permission: WalkPermission
  /// The same on this device, another on every other.
  var key = "device-1"
  var devices = 1
  var marker: Launch.Marker?
  var isOnline = true
  /// Who is signed in, by the app's own word.
  var account: WalkAccount?
  /// The system's token.
  var token = DeviceToken()
  var tokens = 0
  /// Notifications that are in sight.
  var tray: [WalkPush] = []
  /// What the app keeps of notifications.
  var inbox: [WalkPush] = []
  /// What the app has fetched.
  var data = WalkData()
  /// Pending local notifications, with whose they are.
  var locals: [String: (local: LocalNotification, account: WalkAccount?)] = [:]
  /// Submitted background tasks.
  var tasks: Set<String> = []
  /// Requests under way to the server.
  var requests: [WalkRequest] = []
  /// Pushes under way to the device.
  var air: [WalkPush] = []
  /// Taps that may come again: the launch extras of an Android task, a response that was given at launch.
  var oldTaps: [(push: WalkPush, action: String)] = []
  /// The person ended the app: nothing silent wakes it until it is opened.
  var isForceQuit = false
  var installationsMade = 0
  var handles = 0
  var notifications = 0
  var callers = 0
  var runs = 0

  init(_ setup: WalkSetup) { permission = WalkPermission(setup) }

  mutating func nextHandle() -> Int {
    handles += 1
    return handles
  }
}

/// A request on its way.
struct WalkRequest {
  enum Kind {
    case register(RegistrationCall, ServerCall)
    case logout(ServerCall)
    case receipts(ReceiptBatch)
  }
  var number: Int
  var installation: String
  var kind: Kind
  /// Nobody waits for its answer any more.
  var isOrphan = false
  var answer: (status: Int, body: JSONValue)?
}

/// What ends with the process.
struct WalkProcess {
  var isForeground: Bool
  var isReady: Bool
  /// The moment whose explainer is on the screen.
  var explainer: String?
  /// The person said yes, and nothing was asked since.
  var hasYes = false
  /// Completion handlers that are open.
  var handles: [Int: WalkHandle] = [:]
  var works: [Int: WalkWork] = [:]
  var runs: [Int: String] = [:]
  /// Runs that the system waits for.
  var openRuns: Set<Int> = []
  var callers: Set<Int> = []
  var attempts: [Int] = []
  /// Requests that are not waited for any more. An earlier installation may have used their numbers.
  var cancelled: Set<Int> = []
  var answers: [PromptAnswer] = []
  var isReadDue = false
  /// Taps for which the app was asked, and the place.
  var asked: [Int: Destination] = [:]
  var allowed: [Int: Destination] = [:]
  var isFlushDue = false
  var registeredTasks: Set<String> = []
  /// Tasks whose submission has not ended.
  var submitting: [String] = []
}

struct WalkHandle {
  enum Kind { case push(PushArrival.Way), response }
  var kind: Kind
  var push: WalkPush
  var isForeign = false
  var isShown = false
  var isComplete = false
}

struct WalkWork {
  var handle: Int
  var notificationClass: String
  var account: WalkAccount?
}

/// What the walk knows of what the core was told.
struct WalkLedger {
  /// All commands of the last event were done.
  var isDone = true
  /// A process was killed before it had done what was decided, and no launch has made up for it.
  var isOwed = false
  /// The core knows that the one dialog was answered, or that none comes any more.
  var knowsAnswer = false
  /// Denials by a person, that the core knows of.
  var denials = 0
  var read = Permission()
  /// The highest generation that was sent.
  var sent = 0
  /// Whose a tap was.
  var taps: [Int: WalkPush] = [:]
  /// Notification id and action of a tap.
  var tapKeys: [Int: String] = [:]
  /// Whose taps of an event were that was saved and yet not taken.
  var doubtful: WalkPush?
  /// Keys of taps that led somewhere, newest last.
  var navigated: [String] = []

  mutating func forget() {
    self = WalkLedger(isDone: isDone, isOwed: isOwed)
  }
}
