import PushClient

/// A campaign as the API's JSON shows it, for people.
struct CampaignFacts: Equatable {
  var id = ""
  var className = ""
  var state = ""
  var why = ""
  var way = ""
  var total = 0
  var looked = 0
  var sent = 0
  var accepted = 0
  var rejected = 0
  var suppressed = 0
  var failed = 0
  /// Expired, unconfirmed or gone.
  var others: [(String, Int)] = []
  var waiting = 0
  /// A second; nil: not known.
  var rate: Double?
  var startsAt = ""
  var rejectedBy: [(String, Int)] = []
  var failedBy: [(String, Int)] = []
  var suppressedBy: [(String, Int)] = []
  var receipts: [(String, Int)] = []

  init(_ json: PushClient.JSONValue) {
    id = json["campaign"].string ?? ""
    className = json["class"].string ?? ""
    state = json["state"].string ?? ""
    why = json["why"].string ?? ""
    way = json["way"].string ?? ""
    startsAt = json["starts_at"].string ?? ""
    let progress = json["progress"]
    func number(_ name: String) -> Int { progress[name].integer ?? 0 }
    total = number("total")
    looked = number("looked_at")
    sent = number("sent")
    accepted = number("accepted")
    rejected = number("rejected")
    suppressed = number("suppressed")
    failed = number("failed")
    others = ["expired", "unconfirmed", "gone"].map { ($0, number($0)) }
    waiting = number("waiting")
    rate = progress["rate"].integer.map(Double.init)
    rejectedBy = Self.counts(progress["rejected_by"])
    failedBy = Self.counts(progress["failed_by"])
    suppressedBy = Self.counts(progress["suppressed_by"])
    receipts = Self.counts(json["receipts"])
  }

  static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.state == right.state && left.total == right.total
      && left.looked == right.looked && left.sent == right.sent && left.accepted == right.accepted
      && left.rejected == right.rejected && left.suppressed == right.suppressed
      && left.failed == right.failed && left.others.map(\.1) == right.others.map(\.1)
      && left.waiting == right.waiting
  }

  private static func counts(_ json: PushClient.JSONValue) -> [(String, Int)] {
    guard case .object(let members) = json else { return [] }
    return members.map { ($0.key, $0.value.integer ?? 0) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  var hasEnded: Bool { ["done", "cancelled", "failed"].contains(state) }

  /// 0 to 1.
  var share: Double {
    if state == "done" { return 1 }
    return total > 0 ? min(1, Double(looked) / Double(total)) : 0
  }

  /// Seconds; nil: not known.
  var left: Double? {
    guard !hasEnded, let rate, rate > 0 else { return nil }
    return Double(max(total - looked, 0) + waiting) / rate
  }

  /// Whether the end was as it should be; nil: it goes on.
  var exit: Exit? {
    switch state {
    case "done": .yes
    case "cancelled", "failed": .no
    default: nil
    }
  }

  /// One line without a bar.
  var line: String {
    if way == "topic" {
      return "\(id) \(state), to a topic: \(grouped(accepted)) accepted, \(grouped(rejected)) rejected"
    }
    var words = ["\(id) \(state)", "\(grouped(looked)) of \(grouped(total))"]
    if let rate, !hasEnded { words.append("\(grouped(Int(min(rate, 1e12).rounded())))/s") }
    words.append("accepted \(grouped(accepted))")
    if rejected > 0 { words.append("rejected \(grouped(rejected))") }
    if suppressed > 0 { words.append("suppressed \(grouped(suppressed))") }
    for (name, count) in [("failed", failed)] + others where count > 0 {
      words.append("\(name) \(grouped(count))")
    }
    if waiting > 0 { words.append("waiting \(grouped(waiting))") }
    if let left { words.append("\(duration(left)) left") }
    if !why.isEmpty { words.append(why) }
    return printable(words.joined(separator: ", "))
  }

  /// The same with a bar before it, cut to a window.
  func line(width: Int) -> String {
    let text = line
    let room = min(30, width - 1 - columns(text) - 3)
    guard way != "topic", room >= 8 else { return String(text.prefix(max(0, width - 1))) }
    let filled = min(room, Int((Double(room) * share).rounded(.down)))
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] "
      + text
  }
}

/// How fast it goes, from what was seen; where the server says it, that counts.
struct WatchedPace {
  private var samples: [(at: Double, looked: Int)] = []

  /// `now`: seconds of a steady clock.
  mutating func rate(_ facts: CampaignFacts, now: Double) -> Double? {
    guard facts.state == "running" || facts.state == "finishing" else {
      samples = []
      return nil
    }
    samples.removeAll { now - $0.at > 15 || $0.looked > facts.looked }
    samples.append((now, facts.looked))
    if let told = facts.rate { return told }
    guard let first = samples.first, now - first.at >= 1 else { return nil }
    return Double(facts.looked - first.looked) / (now - first.at)
  }
}
