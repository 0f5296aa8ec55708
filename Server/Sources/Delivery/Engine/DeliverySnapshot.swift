public import Providers
public import Store

/// How the lanes stand, for metrics, `/readyz` and people.
public struct DeliverySnapshot: Sendable, Equatable {
  public struct Lane: Sendable, Equatable {
    public var code: LaneCode
    /// For people, as in "APNs sandbox".
    public var provider: String
    public var host: String
    /// Why nothing is sent until somebody acts.
    public var heldBy: Verdict?
    /// Why what goes to Apple devices through FCM waits.
    public var parkedBy: Verdict?
    /// Milliseconds for which the lane pauses.
    public var pausedFor = 0
    /// The provider fails or slows us down as a whole.
    public var isSick = false
    public var isDraining = false
    /// Claimed and not yet given to the lane, by band.
    public var ready: [Int] = [0, 0, 0]
    public var inFlight = 0
    /// Waits in the lane for another try.
    public var waiting = 0
    public var connections = 0
    public var resends = 0
    /// No token is touched: too many are bad.
    public var isBraked = false
    /// Of bad tokens among the last answers, 0…1.
    public var badTokenShare = 0.0
    /// Since the process began.
    public var counters = PushLane.Counters()
  }

  public var lanes: [Lane] = []
  public var isDraining = false
  /// Milliseconds since 1970.
  public var at = 0

  public init() {}

  public func lane(_ code: LaneCode) -> Lane? { lanes.first { $0.code == code } }
}

/// Something for logs and people.
public enum DeliveryEvent: Sendable, Equatable {
  case lane(LaneCode, PushLane.Event)
  /// The lane's new settings are in use.
  case replaced(LaneCode)
  /// The lane is no longer in the settings.
  case removed(LaneCode)
}

extension PushLane.Counters {
  static func += (left: inout Self, right: Self) {
    left.accepted += right.accepted
    left.rejected += right.rejected
    left.failed += right.failed
    left.unconfirmed += right.unconfirmed
    left.expired += right.expired
    left.refused += right.refused
    left.parked += right.parked
    left.handedBack += right.handedBack
    left.attempts += right.attempts
  }
}
