import CFaultVFS
import Foundation
import TestSupport
import Testing

@testable import Store

/// What was committed survives the disk's faults; what cannot be committed is said. The file system of
/// these tests is one for the process, so they run one after the other.
@Suite(.serialized) struct SQLiteFaultTests {
  let folder: ScratchFolder
  var path: String { folder.path + "/push.db" }

  init() throws {
    folder = try ScratchFolder()
    pw_fault_reset()
    #expect(pw_fault_register() == 0)
  }

  private func open(checkpointPages: Int = 12) throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.fileSystem = "fault"
    options.checkpointPages = checkpointPages
    options.busyMilliseconds = 50
    return try SQLiteStore(path: path, options: options)
  }

  /// Two records and a counter, which stand or fall together.
  private func write(_ store: SQLiteStore, _ number: Int, size: Int) throws {
    try store.transaction { session throws(StoreError) in
      let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
      try session.setSecret(StoredSecret(name: "a\(number)", value: value, createdAt: number))
      try session.setSecret(StoredSecret(name: "b\(number)", value: value, createdAt: number))
      try session.setSecret(StoredSecret(name: "last", value: [], createdAt: number))
    }
  }

  /// Opens what the disk has after the power is back and compares it with what was answered.
  private func examine(committed: [Int: Int], attempted: Int, _ what: String) throws {
    #expect(try judge(path, "PRAGMA integrity_check") == "ok\n", "\(what)")
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let secrets = try store.read { reader throws(StoreError) in try reader.secrets(prefix: "") }
    let found = Dictionary(uniqueKeysWithValues: secrets.map { ($0.name, $0) })
    for (number, size) in committed {
      let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
      let isThere = (found["a\(number)"]?.value == value, found["b\(number)"]?.value == value)
      #expect(isThere.0 && isThere.1, "\(what): \(number) was answered and is lost")
    }
    for number in 0..<attempted {
      let isHalf = (found["a\(number)"] == nil) != (found["b\(number)"] == nil)
      #expect(!isHalf, "\(what): half of \(number) is there")
    }
    #expect((found["last"]?.createdAt ?? -1) >= (committed.keys.max() ?? -1), "\(what)")
  }

  @Test func whatWasAnsweredSurvivesAPowerCutFuzz() throws {
    let folder = folder
    try Fuzz.run("power cut") { round, random in
      pw_fault_reset()
      let path = folder.path + "/push.db"
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      let store = try open(checkpointPages: random.pick([4, 12, 60]))
      store.close()
      pw_fault_track(random.next())
      let used = try open(checkpointPages: random.pick([4, 12, 60]))
      pw_fault_cut_after(random.below(500))
      var committed: [Int: Int] = [:]
      var attempted = 0
      while pw_fault_is_off() == 0 {
        if random.chance(15) { pw_fault_fail_syncs(Int32(random.below(4)), Int32(1 + random.below(2))) }
        let size = random.pick([10, 400, 5_000, 20_000])
        do {
          try write(used, attempted, size: size)
          committed[attempted] = size
        } catch let error as StoreError {
          #expect(error.code == .unavailable || error.code == .open, "\(error)")
        }
        attempted += 1
        try? used.rest()
        if random.chance(10) {
          _ = try? used.read { reader throws(StoreError) in try reader.secrets(prefix: "a").count }
        }
      }
      used.close()
      pw_fault_restore()
      try examine(committed: committed, attempted: attempted, "round \(round)")
    }
    pw_fault_reset()
  }

  /// A sync that failed may not be trusted when it succeeds later: what it should have written is lost.
  @Test func afterAFailedSyncNothingIsBuiltOnWhatItLost() throws {
    for seed in 0..<40 as Range<UInt64> {
      pw_fault_reset()
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      pw_fault_track(seed)
      let store = try open(checkpointPages: 1_000)
      var committed: [Int: Int] = [:]
      for number in 0..<5 {
        try write(store, number, size: 300)
        committed[number] = 300
      }
      // Where more than one fails, the closing connection leaves the log as it is, with what was lost in it.
      pw_fault_fail_syncs(0, Int32(1 + seed % 4))
      #expect { try write(store, 5, size: 300) } throws: { ($0 as? StoreError)?.code == .unavailable }
      for number in 6..<14 where (try? write(store, number, size: 300)) != nil { committed[number] = 300 }
      #expect(committed[13] != nil, "it recovers")
      pw_fault_cut_after(0)
      store.close()
      pw_fault_restore()
      try examine(committed: committed, attempted: 14, "seed \(seed)")
    }
  }

  @Test func whileSyncsFailNothingIsTaken() throws {
    let store = try open()
    try write(store, 0, size: 10)
    pw_fault_fail_syncs(0, 1_000)
    for number in 1..<4 {
      #expect { try write(store, number, size: 10) } throws: { ($0 as? StoreError)?.code == .unavailable }
      #expect(throws: StoreError.self) { try store.probe() }
    }
    pw_fault_fail_syncs(0, 0)
    try store.probe()
    try write(store, 4, size: 10)
    #expect(try judge(path, "SELECT count(*) FROM secrets WHERE name IN ('a0', 'b0', 'a4', 'b4')") == "4\n")
  }

  @Test func aFullDiskIsSaidAndRecovers() throws {
    let store = try open(checkpointPages: 1_000)
    try write(store, 0, size: 100)
    pw_fault_room(40_000)
    var written = 0
    var fault: StoreError?
    while fault == nil, written < 100 {
      do {
        try write(store, written + 1, size: 3_000)
        written += 1
      } catch let error as StoreError {
        fault = error
      }
    }
    #expect(fault?.code == .unavailable)
    #expect(fault?.message.contains("make room on the disk") == true)
    #expect(throws: StoreError.self) { try write(store, 90, size: 3_000) }
    let read = try store.read { reader throws(StoreError) in try reader.secrets(prefix: "a").count }
    #expect(read == written + 1, "what is there can still be read")
    pw_fault_room(-1)
    try write(store, 91, size: 3_000)
    store.close()
    #expect(
      try judge(path, "PRAGMA integrity_check; SELECT count(*) FROM secrets")
        == "ok\n\(2 * (written + 2) + 1)\n")
  }

  /// The writer goes on by itself once there is room, and tells every job what became of it.
  @Test func theWriterRecoversFromAFullDisk() throws {
    let store = try open(checkpointPages: 1_000)
    var settings = StoreWriter.Settings()
    settings.probeMilliseconds = 1
    let writer = StoreWriter(store: store, settings: settings) { 1 }
    writer.start()
    defer { writer.stop() }
    func put(_ name: String) throws {
      try writer.run { session, now throws(StoreError) in
        let value = [UInt8](repeating: 1, count: 9_000)
        try session.setSecret(StoredSecret(name: name, value: value, createdAt: now))
      }
    }
    try put("first")
    pw_fault_room(0)
    #expect { try put("second") } throws: { ($0 as? StoreError)?.code == .unavailable }
    #expect(writer.health.error?.code == .unavailable)
    pw_fault_room(-1)
    while !writer.health.isWorking { Thread.sleep(forTimeInterval: 0.001) }
    try put("third")
    #expect(try judge(path, "SELECT group_concat(name) FROM secrets") == "first,third\n")
  }

  @Test func syncsCanBeMadeSlow() throws {
    let store = try open()
    pw_fault_delay_syncs(20_000)
    defer { pw_fault_delay_syncs(0) }
    let before = pw_fault_syncs()
    let began = ContinuousClock.now
    try write(store, 0, size: 10)
    #expect(pw_fault_syncs() > before)
    #expect(ContinuousClock.now - began >= .milliseconds(20))
  }
}
