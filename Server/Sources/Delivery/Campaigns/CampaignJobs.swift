internal import Store

/// One call of the writer's session, whose result is told once it is durable; nil: the store could not.
final class CampaignJob<Result: Sendable>: WriteJob, @unchecked Sendable {
  let size: Int
  private let body: @Sendable (any StoreSession, Int) throws(StoreError) -> Result
  private let done: @Sendable (Result?) -> Void
  // Written and read on the writer's thread alone.
  private var result: Result?

  init(
    size: Int = 1, _ body: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Result,
    done: @escaping @Sendable (Result?) -> Void
  ) {
    self.size = size
    self.body = body
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    result = nil
    result = try body(session, now)
  }
  func committed() { done(result) }
  func failed(_ error: StoreError) { done(nil) }
}
