import Foundation
import Testing

/// From which seed random input is made, and for how long. The seed is printed, so that a failure can be repeated.
enum Fuzz {
  /// `PUSHWIRE_FUZZ_SECONDS`, else two.
  static let seconds = environment("PUSHWIRE_FUZZ_SECONDS").flatMap(Double.init) ?? 2
  /// `PUSHWIRE_FUZZ_SEED`, else a new one for this run.
  static let seed =
    environment("PUSHWIRE_FUZZ_SEED").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)

  /// The committed inputs of `Tests/Fuzz/corpus`, in the order of their names. An input that failed belongs there.
  static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fuzz/corpus/\(name)").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(files.count >= 5)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// Calls `round` with each of the corpus and then with changes of it, until the time is up.
  static func run(
    _ what: String, _ corpus: [[UInt8]], _ round: ([UInt8], inout WalkRandom) throws -> Void
  ) rethrows {
    print("fuzz \(what): seed \(seed), \(seconds) s (PUSHWIRE_FUZZ_SEED, PUSHWIRE_FUZZ_SECONDS)")
    var random = WalkRandom(seed: seed)
    for bytes in corpus { try round(bytes, &random) }
    let end = Date().addingTimeInterval(seconds)
    var rounds = 0
    repeat {
      try round(change(random.pick(corpus), corpus, &random), &random)
      rounds += 1
    } while Date() < end
    print("fuzz \(what): \(rounds) inputs")
  }

  private static let words = [
    "{", "}", "[", "]", ":", ",", "\"", "\\u", "\\ud83d\\ude00", "\\ud800", "\\u0000", "e", "E+", "-", "0",
    "1e400", ".5",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "null", "true", "false", " ", "\n",
    "\u{FEFF}",
    "e\u{301}", "\u{E9}", "\u{1F469}\u{200D}\u{1F680}", "pw", "pw.", "aps", "%", "%2F", "//", "?", "#",
    "\"\":", "//*", "''",
  ].map { Array($0.utf8) }

  /// Bytes changed at random.
  private static func change(_ bytes: [UInt8], _ others: [[UInt8]], _ random: inout WalkRandom) -> [UInt8] {
    var out = bytes
    for _ in 0..<(1 + random.below(4)) {
      let at = random.below(out.count + 1)
      switch random.below(8) {
      case 0 where at < out.count: out[at] ^= 1 << UInt8(random.below(8))
      case 1 where at < out.count: out[at] = UInt8(random.below(256))
      case 2 where at < out.count: out.remove(at: at)
      case 3: out.insert(UInt8(random.below(128)), at: at)
      case 4 where at < out.count:
        let length = random.below(min(64, out.count - at))
        out.insert(contentsOf: out[at..<(at + length)], at: random.below(out.count))
      case 5 where random.chance(1, of: 4): out.removeLast(random.below(out.count + 1))
      case 6: out.replaceSubrange(at..., with: random.pick(others).suffix(random.below(40)))
      default: out.insert(contentsOf: random.pick(words), at: at)
      }
    }
    return out
  }

  private static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// What to put into the corpus.
  static func shown(_ bytes: [UInt8]) -> Comment {
    Comment(rawValue: "\(Data(bytes).base64EncodedString()) \(String(decoding: bytes, as: UTF8.self))")
  }
}
