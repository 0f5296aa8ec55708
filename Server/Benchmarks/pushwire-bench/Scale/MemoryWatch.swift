import Foundation

/// Samples how much of a process is resident, until it is told to stop.
final class MemoryWatch: @unchecked Sendable {
  private let pid: pid_t
  private let lock = NSLock()
  private var samples: [Double] = []
  private var isOver = false
  private let ended = DispatchSemaphore(value: 0)
  private static let pause: UInt32 = 100_000

  init(_ pid: pid_t) {
    self.pid = pid
    let thread = Thread { [self] in watch() }
    thread.start()
  }

  private func watch() {
    while true {
      let now = Self.resident(pid)
      lock.lock()
      if let now { samples.append(now) }
      let isLast = isOver
      lock.unlock()
      if isLast { break }
      usleep(Self.pause)
    }
    ended.signal()
  }

  /// Megabytes, in order of time.
  func stop() -> [Double] {
    lock.lock()
    isOver = true
    lock.unlock()
    ended.wait()
    return samples
  }

  /// Megabytes; nil where there is no /proc, or no such process.
  static func resident(_ pid: pid_t) -> Double? {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) }.map { $0 / 1024 }
  }
}
