import Foundation
import TestSupport

extension ScaleLoader {
  /// The same rows in PostgreSQL, by the program's own command.
  func copy(to server: PostgresServer, _ url: String, program: String) throws {
    let began = ProcessInfo.processInfo.systemUptime
    _ = try Child.run([program, "store", "move", "--store", path, "--to", url])
    // As autovacuum does sooner or later.
    try server.command("VACUUM ANALYZE", at: url)
    Self.tell("\(installations) installations moved to PostgreSQL", since: began)
  }
}
