import Foundation
import PushContract

/// Times of the store, milliseconds since 1970.
enum Instant {
  static func now() -> Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// As in `2026-11-30T08:50:54Z`.
  static func text(_ time: Int) -> String {
    Date(timeIntervalSince1970: Double(time / 1000)).formatted(.iso8601)
  }

  /// Null for 0, which the store writes where there was none.
  static func json(_ time: Int?) -> JSON {
    guard let time, time != 0 else { return .null }
    return .string(text(time))
  }

  /// As in `3 d ago`, `in 2 h`.
  static func distance(_ time: Int, from now: Int) -> String {
    let seconds = abs(now - time) / 1000
    let words =
      switch seconds {
      case ..<60: "\(seconds) s"
      case ..<3600: "\(seconds / 60) min"
      case ..<172_800: "\(seconds / 3600) h"
      default: "\(seconds / 86_400) d"
      }
    return time <= now ? words + " ago" : "in " + words
  }

  /// The day that a time is in, counted from 1970 in UTC.
  static func day(_ time: Int) -> Int { Int((Double(time) / 86_400_000).rounded(.down)) }
}

extension Arguments {
  /// An option's value as a duration, in seconds.
  func duration(_ option: String) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let seconds = ProfileDuration.seconds(text), seconds > 0 else {
      throw CommandError.usage(
        "--\(option) takes a duration, not \(quoted(text)).", advice: "As in 12h or 30d.")
    }
    return seconds
  }
}
