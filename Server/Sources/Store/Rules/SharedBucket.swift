/// A token bucket as it is stored: thousandths of tokens, and when that was true. Whole numbers, so that every
/// node and database reckons alike.
struct SharedBucket: Equatable {
  /// Thousandths; never more than the burst.
  var thousandths: Int
  /// Milliseconds since 1970.
  var at: Int

  /// A full one.
  init(full rate: BucketRate, now: Int) {
    thousandths = rate.burst * 1000
    at = now
  }

  init(thousandths: Int, at: Int) {
    self.thousandths = thousandths
    self.at = at
  }

  /// Takes as many as there are, `wanted` at most.
  mutating func take(_ wanted: Int, _ rate: BucketRate, now: Int) -> BucketGrant {
    refill(rate, now: now)
    let wanted = min(max(wanted, 0), rate.burst)
    let granted = min(thousandths / 1000, wanted)
    thousandths -= granted * 1000
    guard granted < wanted else { return BucketGrant(granted: granted) }
    // Until half of what is missing has come back, but never a crowd of small requests.
    let missing = max((wanted - granted) * 500, 1000) - thousandths % 1000
    let wait = (missing * 60 * rate.minutes + rate.perMinute - 1) / rate.perMinute
    return BucketGrant(granted: granted, retryAt: now + max(wait, 10))
  }

  private mutating func refill(_ rate: BucketRate, now: Int) {
    let full = rate.burst * 1000
    // A clock that went back gives nothing, and does not lock anybody out either.
    let passed = min(max(now - at, 0), 86_400_000)
    // perMinute thousandths come in 60 ms, of one minute.
    let come = passed * rate.perMinute / (60 * rate.minutes)
    if come > 0 || now < at {
      thousandths = min(max(thousandths, 0) + come, full)
      at = now
    }
    thousandths = min(thousandths, full)
  }
}
