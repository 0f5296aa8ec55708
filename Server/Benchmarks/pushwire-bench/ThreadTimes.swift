import Foundation

/// CPU time of a process by the names of its threads, as /proc tells it: what a request costs each of them.
/// Empty where there is no /proc.
struct ThreadTimes {
  /// Seconds.
  private var seconds: [String: Double] = [:]

  private init() {}

  init(of pid: pid_t) {
    let folder = "/proc/\(pid)/task"
    for task in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let name = try? String(contentsOfFile: "\(folder)/\(task)/comm", encoding: .utf8),
        // Nanoseconds on a processor, then how long it waited for one, and how often it got one.
        let line = try? String(contentsOfFile: "\(folder)/\(task)/schedstat", encoding: .utf8),
        let spent = line.split(separator: " ").first.flatMap({ Double($0) })
      else { continue }
      seconds[name.trimmingCharacters(in: .whitespacesAndNewlines), default: 0] += spent / 1e9
    }
  }

  static func - (left: ThreadTimes, right: ThreadTimes) -> ThreadTimes {
    var difference = ThreadTimes()
    for (name, spent) in left.seconds { difference.seconds[name] = spent - (right.seconds[name] ?? 0) }
    return difference
  }

  /// Microseconds of each thread for one of `count` requests, the busiest first.
  func perRequest(_ count: Int) -> String {
    let rows = seconds.mapValues { $0 * 1e6 / Double(max(count, 1)) }.filter { $0.value >= 0.05 }
      .sorted { $0.value > $1.value }
    let total = rows.reduce(0) { $0 + $1.value }
    return rows.map { "\($0.key) \(Self.short($0.value))" }.joined(separator: ", ")
      + "; in all \(Self.short(total))"
  }

  private static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
