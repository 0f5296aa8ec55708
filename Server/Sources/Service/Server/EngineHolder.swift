internal import Delivery

/// The engine, for what it asks and what answers it later: each is made before the other.
final class EngineHolder: Sendable {
  // Set once before the engine starts; the engine outlives every request.
  nonisolated(unsafe) weak var engine: DeliveryEngine?
}
