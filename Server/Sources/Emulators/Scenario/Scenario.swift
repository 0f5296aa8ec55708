/// A script of faults: rules that pick requests by counting, and what happens to them.
///
/// Nothing is left to chance, so a run can be repeated.
public struct Scenario: Sendable, Equatable {
  /// All of them look at each request; those that fire add up, in this order.
  public var rules: [ScenarioRule]

  public init(rules: [ScenarioRule] = []) { self.rules = rules }
}

/// One rule: which requests, and what happens.
public struct ScenarioRule: Sendable, Equatable {
  /// Named in the log where the rule fires.
  public var name: String
  /// Which requests.
  public var match: ScenarioMatch
  /// What happens to them.
  public var actions: [ScenarioAction]

  public init(_ name: String, match: ScenarioMatch = ScenarioMatch(), actions: [ScenarioAction]) {
    self.name = name
    self.match = match
    self.actions = actions
  }
}

/// Picks requests. Every condition that is set has to hold; those that hold are counted from 1, and then
/// `nth`, `every`, `after` and `times` say which of the counted ones are meant.
public struct ScenarioMatch: Sendable, Equatable {
  /// Whether the rule looks at requests or at new connections.
  public enum Event: String, Sendable, CaseIterable { case request, connect }

  /// What is counted.
  public var event = Event.request
  /// Only on this server.
  public var server: EmulatedServer?
  /// The whole path, or its beginning where the text ends with `*`.
  public var path: String?
  /// The device token in an APNs path, or any text between quotes in an FCM body.
  public var token: String?
  /// A text that the body contains, such as the name of a class.
  public var bodyContains: String?
  /// The number of the connection on its server, from 1.
  public var connection: Int?
  /// Exactly these.
  public var nth: Set<Int> = []
  /// Each multiple of it.
  public var every: Int?
  /// Only those above it.
  public var after = 0
  /// At most so many.
  public var times: Int?

  public init() {}

  /// The requests with these numbers.
  public static func nth(_ numbers: Int..., server: EmulatedServer? = nil) -> ScenarioMatch {
    var match = ScenarioMatch()
    match.nth = Set(numbers)
    match.server = server
    return match
  }

  /// Each request whose number is a multiple.
  public static func every(_ number: Int, server: EmulatedServer? = nil) -> ScenarioMatch {
    var match = ScenarioMatch()
    match.every = number
    match.server = server
    return match
  }
}

/// What happens to a request or its connection. A stream is answered, reset, refused or left without an
/// answer, by the first rule that says so; the others add up.
public enum ScenarioAction: Sendable, Equatable {
  /// This answer instead of the judged one; the request is not judged.
  case answer(ScenarioAnswer)
  /// The answer comes so many milliseconds later.
  case delay(milliseconds: Int)
  /// RST_STREAM with that code. RFC 9113, section 7. Where `processed`, the request was judged and taken.
  case reset(code: UInt32, processed: Bool)
  /// RST_STREAM with REFUSED_STREAM: not processed, free to be sent again.
  case refuse
  /// No answer, ever. Where `processed`, the request was judged and taken.
  case silence(processed: Bool)
  /// GOAWAY. Where `includesThis`, the last stream id is this one and it is answered; otherwise it is the
  /// one before, and this stream is dropped unanswered.
  case goaway(includesThis: Bool, debugData: String)
  /// SETTINGS with that number of streams.
  case maxConcurrentStreams(Int)
  /// The connection is closed without a word. A request that is not answered by another action is lost.
  case close
  /// Nothing is read from the connection for so many milliseconds.
  case pauseReading(milliseconds: Int)
}

/// A scripted answer.
public struct ScenarioAnswer: Sendable, Equatable {
  /// The HTTP status.
  public var status: Int
  /// More headers.
  public var headers: [String: String] = [:]
  /// The body; may be empty.
  public var body: String
  /// What the log counts.
  public var outcome: String
  /// Send `apns-id`, the request's or a new one, as APNs does with every answer.
  public var carriesMessageID = false

  public init(status: Int, headers: [String: String] = [:], body: String = "", outcome: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.outcome = outcome ?? "scripted \(status)"
  }

  /// An APNs refusal; the status is the table's unless one is given.
  public static func apns(_ reason: APNsReason, status: Int? = nil, timestamp: Int64? = nil) -> ScenarioAnswer
  {
    let answer = APNsEmulator.answer(Refusal(reason, timestamp: timestamp), id: "")
    var scripted = ScenarioAnswer(
      status: status ?? answer.status, body: answer.text, outcome: reason.rawValue)
    scripted.carriesMessageID = true
    return scripted
  }
}
