public import Store

/// Tells the provider which installations want to be in a topic, or out of it.
public protocol TopicTeller: AnyObject, Sendable {
  /// Whether there is a credential to do it with.
  var isReady: Bool { get }
  /// Makes one try. `done` is called once, on any thread, when what became of it is stored: by position; nil
  /// where it could not be stored, so that it is tried again after its lease.
  func tell(_ batch: TopicBatch, done: @escaping @Sendable ([TopicSettled]?) -> Void)
}
