public import PushClient

/// What the app works on in the background: a silent push, a background task, or what a launch has to catch
/// up with. Its task is cancelled when its time is over, and from then on nothing it does through
/// ``perform(_:)`` has an effect.
public struct PushwireWork: Sendable {
  public enum Reason: Sendable, Equatable {
    /// A silent push of this class.
    case push(notificationClass: String, notification: String?)
    /// The background task with this id.
    case task(id: String)
    /// At launch and in front: fetch what silent pushes of these classes would have told.
    case reconcile(classes: [String])
  }

  public let reason: Reason
  /// The push's own keys, beside `aps` and Pushwire's.
  public let data: JSONValue
  let gate: EffectGate

  /// Whether its time is over.
  public var isOver: Bool { !gate.isOpen || Task.isCancelled }

  /// Does what is to be seen afterwards, as in writing to a database or showing something: all of it, or
  /// nothing where the time is over. Keep it short; the system's end waits for it, on the main thread.
  /// - Throws: `CancellationError` where the time is over; else what `effect` throws.
  public func perform<Value>(_ effect: () throws -> Value) throws -> Value {
    try Task.checkCancellation()
    return try gate.perform(effect)
  }
}
