import Testing

@testable import Store

/// What every store must do of the outbox's half. A case stands on a stage over an empty store.
enum OutboxConformance {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (OutboxStage) throws -> Void
    init(_ name: String, _ run: @escaping @Sendable (OutboxStage) throws -> Void) {
      testDescription = name
      self.run = run
    }
  }

  static let cases =
    accepting + suppressing + claiming + judging + reporting + keeping + topics + subscriptions + limits
    + devices + nodes + campaigns + feeding + audience
}
