import Foundation
import Testing

@testable import Transport

extension Fuzz {
  /// The committed inputs of a parser, in the order of their names.
  static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/corpus/\(name)").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// Runs rounds until the time is over; at least one.
  static func rounds(_ what: String, _ body: (inout Random, Int) throws -> Void) rethrows {
    try run(what) { round, random in try body(&random, round) }
  }

  /// Bytes changed at random, without respect for any structure.
  static func mutate(_ bytes: [UInt8], _ others: [[UInt8]], _ random: inout Random) -> [UInt8] {
    var out = bytes
    for _ in 0..<(1 + random.below(4)) {
      let at = random.below(out.count)
      switch random.below(7) {
      case 0 where !out.isEmpty: out[at] ^= 1 << UInt8(random.below(8))
      case 1 where !out.isEmpty: out[at] = UInt8(random.below(256))
      case 2 where !out.isEmpty: out.remove(at: at)
      case 3: out.insert(UInt8(random.below(256)), at: at)
      case 4 where !out.isEmpty:
        let length = random.below(min(64, out.count - at))
        out.insert(contentsOf: out[at..<(at + length)], at: random.below(out.count))
      case 5: out.removeLast(random.below(out.count + 1))
      default:
        let other = others[random.below(others.count)]
        out.replaceSubrange(at..., with: other[random.below(other.count)...])
      }
    }
    return out
  }

  /// The bytes in pieces of random size.
  static func pieces(_ bytes: [UInt8], _ random: inout Random) -> [[UInt8]] {
    var (pieces, at): ([[UInt8]], Int) = ([], 0)
    let largest = random.chance(3) ? 8 : random.chance(2) ? 200 : 1 << 20
    while at < bytes.count {
      let size = min(bytes.count - at, 1 + random.below(largest))
      pieces.append(Array(bytes[at..<(at + size)]))
      at += size
    }
    return pieces
  }
}
