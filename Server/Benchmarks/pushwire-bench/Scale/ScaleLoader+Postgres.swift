import Foundation
import TestSupport

extension ScaleLoader {
  /// Tables of a store that has registrations and nothing else.
  private static let tables = ["tenants", "classes", "registrations", "server_keys", "secrets"]

  /// The same rows in PostgreSQL, by COPY from what sqlite3 prints.
  func copy(to server: PostgresServer, _ url: String, program: String) throws {
    let began = ProcessInfo.processInfo.systemUptime
    // Opening it makes the tables.
    _ = try Child.run([program, "keys", "list", "--store", url, "--json"])
    for table in Self.tables { try copy(table, to: server, url) }
    let found = try server.command("SELECT count(*) FROM registrations", at: url)
    guard found == "\(installations)" else { throw BenchError("PostgreSQL has \(found) installations") }
    // As autovacuum does sooner or later.
    try server.command("VACUUM ANALYZE", at: url)
    Self.tell("\(installations) installations copied to PostgreSQL", since: began)
  }

  private func copy(_ table: String, to server: PostgresServer, _ url: String) throws {
    let rows = try server.command(
      """
      SELECT column_name, data_type='bytea', coalesce(pg_get_serial_sequence('\(table)', column_name), '')
      FROM information_schema.columns WHERE table_name='\(table)' ORDER BY ordinal_position
      """, at: url)
    var names: [String] = []
    var values: [String] = []
    var sequences: [(column: String, name: String)] = []
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { throw BenchError("\(table) has a column without a name: \(row)") }
      names.append(parts[0])
      // NULL is nothing in CSV, an empty text is "".
      values.append(
        parts[1] == "t" ? "CASE WHEN \(parts[0]) IS NOT NULL THEN '\\x'||hex(\(parts[0])) END" : parts[0])
      if !parts[2].isEmpty { sequences.append((parts[0], parts[2])) }
    }
    let select = "SELECT \(values.joined(separator: ", ")) FROM \(table)"
    try server.command("TRUNCATE \(table)", at: url)
    let copy = "COPY \(table)(\(names.joined(separator: ", "))) FROM STDIN (FORMAT csv)"
    _ = try Child.run([
      "sh", "-c", #"sqlite3 -csv "$1" "$2" | psql -X -q -v ON_ERROR_STOP=1 "$3" -c "$4" >&2"#, "sh", path,
      select, url, copy,
    ])
    for sequence in sequences {
      try server.command(
        "SELECT setval('\(sequence.name)', greatest((SELECT max(\(sequence.column)) FROM \(table)), 1))",
        at: url)
    }
  }
}
