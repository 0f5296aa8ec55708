import Foundation

/// CPU time, wall time and memory of a process.
struct Usage {
  /// Seconds.
  var user: Double
  var system: Double
  var wall: Double
  /// The most that was resident, bytes.
  var resident: Int
  var cpu: Double { user + system }

  static func - (left: Usage, right: Usage) -> Usage {
    Usage(
      user: left.user - right.user, system: left.system - right.system, wall: left.wall - right.wall,
      resident: left.resident)
  }

  /// Of this process, so far.
  static func own() -> Usage {
    var usage = rusage()
    #if os(Linux)
      getrusage(0, &usage)  // RUSAGE_SELF; glibc types it as an enumeration
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return Usage(usage, wall: ProcessInfo.processInfo.systemUptime)
  }

  init(user: Double, system: Double, wall: Double, resident: Int) {
    self.user = user
    self.system = system
    self.wall = wall
    self.resident = resident
  }

  init(_ usage: rusage, wall: Double) {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    #if os(Linux)
      let unit = 1024
    #else
      let unit = 1
    #endif
    self.init(
      user: seconds(usage.ru_utime), system: seconds(usage.ru_stime), wall: wall,
      resident: usage.ru_maxrss * unit)
  }
}

/// A program that was run to its end, with what it printed and what it cost.
struct Finished {
  var output: String
  var status: Int32
  var usage: Usage
}

/// A program under way.
final class Child {
  let pid: pid_t
  private let outputFile: String
  private let start = ProcessInfo.processInfo.systemUptime

  init(_ words: [String]) throws {
    outputFile =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("pushwire-bench-\(UUID().uuidString)").path
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var made: pid_t = 0
    let result = posix_spawnp(&made, words[0], &actions, nil, &arguments, environ)
    guard result == 0 else {
      throw BenchError("\(words[0]) cannot be started: \(String(cString: strerror(result)))")
    }
    pid = made
  }

  /// What it has printed so far.
  var output: String { (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "" }

  /// Waits for its end.
  func finish() -> Finished {
    var status: Int32 = 0
    var usage = rusage()
    wait4(pid, &status, 0, &usage)
    let text = output
    unlink(outputFile)
    return Finished(
      output: text, status: status,
      usage: Usage(usage, wall: ProcessInfo.processInfo.systemUptime - start))
  }

  func stop() {
    kill(pid, SIGKILL)
    _ = finish()
  }

  static func run(_ words: [String]) throws -> Finished {
    let finished = try Child(words).finish()
    guard finished.status == 0 else {
      throw BenchError("\(words[0]) \(words.dropFirst().first ?? "") failed:\n\(finished.output)")
    }
    return finished
  }
}
