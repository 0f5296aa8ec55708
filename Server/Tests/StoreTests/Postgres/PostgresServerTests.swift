import Foundation
import TestSupport
import Testing

/// The tests' own server does what tests of the store take for granted.
@Suite(.enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"))
struct PostgresServerTests {
  @Test func eachTestHasADatabaseOfItsOwn() throws {
    let server = try PostgresServer.shared()
    let one = try server.database()
    let other = try server.database()
    try server.command("CREATE TABLE here(id bigint); INSERT INTO here VALUES(7)", at: one)
    #expect(try server.command("SELECT id FROM here", at: one) == "7")
    #expect(throws: PostgresFault.self) { try server.command("SELECT id FROM here", at: other) }
  }

  @Test func whatIsCommittedIsThereAfterAKillAndARestart() throws {
    let server = try PostgresServer()
    let database = try server.database()
    try server.command("CREATE TABLE here(id bigint); INSERT INTO here VALUES(7)", at: database)
    server.kill()
    #expect(throws: PostgresFault.self) { try server.command("SELECT 1") }
    try server.start()
    try server.command("INSERT INTO here VALUES(8)", at: database)
    try server.restart()
    #expect(try server.command("SELECT sum(id) FROM here", at: database) == "15")
  }

  @Test func nothingIsLeftOfIt() throws {
    var server: PostgresServer? = try PostgresServer()
    let folder = try #require(server?.folder.path)
    let process = try #require(server?.processID)
    server = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(Foundation.kill(process, 0) != 0)
  }
}
