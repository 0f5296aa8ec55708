import Store
import Synchronization
import Testing

@testable import Service

/// A message that is leased at birth has taken a place in its lane; a transaction that comes to nothing
/// gives it back.
struct PlacesTests {
  @Test func aFailedTransactionGivesItsPlacesBack() throws {
    let stage = try ServerStage { context in
      let submit = context.submit
      context.submit = { job in submit(FailingJob(job)) }
    }
    stage.lanes.set(room: 3)
    let key = try stage.key()
    let answer = stage.post(
      "/v1/notifications", key: key,
      """
      {"id":"n1","class":"order_shipped","target":{"account":"ann"},"parameters":{"order":"1","day":"Friday"}}
      """)
    #expect(answer.status == 503)
    #expect(stage.lanes.room == 3)
    #expect(stage.offered.messages == 0)
  }
}

/// Does its job, and then fails.
private final class FailingJob: WriteJob {
  private let job: any WriteJob
  init(_ job: any WriteJob) { self.job = job }
  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    var account = RegistrationRequest()
    account.installation = "phone"
    account.environment = .sandbox
    account.token = "aa"
    account.generation = 1
    account.account = "ann"
    account.secretHash = [1]
    _ = try session.register(account, now: now)
    try job.perform(session, now: now)
    throw StoreError(.unavailable, "the disk is full")
  }
  func committed() { job.committed() }
  func failed(_ error: StoreError) { job.failed(error) }
}
