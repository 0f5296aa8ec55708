internal import Bytes
internal import Foundation
internal import Synchronization

/// Structured logs: one JSON object a line. What goes in is named by the caller; tokens, keys, tickets and
/// payloads never are.
public final class ServerLog: Sendable {
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error

    public var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }

    public init?(name: String) {
      guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = level
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value of a field.
  public enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
  {
    case text(String)
    case number(Int)
    case flag(Bool)
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .flag(value) }
  }

  private let level: Level
  private let clock: @Sendable () -> Int
  private let write: @Sendable ([UInt8]) -> Void

  /// `clock`: milliseconds since 1970. `write`: gets whole lines, from any thread.
  public init(
    level: Level = .info, clock: @escaping @Sendable () -> Int, write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.level = level
    self.clock = clock
    self.write = write
  }

  /// Logs to a file descriptor, a line in one write.
  public static func descriptor(_ descriptor: Int32, level: Level, clock: @escaping @Sendable () -> Int)
    -> ServerLog
  {
    ServerLog(level: level, clock: clock) { line in
      line.withUnsafeBytes { bytes in
        var at = 0
        while at < bytes.count {
          let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + at }, bytes.count - at)
          if count > 0 {
            at += count
          } else if count < 0 && errno == EINTR {
            continue
          } else {
            // A log that nobody takes must not hold the server up.
            return
          }
        }
      }
    }
  }

  /// Whether lines of this level are written: where making one costs something.
  public func takes(_ level: Level) -> Bool { level >= self.level }

  /// One line. `event`: in words with dots, as `lane.held`; stable, for machines.
  public func write(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, Value> = [:]) {
    guard takes(level) else { return }
    var line = ByteBuffer(capacity: 256)
    line.append("{\"at\":\"")
    line.append(Self.timestamp(clock()))
    line.append("\",\"level\":\"")
    line.append(level.name)
    line.append("\",\"event\":")
    line.appendJSONString(event)
    for (name, value) in fields {
      line.append(",")
      line.appendJSONString(name)
      line.append(":")
      switch value {
      case .text(let text): line.appendJSONString(text)
      case .number(let number): line.appendDecimal(number)
      case .flag(let flag): line.append(flag ? "true" : "false")
      }
    }
    line.append("}\n")
    write(Array(line.bytes))
  }

  /// `2030-01-31T18:00:00.123Z`.
  public static func timestamp(_ milliseconds: Int) -> String {
    var time = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&time, &parts)
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
    return padded(Int(parts.tm_year) + 1900, 4) + "-" + padded(Int(parts.tm_mon) + 1, 2) + "-"
      + padded(Int(parts.tm_mday), 2) + "T" + padded(Int(parts.tm_hour), 2) + ":"
      + padded(Int(parts.tm_min), 2) + ":" + padded(Int(parts.tm_sec), 2) + "."
      + padded(milliseconds % 1000, 3) + "Z"
  }
}
