import Foundation

/// A generator that its seed repeats, the same everywhere (SplitMix64).
struct WalkRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 up to but not `bound`. The small bias of the remainder does not matter here.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { below(whole) < part }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  mutating func any<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[below(items.count)] }
}

/// What a run of random tests goes by. Printed at its begin, so that it can be repeated.
enum WalkSettings {
  /// `PUSHWIRE_WALK_SEED`, else a new one for this run.
  static let seed = environment("PUSHWIRE_WALK_SEED") ?? UInt64.random(in: 0...UInt64.max)
  /// `PUSHWIRE_WALK_EVENTS`; nil: as many as fit into ``seconds``.
  static let events = environment("PUSHWIRE_WALK_EVENTS").map { Int($0) }
  static let seconds = 20.0

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}

/// A rule that was broken.
struct WalkFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
