import Diagnosis

/// Answers the steps of a check as a server and a device would that do all of it right; a test spoils one thing.
struct PlayedDevice {
  var installation = InstallationFacts()
  /// The next message to be told; by default what a device that does it right leads to.
  var message: (Step, MessageFacts) -> MessageFacts? = { $1 }
  var change: (Act, inout PlayedDevice) -> Void = { _, _ in }
  /// What is answered instead; nil: as usual.
  var instead: (Step) -> Answer? = { _ in nil }

  private(set) var transcript: [String] = []
  private var isOffline = false
  private var isRemoved = false
  private var held: Set<String> = []
  private var opened: Set<String> = []
  private let means: Means
  private var now = 1000

  init(_ means: Means) {
    self.means = means
    installation.state = "active"
    installation.platform = "ios"
    installation.environment = "sandbox"
    installation.token = "8f3a…2b1c"
    installation.generation = 1
    installation.binding = "bound"
    installation.account = "ada"
    installation.lastConfirmedAt = 1
  }

  /// Plays a check to its end.
  mutating func play(_ check: Check, earlier: Observations? = nil) -> CheckRun {
    var setting = CheckRun.Setting(means: means, prefix: "v-\(check.rawValue)", account: "ada")
    setting.known = installation
    var run = CheckRun(check, setting, earlier: earlier)
    for _ in 0..<50 {
      if case .finish = run.step { break }
      run.take(answer(run.step))
    }
    return run
  }

  private mutating func answer(_ step: Step) -> Answer {
    now += 10
    if let other = instead(step) {
      transcript.append("\(Self.word(step)) → \(Self.word(other))")
      return other
    }
    transcript.append(Self.word(step))
    switch step {
    case .act(let act):
      take(act)
      change(act, &self)
      return .done(detail: means == .virtual ? "\(act)" : nil)
    case .send:
      var facts = SendFacts()
      facts.status = 202
      facts.at = now
      return .sent(facts)
    case .readInstallation:
      installation.readAt = now
      return .installation(installation)
    case .watch(let id, let until):
      return .message(message(step, told(id, until)) ?? nil)
    case .finish: return .interrupted
    }
  }

  private mutating func take(_ act: Act) {
    switch act {
    case .launch: installation.lastConfirmedAt = now
    case .goOffline: isOffline = true
    case .goOnline: isOffline = false
    case .tap(let id): opened.insert(id)
    case .logOut:
      installation.token = nil
      installation.binding = "unbound"
      installation.account = nil
      retire("logout")
    case .logIn:
      installation.token = "aaaa…bbbb"
      installation.binding = "bound"
      installation.account = "ada"
    case .switchAccount where means == .person: installation.account = "bo"
    case .vouchForSecond: installation.account = "bo"
    case .switchAccount: break
    case .removeApp: isRemoved = true
    case .foreground, .background, .terminate: break
    }
  }

  mutating func retire(_ kind: String) {
    var entry = RetiredFacts()
    entry.kind = kind
    entry.at = now
    installation.retired.insert(entry, at: 0)
  }

  private mutating func told(_ id: String, _ until: MessageCondition) -> MessageFacts {
    var facts = MessageFacts()
    facts.lane = "ios-sandbox"
    facts.at = now
    guard installation.token != nil else {
      facts.sending = "suppressed"
      facts.reason = "no_token"
      return facts
    }
    if until == .absentOrSettled, installation.account == "bo" {
      facts.sending = "suppressed"
      facts.reason = "other_account"
      return facts
    }
    if isRemoved {
      facts.sending = "rejected"
      facts.reason = "Unregistered"
      facts.httpStatus = 410
      installation.token = nil
      retire("token_dead")
      return facts
    }
    facts.sending = "accepted"
    facts.providerID = "id-1"
    facts.httpStatus = 200
    if id.hasSuffix("-first") { held.insert(id) }
    guard !isOffline, case .receipt(let kinds) = until else { return facts }
    var words = ["received"]
    if held.contains(id) {
      words.append("suppressed")
    } else if kinds.contains("completed") {
      words.append("completed")
    } else {
      words.append("displayed")
      if opened.contains(id) { words += ["opened", "routed"] }
    }
    facts.receipts = words.map { Self.receipt($0) }
    return facts
  }

  static func receipt(_ kind: String, result: String? = nil) -> ReceiptFacts {
    var facts = ReceiptFacts()
    facts.kind = kind
    facts.at = 5
    facts.result = result ?? (kind == "completed" ? "new_data" : nil)
    facts.provenance = "virtual"
    return facts
  }

  private static func word(_ step: Step) -> String {
    switch step {
    case .act(let act): "\(act)".prefix { $0 != "(" }.description
    case .send(let shipment): "send \(shipment.kind) to \(shipment.target)"
    case .readInstallation(let until): "read until \("\(until)".prefix { $0 != "(" })"
    case .watch(_, .receipt(let kinds)): "watch until \(kinds.sorted().joined(separator: "/"))"
    case .watch(_, let until): "watch until \(until)"
    case .finish: "finish"
    }
  }

  private static func word(_ answer: Answer) -> String { "\(answer)".prefix { $0 != "(" }.description }
}
