internal import Providers
internal import Store

/// From the provider's answer to what is stored.
struct TopicVerdicts {
  /// From so many dead tokens of one call on they are looked at together.
  static let brakeFrom = 20

  /// By position.
  var steps: [TopicStep]
  /// More than half of the tokens were called dead at once: then it is rather the project than the devices,
  /// and none of them is retired.
  var isBraked = false

  /// - Parameter random: gives any 64 random bits.
  init(_ items: [TopicItem], _ answer: TopicAnswer, random: () -> UInt64) {
    switch answer {
    case .results(let results) where results.count == items.count:
      steps = zip(items, results).map { TopicStep($1, attempt: $0.attempts + 1, random: random()) }
    case .results:
      steps = items.map { _ in .again(after: 60_000, "UNKNOWN") }
    case .refused(let verdict, let word):
      steps = items.map {
        TopicStep(refused: verdict, word: word, attempt: $0.attempts + 1, random: random())
      }
    }
    let dead = steps.count { $0 == .tokenDead }
    guard dead >= Self.brakeFrom, dead * 2 > steps.count else { return }
    isBraked = true
    steps = steps.map { $0 == .tokenDead ? .failed("NOT_FOUND") : $0 }
  }

  /// - Parameters:
  ///   - now: by the store's clock, milliseconds since 1970.
  ///   - age: how long ago the call went out, milliseconds.
  func settled(_ batch: TopicBatch, now: Int, age: Int) -> [TopicSettled] {
    zip(batch.items, steps).map { item, step in
      let outcome: TopicSettled.Outcome =
        switch step {
        case .done: .done
        case .tokenDead: .dead(asOf: now - max(age, 0), "NOT_FOUND")
        case .failed(let word): .failed(word)
        case .again(let pause, let word): .again(at: now + pause, word)
        }
      return TopicSettled(topic: batch.topic, subscribes: batch.subscribes, item: item, outcome: outcome)
    }
  }
}
