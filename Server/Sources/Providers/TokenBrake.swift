/// Stops the deletion and quarantine of tokens while too many in a lane turn out bad.
///
/// A wrong environment or credential makes every token look dead. So the share of bad tokens among
/// the last answers of a lane is compared with what is usual there: where it jumps, it is the set-up
/// and not the tokens, and nothing more is deleted until the share has fallen again.
///
/// Only answers that say something about the token are counted: accepted ones and bad tokens.
public struct TokenBrake: Sendable {
  /// When the brake grips and lets go.
  public struct Configuration: Sendable, Equatable {
    /// How many of the last answers are looked at.
    public var window = 200
    /// With fewer answers than this, bad ones are counted against this many: the first few bad tokens
    /// of a lane never grip, and at most `floor` × `minimum` are lost before the brake grips.
    public var minimum = 50
    /// The share of bad tokens below which the brake never grips.
    public var floor = 0.2
    /// How many times the usual share is a jump.
    public var factor = 4.0
    /// The share at which it grips whatever is usual.
    public var ceiling = 0.6
    /// The part of the gripping share to which it must fall before the brake lets go.
    public var release = 0.5
    public init() {}
  }

  public let configuration: Configuration
  /// Whether tokens may be deleted and quarantined right now: not while this is true.
  public private(set) var isBraked = false
  /// The usual share of bad tokens in this lane, 0…1.
  public private(set) var usualShare = 0.0

  private var ring: [Bool]
  private var next = 0
  private var filled = 0
  private var bad = 0
  /// How much one answer moves the usual share.
  private let weight: Double

  /// A brake for one lane. Sizes below 1 count as 1.
  public init(configuration: Configuration = Configuration()) {
    var configuration = configuration
    configuration.window = max(configuration.window, 1)
    configuration.minimum = min(max(configuration.minimum, 1), configuration.window)
    self.configuration = configuration
    ring = [Bool](repeating: false, count: configuration.window)
    weight = 0.25 / Double(configuration.window)
  }

  /// The share of bad tokens among the last answers, 0…1.
  public var share: Double { Double(bad) / Double(max(filled, configuration.minimum)) }

  /// The share at which the brake grips.
  public var grip: Double {
    min(
      max(configuration.floor, usualShare * configuration.factor),
      max(configuration.ceiling, configuration.floor))
  }

  /// What an answer changed.
  public enum Change: Sendable, Equatable {
    case nothing
    /// The brake has gripped: raise the alarm.
    case braked
    /// The brake has let go.
    case released
  }

  /// Counts one answer. Call it before acting on the verdict: the answer that makes the brake grip is
  /// itself not acted upon.
  @discardableResult
  public mutating func count(_ verdict: Verdict) -> Change {
    guard verdict.kind == .accepted || verdict.isTokenLoss else { return .nothing }
    return count(isBad: verdict.isTokenLoss)
  }

  private mutating func count(isBad: Bool) -> Change {
    if filled == ring.count {
      let leaving = ring[next]
      if leaving { bad -= 1 }
      // What leaves the window in quiet times is what is usual.
      if !isBraked {
        usualShare += ((leaving ? 1 : 0) - usualShare) * weight
      }
    } else {
      filled += 1
    }
    ring[next] = isBad
    if isBad { bad += 1 }
    next = next + 1 == ring.count ? 0 : next + 1
    if !isBraked, isBad, share > grip {
      isBraked = true
      return .braked
    }
    if isBraked, share <= grip * configuration.release {
      isBraked = false
      return .released
    }
    return .nothing
  }

  /// Lets go and forgets the window: someone has looked and found the tokens to be bad indeed.
  public mutating func releaseByHand() {
    for index in ring.indices { ring[index] = false }
    filled = 0
    bad = 0
    next = 0
    isBraked = false
  }
}
