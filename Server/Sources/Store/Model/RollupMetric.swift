/// The counters of the daily roll-up by their words, as they are kept and shown.
public enum RollupMetric {
  /// Messages that were accepted from the backend, whatever became of them.
  public static let messages = "messages"
  /// Messages that a provider took.
  public static let accepted = "accepted"
  /// `suppressed.` and the reason.
  public static let suppressedPrefix = "suppressed."
  /// `rejected.` and the verdict's code.
  public static let rejectedPrefix = "rejected."
  public static let failed = "failed"
  /// Made due later by FCM's limit for one device.
  public static let deferredDevice = "deferred.device"
  public static let expired = "expired"
  public static let unconfirmed = "unconfirmed"
  /// Set aside after their third lost lease.
  public static let dead = "dead"
  /// Tokens that were deleted because their provider called them dead.
  public static let tokenDead = "token_dead"
  public static let tokenQuarantined = "token_quarantined"
  /// Bad ones that were kept: confirmed since, of another generation, or braked.
  public static let tokenKept = "token_kept"
  /// `receipt.` and the kind.
  public static let receiptPrefix = "receipt."
  /// `completed.` and the result of silent work; `other` for words that are not known.
  public static let completedPrefix = "completed."
  /// `event.` and the kind.
  public static let eventPrefix = "event."
  /// Histograms: `latency.accepted.250` counts those of at most 250 ms and more than the bound before;
  /// `.inf` those above the last bound, `.sum` all milliseconds.
  public static let acceptedLatency = "latency.accepted."
  public static let receivedLatency = "latency.received."
  public static let openedLatency = "latency.opened."

  /// Upper bounds in milliseconds.
  public static let latencyBounds = [
    25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000,
    21_600_000, 86_400_000,
  ]
  /// The last part of the names of a histogram's counters: each bound, then `inf`, then `sum`.
  public static let latencyParts = latencyBounds.map(String.init) + ["inf", "sum"]

  /// The place in ``latencyParts`` for a time.
  public static func bucket(_ milliseconds: Int) -> Int {
    latencyBounds.firstIndex { milliseconds <= $0 } ?? latencyBounds.count
  }
}
