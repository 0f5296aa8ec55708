import Foundation

/// One request, one answer, a connection of its own; for questions between measurements.
enum SmallHTTP {
  static func get(port: Int, path: String, authorization: String) throws -> String {
    try send(port: port, method: "GET", path: path, authorization: authorization, body: nil)
  }

  /// The whole answer, its head included.
  static func send(
    port: Int, method: String, path: String, authorization: String, body: String?
  ) throws -> String {
    var request =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(authorization)\r\nConnection: close\r\n"
    if let body {
      request += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    } else {
      request += "\r\n"
    }
    guard let descriptor = connectTo(port) else { throw BenchError("cannot connect to port \(port)") }
    defer { close(descriptor) }
    guard sendAll(descriptor, Array(request.utf8)) else { throw BenchError("cannot ask for \(path)") }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received.append(contentsOf: buffer[..<count])
    }
    return String(decoding: received, as: UTF8.self)
  }
}

/// SQLite's own rate of durable single-row commits in this folder, without anything of ours around it.
enum CommitRate {
  /// Commits a second, by Python's sqlite3, which has no code of ours.
  /// `preload`: a library that slows syncs down.
  static func measure(_ folder: String, seconds: Int, preload: String?) throws -> Double {
    let script = """
      import sqlite3, time, sys
      d = sqlite3.connect(sys.argv[1] + "/commits.db", isolation_level=None)
      d.execute("PRAGMA journal_mode=WAL"); d.execute("PRAGMA synchronous=FULL")
      d.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT)")
      end = time.monotonic() + \(seconds); n = 0
      while time.monotonic() < end:
          d.execute("INSERT INTO t(a) VALUES(?)", ("x" * 100,)); n += 1
      print(n / \(seconds))
      """
    let slow = preload.map { ["env", "LD_PRELOAD=\($0)"] } ?? []
    let finished = try Child.run(slow + ["python3", "-c", script, folder])
    guard let rate = Double(finished.output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchError("python3 printed \(finished.output)")
    }
    return rate
  }
}
