/// Counts within one transaction, so that a counter is written once and not with each verdict.
struct RollupTally {
  /// A metric by its number; the first ones are known beforehand.
  struct Metric: Equatable {
    let number: UInt16
    static let messages = Metric(number: 0)
    static let accepted = Metric(number: 1)
    static let failed = Metric(number: 2)
    static let expired = Metric(number: 3)
    static let unconfirmed = Metric(number: 4)
    static let dead = Metric(number: 5)
    static let tokenDead = Metric(number: 6)
    static let tokenQuarantined = Metric(number: 7)
    static let tokenKept = Metric(number: 8)
    static let other = Metric(number: 9)
    fileprivate static let latency = 10
  }

  private var words: [String]
  private var numbers: [String: UInt16] = [:]
  /// Key: day, metric, platform and class in one number.
  private var counts: [UInt64: Int] = [:]
  private var segments: [RollupKey: Int] = [:]

  init() {
    words = [
      RollupMetric.messages, RollupMetric.accepted, RollupMetric.failed, RollupMetric.expired,
      RollupMetric.unconfirmed, RollupMetric.dead, RollupMetric.tokenDead, RollupMetric.tokenQuarantined,
      RollupMetric.tokenKept, "other",
    ]
    words += RollupMetric.latencyParts.map { RollupMetric.acceptedLatency + $0 }
    words += RollupMetric.latencyParts.map { RollupMetric.receivedLatency + $0 }
    words += RollupMetric.latencyParts.map { RollupMetric.openedLatency + $0 }
    for (place, word) in words.enumerated() { numbers[word] = UInt16(place) }
  }

  enum Latency: Int { case accepted, received, opened }

  /// The number of a metric's word. An open set, but a small one: words of the rules and of the providers.
  mutating func metric(_ word: String) -> Metric {
    if let number = numbers[word] { return Metric(number: number) }
    // Far more words than the rules and providers have: whoever sends them shall not fill the memory.
    guard words.count < 4096 else { return .other }
    let number = UInt16(words.count)
    words.append(word)
    numbers[word] = number
    return Metric(number: number)
  }

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - platform: 0: none.
  mutating func add(
    _ metric: Metric, notificationClass: Int32, platform: UInt8 = 0, by amount: Int = 1, now: Int
  ) {
    let day = UInt64(clamping: now / 86_400_000) & 0xf_ffff
    let key =
      day << 44 | UInt64(metric.number) << 28 | UInt64(platform & 15) << 24
      | UInt64(UInt32(bitPattern: notificationClass)) & 0xff_ffff
    counts[key, default: 0] += amount
  }

  mutating func add(_ latency: Latency, milliseconds: Int, notificationClass: Int32, now: Int) {
    let parts = RollupMetric.latencyParts.count
    let first = Metric.latency + latency.rawValue * parts
    let spent = max(milliseconds, 0)
    add(
      Metric(number: UInt16(first + RollupMetric.bucket(spent))), notificationClass: notificationClass,
      now: now)
    add(
      Metric(number: UInt16(first + parts - 1)), notificationClass: notificationClass, by: spent, now: now)
  }

  mutating func add(_ key: RollupKey, by amount: Int) { segments[key, default: 0] += amount }

  var isEmpty: Bool { counts.isEmpty && segments.isEmpty }

  /// All that was counted, and counts from nothing again.
  mutating func drain(className: (Int32) throws(StoreError) -> String) throws(StoreError) -> [RollupKey: Int]
  {
    var all = segments
    for (key, count) in counts {
      let platform = DevicePlatform(rawValue: UInt8(key >> 24 & 15))?.name ?? ""
      let number = Int32(truncatingIfNeeded: key & 0xff_ffff)
      let rollup = RollupKey(
        day: Int(key >> 44), metric: words[Int(key >> 28 & 0xffff)],
        className: number == 0 ? "" : try className(number), platform: platform)
      all[rollup, default: 0] += count
    }
    clear()
    return all
  }

  mutating func clear() {
    counts.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
  }
}

extension SQLSession {
  func count(_ key: RollupKey, by amount: Int) throws(StoreError) { outbox.tally.add(key, by: amount) }

  func writeTally() throws(StoreError) {
    guard !outbox.tally.isEmpty else { return }
    let counts = try outbox.tally.drain { number throws(StoreError) in try names.className(number) }
    let upsert = try connection.statement(
      """
      INSERT INTO rollups(day, metric, class, platform, os_major, app_version, count)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT(day, metric, class, platform, os_major, app_version/*+pg , shard */) DO UPDATE
      SET count=rollups.count+excluded.count
      """)
    // In one order everywhere, so that no two nodes wait for each other.
    for (key, count) in counts.sorted(by: { $0.key.isBefore($1.key) }) {
      upsert.set(1, key.day)
      upsert.set(2, key.metric)
      upsert.set(3, key.className)
      upsert.set(4, key.platform)
      upsert.set(5, key.osMajor)
      upsert.set(6, key.appVersion)
      upsert.set(7, count)
      try upsert.run()
    }
  }
}

extension RollupKey {
  fileprivate func isBefore(_ other: RollupKey) -> Bool {
    (day, metric, className, platform, osMajor, appVersion)
      < (other.day, other.metric, other.className, other.platform, other.osMajor, other.appVersion)
  }
}
