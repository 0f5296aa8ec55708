import Emulators
import Providers
import Testing

@testable import Delivery

/// An answer that an emulator sends, and what a lane must make of it. Written from the providers' tables,
/// not from ours.
struct ReasonCase: Sendable, CustomTestStringConvertible {
  enum End: Sendable {
    /// The provider took it in the end.
    case accepted
    /// One attempt, and never again.
    case rejected
    /// So many attempts, then given up.
    case failed(Int)
    /// Sent so often, never answered.
    case unconfirmed(Int)
    /// Nothing more goes out; the message keeps its place and no attempt is counted.
    case held
    /// Only this message waits.
    case parked
  }

  /// As machines read it: `apns.BadDeviceToken`.
  var code: String
  var kind: Verdict.Kind
  var end: End
  var actions: [ScenarioAction]
  var field: String?
  var token = Verdict.Kind.TokenAction.keep

  init(
    _ code: String, _ kind: Verdict.Kind, _ end: End, _ answer: ScenarioAnswer, field: String? = nil,
    token: Verdict.Kind.TokenAction = .keep
  ) {
    self.init(code, kind, end, [.answer(answer)], field: field, token: token)
  }

  init(
    _ code: String, _ kind: Verdict.Kind, _ end: End, _ actions: [ScenarioAction], field: String? = nil,
    token: Verdict.Kind.TokenAction = .keep
  ) {
    self.code = code
    self.kind = kind
    self.end = end
    self.actions = actions
    self.field = field
    self.token = token
  }

  var testDescription: String { "\(code), \(actions)" }

  /// Checks a run of one message, whose requests came to `server`.
  func check(_ run: LaneRun, on server: EmulatedServer) throws {
    let lane = try #require(run.lane)
    #expect(!run.timedOut, "\(self)")
    let last = try #require(run.ledger.last(), "\(self)")
    let log = run.suite.snapshot()
    let requests = log.outcomes[server]?.values.reduce(0, +) ?? 0
    var counts = PushLane.Counters()
    switch end {
    case .accepted: Issue.record("\(self) is no refusal")
    case .rejected:
      #expect(last.status == .rejected && last.attempts == 1 && requests == 1, "\(self): \(last)")
      counts.rejected = 1
    case .failed(let tries):
      #expect(last.status == .failed && last.attempts == tries && requests == tries, "\(self): \(last)")
      counts.failed = 1
    case .unconfirmed(let tries):
      #expect(last.status == .unconfirmed && last.attempts == tries && requests == tries, "\(self): \(last)")
      counts.unconfirmed = 1
    case .held:
      #expect(last.status == .queued && last.attempts == 0, "\(self): \(last)")
      #expect(lane.waiting == 1 && lane.heldBy == last.verdict, "\(self)")
    case .parked:
      #expect(last.status == .queued && last.attempts == 0 && requests == 1, "\(self): \(last)")
      #expect(lane.waiting == 0 && lane.heldBy == nil && lane.parkedBy == last.verdict, "\(self)")
      counts.parked = 1
    }
    if case .held = end {} else { #expect(lane.heldBy == nil, "\(self)") }
    counts.attempts = requests
    #expect(lane.counters == counts, "\(self)")
    #expect(last.verdict.reasonCode == code, "\(self): \(last.verdict.sentence)")
    #expect(last.verdict.kind == kind, "\(self)")
    #expect(last.verdict.tokenAction == token, "\(self)")
    if let field { #expect(last.verdict.fieldName == field, "\(self)") }
    // All that came before was told too, one record an attempt.
    #expect(run.ledger.records.count == requests, "\(self)")
  }
}
