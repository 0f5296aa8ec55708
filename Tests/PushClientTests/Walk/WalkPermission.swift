import PushClient

/// What the system knows of the app's permission, and its dialog.
///
/// iOS and macOS: one dialog for ever. Android from 33 on: two denials by a person, and no dialog comes any
/// more; swiped away is no denial. Android below 33: no dialog. See Apple, UNUserNotificationCenter; Android,
/// Notification runtime permission.
struct WalkPermission {
  let setup: WalkSetup
  private(set) var status: Permission.Status
  private(set) var rationale = false
  private var denials = 0
  private var areAlertsOff = false
  private var isBlocked = false
  private var blockedChannels: [String] = []
  /// The dialog on the screen: since when, and the rationale flag as it came.
  private(set) var dialog: (since: Int, rationale: Bool)?
  /// How often a person answered the system's dialog.
  private(set) var answers = 0

  init(_ setup: WalkSetup) {
    self.setup = setup
    status = setup.isGrantedFromStart ? .authorized : setup.neverAsked
  }

  var read: Permission {
    var read = Permission(status)
    read.alert = areAlertsOff ? "disabled" : "enabled"
    read.sound = "enabled"
    read.rationale = rationale
    read.appBlocked = isBlocked
    read.blockedChannels = blockedChannels
    return read
  }

  /// Whether a request brings up the dialog.
  var canAsk: Bool {
    switch setup.platform {
    case .android: setup.hasDialog && status != .authorized && denials < 2
    case .ios, .macos: status == .notDetermined || status == .provisional && setup.asksAfterProvisional
    }
  }

  /// The app asks with `.provisional`.
  mutating func askQuietly() { if status == .notDetermined { status = .provisional } }

  /// The app asks for the dialog.
  /// - Returns: the answer, where none is shown.
  mutating func ask(now: Int) -> PromptAnswer? {
    if canAsk {
      dialog = (now, rationale)
      return nil
    }
    var answer = PromptAnswer()
    answer.granted = status == .authorized || status == .provisional
    answer.rationaleBefore = rationale
    answer.rationaleAfter = rationale
    answer.milliseconds = 3
    return answer
  }

  enum Choice: CaseIterable { case grant, deny, swipe }

  /// The person answers.
  mutating func answer(_ choice: Choice, now: Int) -> PromptAnswer? {
    guard let dialog else { return nil }
    var answer = PromptAnswer()
    answer.rationaleBefore = dialog.rationale
    answer.milliseconds = max(900, now - dialog.since)
    switch choice {
    case .grant:
      status = .authorized
      rationale = false
      denials = 0
    case .deny:
      status = .denied
      denials += 1
      rationale = setup.platform == .android && denials == 1
    // There is no swiping away on Apple's systems.
    case .swipe: if setup.platform != .android { return nil }
    }
    if choice != .swipe { answers += 1 }
    self.dialog = nil
    answer.granted = choice == .grant
    answer.rationaleAfter = rationale
    return answer
  }

  /// The process is gone, and the dialog with it.
  mutating func closeDialog() { dialog = nil }

  /// A person changes something in Settings.
  mutating func change(_ random: inout WalkRandom) {
    guard dialog == nil else { return }
    switch random.below(6) {
    case 0, 1: toggle()
    case 2: areAlertsOff.toggle()
    case 3 where setup.platform == .android: blockedChannels = blockedChannels.isEmpty ? ["orders"] : []
    case 4 where setup.platform == .android: isBlocked.toggle()
    case 5 where setup.platform != .android && random.chance(1, of: 10): status = .init(rawValue: "99")
    default: break
    }
  }

  private mutating func toggle() {
    switch (setup.platform, status) {
    case (.android, .authorized):
      status = .denied
      // Taken back in Settings counts as a first denial.
      if setup.hasDialog { (denials, rationale) = (1, true) }
    case (.android, _): (status, denials, rationale) = (.authorized, 0, false)
    // The app stands in Settings only after it has asked.
    case (_, .notDetermined): break
    case (_, .authorized), (_, .provisional): status = .denied
    default: status = .authorized
    }
  }
}
