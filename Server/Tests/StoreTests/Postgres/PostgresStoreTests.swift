import Foundation
import TestSupport
import Testing

@testable import Store

/// What the store on PostgreSQL must do beside what every store does.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
struct PostgresStoreTests {
  // MARK: The schema

  @Test func fourProcessesAtOnceMakeOneSchema() throws {
    let url = try PostgresServer.shared().database()
    let found = Gathered<Result<Int, any Error>>()
    inThreads(4) { _ in
      found.add(
        Result {
          let store = try PostgresStage.store(at: url)
          defer { store.close() }
          return store.versionBefore
        })
    }
    let versions = try found.all.map { try $0.get() }.sorted()
    let now = PostgresMigrations.all.steps.count
    #expect(versions == [0, now, now, now])
  }

  @Test func whatANewerVersionMadeIsRefusedUnlessItOnlyAdds() throws {
    let server = try PostgresServer.shared()
    let url = try server.database()
    try PostgresStage.store(at: url).close()
    try server.command("UPDATE pushwire_schema SET version=99", at: url)
    let beside = try PostgresStage.store(at: url)
    #expect(beside.versionBefore == 99)
    beside.close()
    try server.command("UPDATE pushwire_schema SET compatible=99", at: url)
    #expect { try PostgresStage.store(at: url) } throws: { ($0 as? StoreError)?.code == .tooNew }
    #expect(try server.command("SELECT version FROM pushwire_schema", at: url) == "99")
  }

  @Test func aMigrationThatFailsLeavesNothing() throws {
    let server = try PostgresServer.shared()
    let url = try server.database()
    #expect(throws: StoreError.self) {
      try PostgresStage.store(at: url) {
        $0.migrations.steps.append("CREATE TABLE more(id BIGINT); SELECT nothing")
      }
    }
    #expect(try server.command("SELECT count(*) FROM pg_tables WHERE schemaname='public'", at: url) == "0")
    try server.command("CREATE TABLE registrations(id BIGINT)", at: url)
    #expect { try PostgresStage.store(at: url) } throws: { ($0 as? StoreError)?.code == .open }
  }

  /// After a crash the server may not have given the number of a lost commit again yet, or to another process:
  /// neither is waited for, and the own process that still works on it is ended.
  @Test func onlyTheOwnProcessOfALostCommitIsEnded() throws {
    let url = try PostgresServer.shared().database()
    let asking = try PostgresConnection(PostgresSettings(url: url))
    let working = try PostgresConnection(PostgresSettings(url: url))
    defer { [asking, working].forEach { $0.close() } }
    try working.execute("BEGIN")
    let number = try working.number("SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)")
    let process = try working.number("SELECT pg_backend_pid()")
    try CommitMark.end(number + 1_000_000, of: process, asking)
    try CommitMark.end(number, of: process + 1, asking)
    #expect(try working.number("SELECT 1") == 1)
    try CommitMark.end(number, of: process, asking)
    #expect(throws: StoreError.self) { try working.number("SELECT 1") }
  }

  /// Its answer was lost, and its jobs were told that it failed.
  @Test func whatALostCommitLeasedGoesBack() throws {
    let url = try PostgresServer.shared().database()
    try PostgresStage.store(at: url).close()
    let connection = try PostgresConnection(PostgresSettings(url: url))
    defer { connection.close() }
    func lease(_ row: Int, holder: Int) throws -> Int {
      try connection.begin()
      let insert = try connection.statement(
        """
        INSERT INTO messages(id, notification, registration, state, lane, band, tenant, due, at, holder)
        VALUES(?1, 1, 1, 1, 1, 0, 1, 9000, 1, ?2)
        """)
      insert.set(1, row)
      insert.set(2, holder)
      try insert.run()
      #expect(try connection.changes() == 1)
      let number = try #require(connection.transactionNumber)
      try connection.commit {}
      return number
    }
    _ = try lease(1, holder: 7)
    let lost = try lease(2, holder: 7)
    _ = try lease(3, holder: 8)
    try CommitMark.handBack(leasesOf: lost, node: 7, now: 5000, connection)
    let found = try PostgresServer.shared().command(
      "SELECT string_agg(id||' '||state||' '||due||' '||holder, ',' ORDER BY id) FROM messages", at: url)
    #expect(found == "1 1 9000 7,2 0 5000 0,3 1 9000 8")
  }

  // MARK: Connections

  @Test func onlyTheRightAuthorityIsTrusted() throws {
    var options = PostgresServer.Options()
    options.usesTLS = true
    let server = try PostgresServer(options)
    let other = try PostgresServer(options)
    func url(_ host: String, _ authority: URL) -> String {
      "postgresql://\(PostgresServer.user)@\(host):\(server.port)/postgres?sslmode=verify-full"
        + "&sslrootcert=\(authority.path)"
    }
    let store = try PostgresStage.store(at: url("localhost", server.authority))
    defer { store.close() }
    #expect(
      try server.command(
        "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING(pid) WHERE application_name='pushwire'"
      )
        == "t")
    // Another's certificate, and another's name.
    for refused in [url("localhost", other.authority), url("127.0.0.1", server.authority)] {
      #expect { try PostgresStage.store(at: refused) } throws: { ($0 as? StoreError)?.code == .open }
    }
  }

  @Test func aPasswordIsNeverShown() {
    for url in [
      "postgresql://push:geheim@127.0.0.1:1/push", "postgresql://push:geheim@127.0.0.1:1/push?nonsense=1",
      "host=127.0.0.1 port=1 password=geheim", "postgresql://push:geheim@[::",
    ] {
      do {
        _ = try PostgresStage.store(at: url)
        Issue.record("connected")
      } catch {
        #expect(!"\(error)".contains("geheim"))
        #expect((error as? StoreError)?.code == .unavailable || (error as? StoreError)?.code == .open)
      }
      #expect(!PostgresSettings(url: url).shownName.contains("geheim"))
    }
  }

  @Test func aStatementThatTakesTooLongIsEnded() throws {
    let server = try PostgresServer.shared()
    let url = try server.database()
    let store = try PostgresStage.store(at: url) { $0.lockMilliseconds = 100 }
    defer { store.close() }
    let stage = OutboxStage(store)
    try stage.register("phone")
    let blocker = try PostgresConnection(PostgresSettings(url: url))
    defer { blocker.close() }
    try blocker.execute("BEGIN; LOCK TABLE registrations IN ACCESS EXCLUSIVE MODE")
    #expect { try stage.register("phone", generation: 2) } throws: { ($0 as? StoreError)?.code == .busy }
    try blocker.execute("COMMIT")
    try stage.register("phone", generation: 2)
    let slow = try PostgresStage.store(at: url) { $0.statementMilliseconds = 100 }
    defer { slow.close() }
    #expect {
      try slow.read { reader throws(StoreError) in
        _ = try (reader as? SQLReader)?.connection.prepare("SELECT pg_sleep(5)").next()
      }
    } throws: { ($0 as? StoreError)?.code == .busy }
  }

  @Test func aCutConnectionUndoesItsTransactionAndTheNextOneGoesOn() throws {
    let (server, url, store, stage) = try PostgresStage.withPhone()
    defer { store.close() }
    #expect {
      try store.transaction { session throws(StoreError) in
        _ = try session.register(OutboxStage.device("other"), now: stage.now)
        _ = try? server.command(Self.cut, at: url)
        _ = try session.register(OutboxStage.device("third"), now: stage.now)
      }
    } throws: { ($0 as? StoreError)?.code == .disconnected }
    #expect(try server.command("SELECT count(*) FROM registrations", at: url) == "1")
    try stage.register("other")
    // Also a reader that lay idle.
    try server.command(Self.cut, at: url)
    let found = try? store.read { reader throws(StoreError) in
      try reader.registrations(RegistrationQuery()).count
    }
    #expect(
      try found
        ?? store.read { reader throws(StoreError) in try reader.registrations(RegistrationQuery()).count }
        == 2)
  }

  static let cut = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname=current_database() AND application_name='pushwire'
    """

  // MARK: The log of attempts

  @Test func theLogOfAttemptsIsPartedByDay() throws {
    let (server, url, store, stage) = try PostgresStage.withPhone()
    defer { store.close() }
    for day in 0..<3 {
      try stage.apply(try stage.accept("n\(day)", to: "phone"), .rejected("PayloadEmpty"))
      stage.now += OutboxStage.day
    }
    try store.rest()
    let parts = "SELECT count(*) FROM pg_inherits WHERE inhparent='attempts'::regclass"
    #expect(try server.command(parts, at: url) == "3")
    #expect(try stage.messages("n0").first?.history.map(\.reason) == ["PayloadEmpty"])
    #expect(try stage.sweepAll(.attempts(before: stage.now - OutboxStage.day), limit: 1) == 2)
    #expect(try server.command(parts, at: url) == "1")
    #expect(try stage.messages("n0").first?.history.isEmpty == true)
    #expect(try stage.messages("n2").first?.history.map(\.reason) == ["PayloadEmpty"])
  }

  @Test func whatIsNoTextIsStoredAllTheSame() throws {
    let store = try PostgresStage.store()
    defer { store.close() }
    let stage = OutboxStage(store)
    try stage.register("phone") { $0.locale = "de\0" }
    let batch = try stage.accept("n1", to: "phone")
    var verdicts = stage.verdicts(batch) { _ in .accepted }
    let wrong: [UInt8] = [0xff, 0x00, 0x61]
    verdicts.entries[0].providerID = wrong.withUnsafeBufferPointer { verdicts.append($0) }
    let made = verdicts
    _ = try store.transaction { session throws(StoreError) in try session.apply(made, now: stage.now) }
    #expect(try stage.messages("n1").first?.providerID == "\u{fffd}\u{fffd}a")
  }
}

/// What several threads found.
final class Gathered<Item>: @unchecked Sendable {
  private let lock = NSLock()
  private var items: [Item] = []
  func add(_ item: Item) { lock.withLock { items.append(item) } }
  var all: [Item] { lock.withLock { items } }
}

/// Runs `body` so many times at once, each on a thread of its own, and waits for all of them.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let done = DispatchSemaphore(value: 0)
  for place in 0..<count {
    Thread {
      body(place)
      done.signal()
    }.start()
  }
  for _ in 0..<count { done.wait() }
}
