internal import Foundation

/// The time of a virtual device.
public final class VirtualClock {
  private let start: Int?
  private var skipped = 0

  /// The machine's own time, plus what ``advance(by:)`` skips.
  public init() { start = nil }

  /// A clock that stands still but for ``advance(by:)``.
  /// - Parameter start: milliseconds since 1970.
  public init(at start: Int) { self.start = start }

  /// Milliseconds since 1970.
  public var now: Int { (start ?? Int(Date().timeIntervalSince1970 * 1000)) + skipped }

  /// Skips time.
  public func advance(by milliseconds: Int) { skipped += max(milliseconds, 0) }
}
