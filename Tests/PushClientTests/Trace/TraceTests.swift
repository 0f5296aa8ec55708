import Foundation
import PushClient
import Testing

/// Writes the traces that the Java core replays, and replays some itself: from the file alone, with nothing of the
/// walk's.
///
/// `PUSHWIRE_TRACE_EVENTS` says how many events each has (500). One of each platform has the seed of the random
/// walks, so that no two runs have the same.
@Suite struct TraceTests {
  private static let events =
    ProcessInfo.processInfo.environment["PUSHWIRE_TRACE_EVENTS"].flatMap(Int.init) ?? 500

  private static let platforms: [Platform] = [.ios, .macos, .android, .android]
  private static let traces: [Trace] = platforms.enumerated().flatMap { place, platform in
    (0..<10).map { number in
      let seed = UInt64(place * 10 + number)
      return Trace(platform: platform, seed: number == 0 ? WalkSettings.seed &+ seed : seed)
    }
  }

  @Test func traces() throws {
    print("traces: seed \(WalkSettings.seed) (PUSHWIRE_WALK_SEED, PUSHWIRE_TRACE_EVENTS)")
    let files = FileManager.default
    try files.createDirectory(at: Trace.folder, withIntermediateDirectories: true)
    for old in try files.contentsOfDirectory(atPath: Trace.folder.path) where old.hasSuffix(".jsonl") {
      try files.removeItem(at: Trace.folder.appending(path: old))
    }
    let count = TraceCount()
    DispatchQueue.concurrentPerform(iterations: Self.traces.count) { index in
      let trace = Self.traces[index]
      do {
        let lines = try trace.lines(events: Self.events)
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(to: Trace.folder.appending(path: trace.name), atomically: true, encoding: .utf8)
        let restarts = lines.count { $0 == Trace.restart }
        count.add((lines.count - 1 - restarts, restarts))
        if index % 5 == 0 { try Self.replay(lines) }
      } catch {
        Issue.record("\(trace.name): \(error)")
      }
    }
    print("traces: \(count.events) events in \(Self.traces.count) files, \(count.restarts) restarts")
    #expect(count.events >= Self.traces.count * Self.events && count.restarts > 0)
  }

  private static func replay(_ lines: [String]) throws {
    let head = try JSONValue(parsing: lines[0])
    guard let policy = ClientPolicy(json: head["policy"]) else { throw WalkFault("no policy") }
    let reducer = ClientReducer(policy: policy)
    var state = ClientState()
    for line in lines.dropFirst() {
      let json = try JSONValue(parsing: line)
      if json["restart"].bool == true {
        state = try ClientState(saved: state.savedText)
        continue
      }
      guard let at = json["at"].integer, let event = ClientEvent(json: json["event"]) else {
        throw WalkFault("does not fit: \(line)")
      }
      let effects = reducer.reduce(&state, event, now: at)
      guard Trace.digest(effects, state) == json["digest"].string else {
        throw WalkFault("another answer: \(line)")
      }
    }
  }
}

private final class TraceCount: @unchecked Sendable {
  private let lock = NSLock()
  private var counted = (events: 0, restarts: 0)
  var events: Int { lock.withLock { counted.events } }
  var restarts: Int { lock.withLock { counted.restarts } }

  func add(_ more: (events: Int, restarts: Int)) {
    lock.withLock { counted = (counted.events + more.events, counted.restarts + more.restarts) }
  }
}
