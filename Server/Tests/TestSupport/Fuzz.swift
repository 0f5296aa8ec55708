import Foundation

/// From which seed random tests run, and for how long. The seed is printed, so that a failure can be
/// repeated.
public enum Fuzz {
  /// `PUSHWIRE_FUZZ_SECONDS`, else two.
  public static let seconds = environment("PUSHWIRE_FUZZ_SECONDS").flatMap(Double.init) ?? 2

  /// `PUSHWIRE_FUZZ_SEED`, else a new one for this run.
  public static let seed =
    environment("PUSHWIRE_FUZZ_SEED").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)

  /// A generator of its own for each test, all from the one seed.
  public static func random(_ what: String) -> SeededRandom {
    print("\(what): seed \(seed) (PUSHWIRE_FUZZ_SEED)")
    return SeededRandom(seed: seed)
  }

  /// Calls `round` with its number until the time is up, at least once.
  ///
  /// - Returns: how many rounds there were.
  @discardableResult
  public static func run(
    _ what: String, _ round: (Int, inout SeededRandom) throws -> Void
  ) rethrows -> Int {
    print("\(what): seed \(seed), \(seconds) s (PUSHWIRE_FUZZ_SEED, PUSHWIRE_FUZZ_SECONDS)")
    var random = SeededRandom(seed: seed)
    let end = ContinuousClock.now + .seconds(seconds)
    var rounds = 0
    repeat {
      try round(rounds, &random)
      rounds += 1
    } while ContinuousClock.now < end
    print("\(what): \(rounds) rounds")
    return rounds
  }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
