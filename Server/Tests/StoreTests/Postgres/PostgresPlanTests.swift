import Foundation
import TestSupport
import Testing

@testable import Store

/// PostgreSQL chooses a way to the rows by what it knew of the tables last, which after a quiet night is that
/// next to nothing waits. What is named by its row must be found by its row all the same, or each verdict
/// looks through all that waits.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
struct PostgresPlanTests {
  @Test func whatIsNamedByItsRowIsFoundByItsRow() throws {
    let (server, url, store, stage) = try PostgresStage.withPhone()
    stage.lanes.room = 0
    let count = 300
    for number in 0..<count { try stage.accept("quiet\(number)", to: "phone") }
    // The quiet night: much is stored, nothing waits, and the server knows it.
    try server.command("UPDATE messages SET state=4, due=0", at: url)
    try server.command(
      """
      INSERT INTO messages(id, notification, registration, state, lane, band, tenant, due, at)
      SELECT -100*id-g, notification, registration, 4, lane, band, tenant, 0, at
      FROM messages, generate_series(0, 99) AS g
      """, at: url)
    try server.command("VACUUM ANALYZE messages, notifications, registrations", at: url)
    for number in 0..<count { try stage.accept("n\(number)", to: "phone") }
    let fed = try stage.feed(limit: count / 3).fed
    try stage.apply(stage.claim(rows: fed.map(\.row)).batch, .accepted)
    var held: [ClaimBatch] = []
    for _ in 0..<count / 30 { held.append(try stage.claim(limit: 20).batch) }
    for batch in held { try stage.apply(batch, .accepted) }
    #expect(
      try server.command("SELECT count(*) FROM messages WHERE state=4 AND id>0", at: url) == "\(count * 2)")
    // Its counts of use come with the connection's end.
    store.close()
    func reads(_ index: String) throws -> Int {
      let text = try server.command(
        "SELECT idx_scan+idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname='\(index)'", at: url)
      return Int(text) ?? 0
    }
    let end = ContinuousClock.now + .seconds(30)
    let others =
      "SELECT count(*) FROM pg_stat_activity WHERE datname=current_database() AND pid<>pg_backend_pid()"
    while try server.command(others, at: url) != "0", ContinuousClock.now < end { usleep(20_000) }
    #expect(try reads("messages_pkey") >= count)
    // A claim looks at what is due, in its order; nothing else does.
    #expect(try reads("messages_due") < count * 50)
    #expect(try reads("messages_holder") < count / 10)
    #expect(try reads("messages_fed") < count / 10)
  }

  /// PostgreSQL itself counts once a minute at most.
  @Test func aTableThatHasGrownIsCounted() throws {
    let (server, url, store, stage) = try PostgresStage.withPhone()
    defer { store.close() }
    try server.command(
      """
      INSERT INTO messages(id, notification, registration, state, lane, band, tenant, due, at)
      SELECT -g, 1, 1, 4, 1, 0, 1, 0, 1 FROM generate_series(1, 20000) AS g
      """, at: url)
    let pages = "SELECT relpages FROM pg_class WHERE oid=to_regclass('messages')"
    #expect(try server.command(pages, at: url) == "0")
    let end = ContinuousClock.now + .seconds(30)
    var number = 0
    while try server.command(pages, at: url) == "0", ContinuousClock.now < end {
      number += 1
      try stage.accept("n\(number)", to: "phone")
      try store.rest()
    }
    #expect(try Int(server.command(pages, at: url)) ?? 0 > 64)
  }
}
