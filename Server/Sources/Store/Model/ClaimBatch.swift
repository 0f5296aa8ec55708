/// A part of a batch's bytes.
public struct ByteSlice: Sendable, BitwiseCopyable, Equatable {
  public var start: Int32
  public var count: Int32
  public static let none = ByteSlice(start: 0, count: 0)

  @inlinable
  public init(start: Int32, count: Int32) {
    self.start = start
    self.count = count
  }
}

/// Messages under a lease, on their way from the store to the lanes: small records and one run of bytes,
/// handed over as a whole.
public struct ClaimBatch: Sendable {
  public struct Entry: Sendable, BitwiseCopyable {
    /// The outbox row.
    public var message: Int
    public var registration: Int
    public var generation: Int
    public var lane: LaneCode
    public var band: Band
    /// The store's number for the tenant.
    public var tenant: Int32
    /// The store's number for the class.
    public var notificationClass: Int32
    public var tokenKind: DeviceTokenKind
    /// When its time to live begins, milliseconds since 1970.
    public var createdAt: Int
    /// Milliseconds since 1970; equal to `createdAt` where it gets one attempt only.
    public var expiresAt: Int
    /// Attempts that counted, before this claim.
    public var attempts: UInt8
    /// When the lease ends, milliseconds since 1970; it also tells this lease from any later one.
    public var leaseEndsAt: Int
    /// An earlier attempt was sent, or may have been, and not answered.
    public var wasUnanswered: Bool
    public var token = ByteSlice.none
    public var notification = ByteSlice.none
    public var installation = ByteSlice.none
    public var tenantName = ByteSlice.none
    /// The binding tag; empty where no account is meant.
    public var binding = ByteSlice.none
    /// The parameters as a JSON object of strings; may be shared by several entries.
    public var parameters = ByteSlice.none

    public init(
      message: Int, registration: Int, generation: Int, lane: LaneCode, band: Band, tenant: Int32,
      notificationClass: Int32, tokenKind: DeviceTokenKind, createdAt: Int, expiresAt: Int, attempts: UInt8,
      leaseEndsAt: Int, wasUnanswered: Bool
    ) {
      self.message = message
      self.registration = registration
      self.generation = generation
      self.lane = lane
      self.band = band
      self.tenant = tenant
      self.notificationClass = notificationClass
      self.tokenKind = tokenKind
      self.createdAt = createdAt
      self.expiresAt = expiresAt
      self.attempts = attempts
      self.leaseEndsAt = leaseEndsAt
      self.wasUnanswered = wasUnanswered
    }
  }

  /// Messages that stay in the store for now: when the first of a lane and band is due.
  public struct Waiting: Sendable, Equatable, BitwiseCopyable {
    public var lane: LaneCode
    public var band: Band
    /// Milliseconds since 1970; not after now: it is due, and found no room.
    public var dueAt: Int
    public init(lane: LaneCode, band: Band, dueAt: Int) {
      self.lane = lane
      self.band = band
      self.dueAt = dueAt
    }
  }

  public var entries: [Entry] = []
  public var bytes: [UInt8] = []
  /// One a lane and band at most. Whoever gets the batch claims them when their time comes.
  public var waiting: [Waiting] = []

  public init() {}

  public mutating func wait(_ lane: LaneCode, _ band: Band, until dueAt: Int) {
    for place in waiting.indices where waiting[place].lane == lane && waiting[place].band == band {
      waiting[place].dueAt = min(waiting[place].dueAt, dueAt)
      return
    }
    waiting.append(Waiting(lane: lane, band: band, dueAt: dueAt))
  }

  @inlinable
  public mutating func append(_ source: UnsafeBufferPointer<UInt8>) -> ByteSlice {
    let slice = ByteSlice(start: Int32(bytes.count), count: Int32(source.count))
    bytes.append(contentsOf: source)
    return slice
  }

  @inlinable
  public mutating func append(_ text: String) -> ByteSlice {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return ByteSlice(start: Int32(start), count: Int32(bytes.count - start))
  }
}

/// How much the lanes take right now; asked by the transaction that stores a message, so that it can be
/// leased at birth. Any thread.
public protocol LaneCapacity: Sendable {
  /// Takes one place if there is one. Give it back with `release`, unless the message is handed over.
  func reserve(_ lane: LaneCode, _ band: Band) -> Bool
  func release(_ lane: LaneCode, _ band: Band)
  /// Whether there is a credential for it at all.
  func exists(_ lane: LaneCode) -> Bool
}
