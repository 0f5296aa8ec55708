import Foundation
import TestSupport
import Testing

@testable import Store

@Suite struct AttemptLogTests {
  private let folder: ScratchFolder
  private var path: String { folder.path + "/push.db" }

  init() throws { folder = try ScratchFolder() }

  private func record(_ message: Int, day: Int, reason: String = "Shutdown") -> AttemptRecord {
    .init(message: message, at: day * 86_400_000 + 5, verdict: "unavailable", reason: reason, httpStatus: 503)
  }

  private func history(_ message: Int, day: Int) throws -> [String] {
    var view = MessageView()
    view.row = message
    var views = [view]
    try AttemptLog.read(AttemptLog.folder(beside: path), day, into: &views)
    return views[0].history.map(\.reason)
  }

  @Test(arguments: [
    (0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
    (20_787, "2026-11-30"),
    (20_819, "2027-01-01"),
  ])
  func aFileIsNamedByItsDay(_ day: Int, _ name: String) {
    #expect(AttemptLog.file("log", day) == "log/\(name).db")
  }

  @Test func everyDayIsReadBackFromItsName() throws {
    let log = AttemptLog.folder(beside: path)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: true)
    let days = Set(stride(from: 0, to: 47_000, by: 97))
    for day in days {
      #expect(FileManager.default.createFile(atPath: AttemptLog.file(log, day), contents: nil))
    }
    for name in ["notes.txt", "2026-13-01.db", "2026-11.db", "x-y-z.db"] {
      try folder.file("push.db-log/\(name)", "")
    }
    #expect(Set(AttemptLog.days(log)) == days)
  }

  @Test func eachDayHasItsFile() throws {
    let log = AttemptLog(beside: path)
    var records = [record(1, day: 20_000), record(2, day: 20_000), record(1, day: 20_001, reason: "Later")]
    log.keep(&records)
    #expect(records.isEmpty)
    log.write()
    #expect(try history(1, day: 20_000) == ["Shutdown"])
    #expect(try history(1, day: 20_001) == ["Later"])
    // The same again counts once: a batch may be told twice.
    var again = [record(2, day: 20_000)]
    log.keep(&again)
    log.close()
    #expect(try history(2, day: 20_000) == ["Shutdown"])
    #expect(AttemptLog.remove(beside: path, beforeDay: 20_001, limit: 9) == 1)
    #expect(AttemptLog.days(AttemptLog.folder(beside: path)) == [20_001])
    #expect(log.lost == 0)
  }

  /// It is never the record: what cannot be logged is stored all the same.
  @Test func aLogThatCannotBeWrittenHarmsNothing() throws {
    // A file stands where the folder should be.
    try folder.file("push.db-log", "in the way")
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let stage = OutboxStage(store)
    try stage.register("phone")
    try stage.apply(try stage.accept("n1", to: "phone"), .rejected("BadTopic"))
    try store.rest()
    #expect(try stage.state("n1") == "rejected BadTopic")
    #expect(store.attempts.lost == 1)
  }

  @Test func aDamagedDayHidesNoOther() throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let stage = OutboxStage(store)
    try stage.register("phone")
    let batch = try stage.accept("n1", to: "phone")
    try stage.apply(batch, .again("first"))
    stage.now += OutboxStage.day
    try stage.apply(batch, .rejected("second"))
    try store.rest()
    let log = AttemptLog.folder(beside: path)
    let first = AttemptLog.file(log, stage.now / OutboxStage.day - 1)
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: first + end) }
    try Data("not a database, not at all".utf8).write(to: URL(fileURLWithPath: first))
    #expect(try stage.messages("n1").first?.history.map(\.reason) == ["second"])
  }
}

@Suite struct RollupTallyTests {
  @Test func countsAreAddedUpAndGivenOutOnce() throws {
    var tally = RollupTally()
    let now = 3 * 86_400_000 + 7
    tally.add(.accepted, notificationClass: 5, platform: DevicePlatform.android.rawValue, now: now)
    tally.add(.accepted, notificationClass: 5, platform: DevicePlatform.android.rawValue, by: 2, now: now)
    tally.add(.accepted, notificationClass: 6, platform: DevicePlatform.ios.rawValue, now: now + 86_400_000)
    tally.add(.received, milliseconds: 30, notificationClass: 5, now: now)
    tally.add(.received, milliseconds: -4, notificationClass: 5, now: now)
    tally.add(.received, milliseconds: .max / 4, notificationClass: 5, now: now)
    let other = tally.metric("rejected.somethingNew")
    tally.add(other, notificationClass: 0, now: now)
    let counts = try tally.drain { number throws(StoreError) in "class \(number)" }
    #expect(counts[RollupKey(day: 3, metric: "accepted", className: "class 5", platform: "android")] == 3)
    #expect(counts[RollupKey(day: 4, metric: "accepted", className: "class 6", platform: "ios")] == 1)
    #expect(counts[RollupKey(day: 3, metric: "latency.received.50", className: "class 5")] == 1)
    #expect(counts[RollupKey(day: 3, metric: "latency.received.25", className: "class 5")] == 1)
    #expect(counts[RollupKey(day: 3, metric: "latency.received.inf", className: "class 5")] == 1)
    #expect(counts[RollupKey(day: 3, metric: "rejected.somethingNew")] == 1)
    #expect(tally.isEmpty)
  }

  @Test func wordsWithoutEndFillNoMemory() {
    var tally = RollupTally()
    for number in 0..<10_000 { _ = tally.metric("rejected.\(number)") }
    #expect(tally.metric("rejected.9999") == .other)
    #expect(tally.metric("rejected.1") == tally.metric("rejected.1"))
    #expect(tally.metric(RollupMetric.accepted) == .accepted)
  }

  @Test func aBucketHoldsItsBound() {
    #expect(RollupMetric.latencyParts[RollupMetric.bucket(25)] == "25")
    #expect(RollupMetric.latencyParts[RollupMetric.bucket(26)] == "50")
    #expect(RollupMetric.latencyParts[RollupMetric.bucket(86_400_001)] == "inf")
  }
}
