import Store

@testable import Service

/// Answers as it is told to, without a provider behind it.
final class FakeTeller: TopicTeller {
  let isReady: Bool
  let seen = Guarded<[TopicBatch]>([])
  private let outcomes: @Sendable (TopicItem) -> TopicSettled.Outcome?

  init(
    isReady: Bool = true,
    _ outcomes: @escaping @Sendable (TopicItem) -> TopicSettled.Outcome? = { _ in .done }
  ) {
    self.isReady = isReady
    self.outcomes = outcomes
  }

  func tell(_ batch: TopicBatch, done: @escaping @Sendable ([TopicSettled]?) -> Void) {
    seen.withLock { $0.append(batch) }
    let settled = batch.items.compactMap { item in
      outcomes(item).map {
        TopicSettled(topic: batch.topic, subscribes: batch.subscribes, item: item, outcome: $0)
      }
    }
    done(settled.count == batch.items.count ? settled : nil)
  }
}
