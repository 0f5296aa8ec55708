import Foundation
import PushClient

/// A random stream of events with what the core makes of each, for the Java core to compare with.
///
/// A file of `build/traces`, one JSON text a line. The first line has the policy and the platform:
///
///     {"platform":"ios","policy":{…}}
///
/// Each other is an event with its time and the digest of what it comes to, or the end of the process, after
/// which the state is what is read from its saved text:
///
///     {"at":1800000000000,"digest":"0123456789abcdef","event":{"event":"launched",…}}
///     {"restart":true}
///
/// The digest is FNV-1a of 64 bits, as 16 hexadecimal digits, over the UTF-8 of the effects' JSON text, a line
/// feed, and the whole state's JSON text after the event, the session with it. The first state is the empty one.
struct Trace {
  let platform: Platform
  let seed: UInt64

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../build/traces").standardizedFileURL

  static let restart = #"{"restart":true}"#

  var name: String { "\(platform.rawValue)-\(seed).jsonl" }

  /// Walks so many events, and some more to come to rest.
  func lines(events: Int) throws -> [String] {
    var random = WalkRandom(seed: seed)
    var setup = WalkSetup.random(&random, platform: platform)
    setup.isOdd = true
    setup.isReliable = true
    // The first state of a trace is the empty one.
    setup.isOld = false
    let walk = Walk(random, setup)
    if walk.random.chance(1, of: 3) {
      walk.device.marker = Launch.Marker(installation: "i-before", deviceKey: walk.device.key)
    }
    let head: JSONValue = ["platform": platform.json, "policy": setup.policy.json]
    var lines = [head.text]
    walk.record = { event, at, effects, state in
      let line: JSONValue = [
        "at": .integer(at), "event": event.json, "digest": .string(Self.digest(effects, state)),
      ]
      lines.append(line.text)
    }
    walk.recordRestart = { _, _ in
      if lines.count > 1 { lines.append(Self.restart) }
    }
    try walk.walk(events: events)
    return lines
  }

  static func digest(_ effects: Effects, _ state: ClientState) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var text = effects.json.text + "\n" + state.json.text
    text.withUTF8 { bytes in
      // A plain loop: some 100 MB go through here, in a debug build.
      guard var next = bytes.baseAddress else { return }
      let end = next + bytes.count
      while next != end {
        hash = (hash ^ UInt64(next.pointee)) &* 0x100_0000_01b3
        next += 1
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
