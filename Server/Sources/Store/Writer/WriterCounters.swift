/// What the writer did, for metrics. All of it counts up, but for `queued`.
public struct WriterCounters: Sendable, Equatable {
  /// Upper bounds of the buckets, microseconds; one more bucket takes what is longer.
  public static let microseconds = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000,
  ]
  /// Upper bounds of the buckets, jobs of one transaction.
  public static let sizes = [1, 4, 16, 64, 128, 256, 512]

  public private(set) var commits = 0
  public private(set) var jobs = 0
  public var failed = 0
  /// Not taken, because too many were queued.
  public var refused = 0
  /// Batches whose jobs had to be tried alone.
  public var splitBatches = 0
  public var queued = 0
  /// Time within transactions before the commit, and in commits, microseconds.
  public private(set) var performing = 0
  public private(set) var committing = 0
  public private(set) var commitTimes = [Int](repeating: 0, count: microseconds.count + 1)
  public private(set) var batchSizes = [Int](repeating: 0, count: sizes.count + 1)

  public init() {}

  mutating func add(jobs count: Int, performing work: Duration, committing commit: Duration) {
    commits += 1
    jobs += count
    performing += Self.count(work)
    let time = Self.count(commit)
    committing += time
    commitTimes[Self.bucket(time, Self.microseconds)] += 1
    batchSizes[Self.bucket(count, Self.sizes)] += 1
  }

  private static func count(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  private static func bucket(_ value: Int, _ bounds: [Int]) -> Int {
    bounds.firstIndex { value <= $0 } ?? bounds.count
  }
}
