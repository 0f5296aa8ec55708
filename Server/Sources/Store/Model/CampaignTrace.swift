/// What is known of one installation and one campaign. A campaign keeps a row only for what was not accepted,
/// so of a device that was passed it is not known whether it was sent to or suppressed then.
public struct CampaignTrace: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    /// Its turn has not come.
    case notReached = "not_reached"
    /// It is being sent, or was when a node went.
    case underWay = "under_way"
    /// Its turn is over: the provider took it, or it was suppressed then.
    case passed
    /// To be tried again.
    case waiting
    /// Ended otherwise than accepted; the state is beside it.
    case ended
  }

  public var campaign = ""
  public var className = ""
  /// Milliseconds since 1970.
  public var startedAt = 0
  public var outcome = Outcome.notReached
  /// Of one that waits or ended.
  public var state: MessageState?
  public var reason = ""
  /// Milliseconds since 1970; nil: not known.
  public var at: Int?
  /// Why it would not be sent to if it were its turn now.
  public var suppressedNow: Suppression?
  /// What it reported, where it is in the sample.
  public var receipts: [Receipt.Kind] = []
  public init() {}
}
