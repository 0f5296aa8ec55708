/// How much of one tenant may wait. What is over it is refused at the door, where the backend can try
/// again, instead of growing old in the outbox.
///
/// | asked for | bytes that wait | the oldest that is due |
/// |---|---|---|
/// | urgent | up to all of the bound | of urgent ones |
/// | normal | 9/10 | of urgent and normal ones |
/// | bulk | 8/10 | of all |
///
/// So a campaign that piles up stops the next campaign, and not a one-time code. Age is judged by lane, and only
/// where each lane that the notification goes to is behind: a provider that is out of order holds up no other.
public struct Admission: Sendable, Equatable {
  /// Bytes that one tenant's waiting messages and parameters may take up.
  public var bytes = 512 << 20
  /// How long a message may have been due and not taken, milliseconds.
  public var age = 3_600_000

  /// What a message costs beside its parameters: its row and its places in the indexes.
  public static let bytesPerMessage = 256

  public init(bytes: Int = 512 << 20, age: Int = 3_600_000) {
    self.bytes = bytes
    self.age = age
  }

  /// By band: since when the oldest is due; nil: none is.
  public typealias Ages = (urgent: Int?, normal: Int?, bulk: Int?)

  /// What waits of one tenant.
  public struct Load: Sendable, Equatable {
    public var messages = 0
    public var parameterBytes = 0
    /// In one lane.
    public var oldestDueAt: Ages = (nil, nil, nil)

    public init() {}

    public var bytes: Int { messages * bytesPerMessage + parameterBytes }

    /// The oldest in this band and those before it.
    func oldest(_ band: Band) -> Int? {
      var found = oldestDueAt.urgent
      if band >= .normal, let due = oldestDueAt.normal { found = min(found ?? due, due) }
      if band >= .bulk, let due = oldestDueAt.bulk { found = min(found ?? due, due) }
      return found
    }

    public static func == (left: Self, right: Self) -> Bool {
      left.messages == right.messages && left.parameterBytes == right.parameterBytes
        && left.oldestDueAt == right.oldestDueAt
    }
  }

  /// Nil: it may come in. Else after how many seconds another try is worth it.
  ///
  /// - Parameter adding: the bytes of what asks to come in.
  public func refusal(_ load: Load, adding: Int, band: Band, now: Int) -> Int? {
    let share = bytes / 10 * (10 - Int(band.rawValue))
    if load.bytes + adding > share { return 30 }
    guard let oldest = load.oldest(band), now - oldest > age else { return nil }
    return 60
  }
}
