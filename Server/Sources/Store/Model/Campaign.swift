/// A bulk send to an audience, as the backend asks for it. Times are milliseconds since 1970.
public struct CampaignRequest: Sendable, Equatable {
  public var tenant = ""
  /// The backend's own id; also the notification id on every device.
  public var id = ""
  /// Of the whole request: the same id with another one is a conflict.
  public var digest: [UInt8] = []
  public var facts = ClassFacts()
  /// A JSON object of strings, the same for every device.
  public var parameters: [UInt8] = []
  public var audience = CampaignAudience()
  public var way = CampaignWay.direct
  /// Messages a second over all nodes; 0: as fast as the providers take them.
  public var ratePerSecond = 0
  public var ramp = CampaignRamp()
  /// One in so many devices' receipts are counted; 1: all, 0: none.
  public var receiptSampling = 1
  public var startsAt = 0
  /// How long after its start a message may still be sent, seconds.
  public var timeToLive = 0
  public init() {}
}

/// Who it goes to: everything that is set has to fit. Empty: all registrations of the tenant.
public struct CampaignAudience: Sendable, Equatable {
  public var platforms: [DevicePlatform] = []
  /// Account ids.
  public var accounts: [String] = []
  /// Versions of the app, as in `2.10.1`, compared part by part as numbers; both bounds belong to it.
  public var minimumAppVersion: String?
  public var maximumAppVersion: String?
  /// A tag that the device or backend gave its registration.
  public var tag: String?
  /// FCM's; then the audience is one already, and the way is ``CampaignWay/topic``.
  public var topic: String?
  public var condition: String?
  public init() {}
}

/// How it is fanned out. The numbers are kept in the store and never change.
public enum CampaignWay: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// One message to an FCM topic or condition.
  case topic = 0
  /// Segment by segment to each device.
  case direct = 1
}

/// A slow start: this rate at first, twice as much after each step, until the campaign's own is reached.
public struct CampaignRamp: Sendable, Equatable {
  /// Messages a second; 0: no ramp.
  public var from = 0
  /// Seconds of a step.
  public var step = 60
  public init() {}
}

/// The numbers are kept in the store and never change. Below 4: there is something to do.
public enum CampaignState: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case scheduled = 0
  case running = 1
  case paused = 2
  /// All segments are through; messages that are tried again are left.
  case finishing = 3
  case done = 4
  case cancelled = 5
  /// It cannot go on; the reason is beside it.
  case failed = 6

  public var name: String {
    switch self {
    case .scheduled: "scheduled"
    case .running: "running"
    case .paused: "paused"
    case .finishing: "finishing"
    case .done: "done"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
  public var hasEnded: Bool { rawValue >= Self.done.rawValue }
}

public enum CampaignOutcome: Sendable, Equatable {
  case created(row: Int)
  case repeated(row: Int)
  case conflict
  /// More devices than one campaign may be sent to directly.
  case tooLarge(devices: Int, most: Int)
}

/// One counter of a campaign.
public struct CampaignCount: Sendable, Equatable {
  /// As in ``CampaignCount/accepted``; an open set.
  public var kind: String
  /// The suppression, or the provider's reason word for word; empty where there is none.
  public var reason: String
  public var count: Int
  public init(kind: String, reason: String = "", count: Int) {
    self.kind = kind
    self.reason = reason
    self.count = count
  }
  public static let accepted = "accepted"
  public static let rejected = "rejected"
  public static let suppressed = "suppressed"
  public static let failed = "failed"
  public static let expired = "expired"
  public static let unconfirmed = "unconfirmed"
  /// May have gone out more than once, under the same apns-id: after a crash, or after an attempt that was not
  /// answered. Counted once, beside what became of it.
  public static let repeated = "repeated"
  /// Was removed, or left the audience, before its turn came.
  public static let gone = "gone"
  /// What devices report, as in `receipt.opened`; counted beside what became of the message.
  public static let receiptPrefix = "receipt."
  /// Those of which each device of the audience has one at most: their sum is ``CampaignView/looked``.
  public static let ends = [accepted, rejected, suppressed, failed, expired, unconfirmed, gone]
}

/// What the store shows of a campaign.
public struct CampaignView: Sendable, Equatable {
  public var row = 0
  public var tenant = ""
  public var id = ""
  public var className = ""
  public var state = CampaignState.scheduled
  public var way = CampaignWay.direct
  public var audience = CampaignAudience()
  public var ratePerSecond = 0
  public var ramp = CampaignRamp()
  public var receiptSampling = 1
  public var createdAt = 0
  public var startsAt = 0
  public var startedAt: Int?
  public var endedAt: Int?
  /// Why it failed or was paused; empty: nothing is said.
  public var why = ""
  /// Registrations in its range, and how many of them are behind its checkpoints.
  public var total = 0
  public var looked = 0
  /// To be tried again.
  public var waiting = 0
  public var counts: [CampaignCount] = []
  public init() {}
}

/// What a campaign would come to if it were started now.
public struct CampaignForecast: Sendable, Equatable {
  /// Registrations that the audience fits.
  public var devices = 0
  public var wouldSend = 0
  public var suppressed: [Suppression: Int] = [:]
  public var byLane: [LaneCode: Int] = [:]
  public init() {}
}
