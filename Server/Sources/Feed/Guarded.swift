internal import Delivery

/// The lanes' own, here as well.
typealias Guarded<Value> = Delivery.Guarded<Value>
