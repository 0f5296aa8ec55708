public import Providers
public import Transport

/// What a lane tells its owner; on the loop's thread.
public protocol PushLaneOwner: AnyObject {
  /// Something for logs and people.
  func lane(_ lane: PushLane, noticed event: PushLane.Event)
  /// Nothing is under way and nothing can be: the source is exhausted, or the lane is held.
  func laneIsIdle(_ lane: PushLane)
}

extension PushLane {
  public struct Configuration: Sendable {
    public var client = HTTP2Client.Configuration()
    public var policy = RetryPolicy()
    /// Messages that may be under way or wait for another try; then nothing new is taken. At least 1.
    public var maximumWaiting = 65_536
    /// After so many failures in a row to connect at all, or to get a credential, the lane is held and
    /// what waits keeps its place. 0: never.
    public var givesUpAfter = 0
    /// Answers that are about the provider (its quota, its server errors) make the whole lane pause, longer
    /// each time, and cost no message an attempt: messages then end by their time to live. Otherwise each
    /// counts against its message.
    public var countsLaneFailuresApart = false
    /// While the lane tries whether its provider has recovered: so many at a time. At least 1.
    public var probes = 8
    /// What would wait longer than so many milliseconds, and all that waits when the lane is held, drained or
    /// closed, goes back by ``VerdictSink/handBack(_:dueIn:)``; nil: it waits here.
    public var handsBackAfter: Int?
    public init() {}
  }

  public enum Event: Sendable, Equatable {
    case connection(HTTP2Client.Event)
    /// Nothing is sent until somebody has repaired what the verdict names; the queue is kept.
    case held(Verdict)
    case released
    /// Nothing is sent for so many milliseconds.
    case paused(Verdict, milliseconds: Int)
    /// The provider answers again after the lane had backed off.
    case recovered
    /// A new credential is in use.
    case renewed
    /// The share of dead or suspect tokens has jumped: it is the environment or the credential.
    case braked(share: Double)
  }

  public struct Counters: Sendable, Equatable {
    public var accepted = 0
    public var rejected = 0
    public var failed = 0
    public var unconfirmed = 0
    public var expired = 0
    /// Could not be composed.
    public var refused = 0
    /// Go to Apple through an FCM project whose APNs key is refused; they stay queued, and it is the
    /// source's to give them again.
    public var parked = 0
    /// Given back to whoever keeps them.
    public var handedBack = 0
    /// What was sent, retries included; not what the provider did not process.
    public var attempts = 0
    /// All that ended, in whatever way.
    public var ended: Int { accepted + rejected + failed + unconfirmed + expired + refused }

    public init() {}
  }
}
