/// Counts of durations by upper bound. The bounds are the same everywhere, so that counts can be added.
public struct Histogram: Sendable, Equatable {
  /// Upper bounds in milliseconds; the last bucket has none.
  public static let bounds = [
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000, 3_600_000,
  ]
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// Milliseconds in all.
  public private(set) var sum = 0.0
  public var total: Int { counts.reduce(0, +) }

  public init() {}

  public mutating func add(_ milliseconds: Double) {
    counts[Self.bucket(milliseconds)] += 1
    sum += milliseconds
  }

  /// Adds counts that were kept elsewhere by the same bounds.
  public mutating func add(bucket: Int, count: Int) {
    guard counts.indices.contains(bucket) else { return }
    counts[bucket] += count
  }

  public mutating func add(_ other: Histogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }

  public static func bucket(_ milliseconds: Double) -> Int {
    bounds.firstIndex { milliseconds <= Double($0) } ?? bounds.count
  }

  /// The upper bound under which this share of all lies; nil: nothing was counted, or it is above all bounds.
  public func quantile(_ share: Double) -> Int? {
    let total = total
    guard total > 0 else { return nil }
    let wanted = Double(total) * share
    var seen = 0
    for (index, count) in counts.enumerated() {
      seen += count
      if Double(seen) >= wanted { return index < Self.bounds.count ? Self.bounds[index] : nil }
    }
    return nil
  }
}
