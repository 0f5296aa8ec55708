/// What became of attempts, on its way from the lanes to the store.
public struct VerdictBatch: Sendable {
  /// What the answer asks for the token.
  public enum TokenAction: UInt8, Sendable, BitwiseCopyable {
    case keep
    case delete
    case quarantine
    /// Bad, but too many are: nothing is done to it until somebody has looked.
    case braked
  }

  public struct Entry: Sendable, BitwiseCopyable {
    public var message: Int
    public var registration: Int
    /// The generation that the token was read with.
    public var generation: Int
    public var lane: LaneCode
    public var notificationClass: Int32
    /// `queued`: the attempt did not end it.
    public var state: MessageState
    /// Attempts that counted, this one included.
    public var attempts: UInt8
    /// As it was claimed: a verdict of an earlier lease changes nothing.
    public var leaseEndsAt: Int
    public var wasUnanswered: Bool
    /// It goes back to the store, due at `dueAt`; its lease is over.
    public var isHandedBack: Bool
    public var tokenAction: TokenAction
    /// HTTP status, 0 where there was no answer.
    public var status: Int16
    /// When the message was accepted from the backend, milliseconds since 1970.
    public var createdAt: Int
    /// When the attempt was sent, where that is known, else when it was judged.
    public var sentAt: Int
    public var at: Int
    /// When APNs last knew the token to be dead; 0: not said.
    public var asOf: Int
    public var dueAt: Int
    /// The verdict's code, as `tokenDead`; empty for accepted ones.
    public var verdict = ByteSlice.none
    /// The provider's reason, word for word.
    public var reason = ByteSlice.none
    public var providerID = ByteSlice.none
    /// `apns-unique-id`.
    public var logID = ByteSlice.none
    /// The token, where something is to be done to it.
    public var token = ByteSlice.none

    public init(
      message: Int, registration: Int, generation: Int, lane: LaneCode, notificationClass: Int32,
      state: MessageState, attempts: UInt8, leaseEndsAt: Int, wasUnanswered: Bool, isHandedBack: Bool,
      tokenAction: TokenAction,
      status: Int16, createdAt: Int, sentAt: Int, at: Int, asOf: Int, dueAt: Int
    ) {
      self.message = message
      self.registration = registration
      self.generation = generation
      self.lane = lane
      self.notificationClass = notificationClass
      self.state = state
      self.attempts = attempts
      self.leaseEndsAt = leaseEndsAt
      self.wasUnanswered = wasUnanswered
      self.isHandedBack = isHandedBack
      self.tokenAction = tokenAction
      self.status = status
      self.createdAt = createdAt
      self.sentAt = sentAt
      self.at = at
      self.asOf = asOf
      self.dueAt = dueAt
    }
  }

  public var entries: [Entry] = []
  public var bytes: [UInt8] = []

  public init() {}

  @inlinable
  public mutating func append(_ source: UnsafeBufferPointer<UInt8>) -> ByteSlice {
    let slice = ByteSlice(start: Int32(bytes.count), count: Int32(source.count))
    bytes.append(contentsOf: source)
    return slice
  }
}
