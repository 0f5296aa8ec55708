import Foundation
import Store

/// What the writer's thread spends on a row, without anything around it: the store alone, in a folder of
/// its own, so many jobs in each transaction. With PUSHWIRE_BENCH_STORE, a `postgres://` URL of an empty database,
/// it is that one instead.
struct StoreBench {
  private let store: any PushStore
  private let rows: Int
  private let batch: Int
  private var results = Results()

  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushwire-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let named = ProcessInfo.processInfo.environment["PUSHWIRE_BENCH_STORE"]
    let store = try StorePlace(named ?? folder + "/push.db").open(isServer: false)
    defer { store.close() }
    var bench = StoreBench(
      store: store, rows: try options.number("rows", 50_000), batch: try options.number("batch", 64))
    try bench.run()
  }

  private init(store: any PushStore, rows: Int, batch: Int) {
    self.store = store
    self.rows = rows
    self.batch = batch
  }

  private mutating func run() throws {
    let expectRegistration = { (session: any StoreSession, number: Int) throws(StoreError) in
      try session.expect(Self.registration(number))
    }
    let expectNotification = { (session: any StoreSession, number: Int) throws(StoreError) in
      try session.expect(Self.notification(number))
    }
    try measure("registrations", expects: expectRegistration) { session, number, now throws(StoreError) in
      _ = try session.register(Self.registration(number), now: now)
    }
    try measure("launches", expects: expectRegistration) { session, number, now throws(StoreError) in
      _ = try session.register(Self.registration(number), now: now)
    }
    var accepted: [ClaimBatch] = []
    let room = EndlessRoom()
    try measure("accept", expects: expectNotification) { session, number, now throws(StoreError) in
      var claimed = ClaimBatch()
      _ = try session.accept(Self.notification(number), capacity: room, claimed: &claimed, now: now)
      accepted.append(claimed)
    }
    let claims = accepted
    let each = batch
    try measure("apply", jobs: (rows + batch - 1) / batch) { session, number, now throws(StoreError) in
      var verdicts = VerdictBatch()
      for claim in claims[(number * each)..<min((number + 1) * each, claims.count)] {
        for entry in claim.entries { verdicts.entries.append(Self.verdict(entry, &verdicts, now: now)) }
      }
      _ = try session.apply(verdicts, now: now)
    }
    results.print("store, \(rows) rows, \(batch) in a transaction:")
  }

  /// CPU and time of one row: jobs with the commits that make them durable, and what the store does at rest.
  private mutating func measure(
    _ name: String, jobs: Int? = nil,
    expects: (any StoreSession, Int) throws(StoreError) -> Void = { (_, _) throws(StoreError) in },
    _ job: (any StoreSession, Int, Int) throws(StoreError) -> Void
  ) throws {
    let before = (cpu: Self.time(CLOCK_THREAD_CPUTIME_ID), wall: Self.time(CLOCK_MONOTONIC))
    let count = jobs ?? rows
    let each = jobs == nil ? batch : 1
    var next = 0
    while next < count {
      let range = next..<min(next + each, count)
      next = range.upperBound
      let now = Int(Date().timeIntervalSince1970 * 1000)
      try store.transaction { (session) throws(StoreError) in
        for number in range { try expects(session, number) }
        for number in range { try job(session, number, now) }
      }
      try store.rest()
    }
    let cpu = Self.time(CLOCK_THREAD_CPUTIME_ID) - before.cpu
    let wall = Self.time(CLOCK_MONOTONIC) - before.wall
    results.add(name + "_us", cpu / Double(rows) * 1e6, "us of CPU", reference: nil)
    results.add(name + "_wall_us", wall / Double(rows) * 1e6, "us", reference: nil)
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Rows

  private static func registration(_ number: Int) -> RegistrationRequest {
    var request = RegistrationRequest()
    request.installation = "installation-\(number)"
    request.platform = number % 2 == 0 ? .ios : .android
    request.environment = .production
    request.environmentSource = "embedded_profile"
    request.topic = "com.example.parcel"
    let hex = String(number, radix: 16)
    request.token = String(repeating: "0", count: 64 - hex.count) + hex
    request.generation = 1
    request.account = "a\(number)"
    request.secretHash = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)
    request.freshChallengeHash = [UInt8](repeating: 7, count: 32)
    var permission = Permission()
    permission.status = "authorized"
    permission.alert = "enabled"
    request.permission = permission
    request.osVersion = "18.1"
    request.appVersion = "4.2.0"
    request.locale = "en_GB"
    request.timeZone = "Europe/London"
    return request
  }

  private static let parameters = Array(#"{"day":"Friday"}"#.utf8)

  private static func notification(_ number: Int) -> NotificationRequest {
    var request = NotificationRequest()
    request.id = "n\(number)"
    request.digest = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)
    request.target = .account("a\(number)")
    request.facts.name = "order_shipped"
    request.facts.audience = .account
    request.facts.channel = "orders"
    request.parameters = parameters
    request.timeToLive = 172_800
    return request
  }

  private static let providerID = Array("6f1c2a3e-9a52-4b1f-8c63-0d2f7a1b5e44".utf8)

  private static func verdict(
    _ entry: ClaimBatch.Entry, _ batch: inout VerdictBatch, now: Int
  ) -> VerdictBatch.Entry {
    var verdict = VerdictBatch.Entry(
      message: entry.message, registration: entry.registration, generation: entry.generation,
      lane: entry.lane,
      notificationClass: entry.notificationClass, state: .accepted, attempts: 1,
      leaseEndsAt: entry.leaseEndsAt, wasUnanswered: false, isHandedBack: false, tokenAction: .keep,
      status: 200, createdAt: entry.createdAt, sentAt: now, at: now, asOf: 0, dueAt: 0)
    verdict.providerID = providerID.withUnsafeBufferPointer { batch.append($0) }
    return verdict
  }
}

/// Takes whatever comes.
private struct EndlessRoom: LaneCapacity {
  func reserve(_ lane: LaneCode, _ band: Band) -> Bool { true }
  func release(_ lane: LaneCode, _ band: Band) {}
  func exists(_ lane: LaneCode) -> Bool { true }
}
