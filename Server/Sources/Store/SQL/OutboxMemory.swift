/// What the outbox keeps in memory beside the store. All but the settings can be forgotten at any time:
/// it is read again.
struct OutboxMemory {
  /// The next row numbers; 0: not read yet.
  var nextNotification = 0
  var nextMessage = 0
  /// Where others write too: the ends of the numbers that were given out to this session, and when.
  var notificationsEnd = 0
  var messagesEnd = 0
  var rowsTakenAt = 0
  /// The next ones as of the last commit: what is undone has used none.
  var committedRows = (notification: 0, message: 0)
  var binding: BindingKey?
  /// What the profile says of each class.
  var facts: [Int32: ClassFacts] = [:]
  /// What waits of each tenant, as counted then and grown since; nil: not counted yet.
  var loads: [Int32: KnownLoad] = [:]
  var loadsCountedAt: Int?
  /// Of each lane and band: whether something that is due was left in the store. Then nothing newer is
  /// leased at birth, or it would pass what waits. Nil: not known.
  var hasBacklog = [Bool?](repeating: nil, count: 6 * 3)
  /// Where others write too it is asked again each second: when it was last.
  var backlogAskedAt = [Int](repeating: 0, count: 6 * 3)
  /// Leased on their last chance: message, and when its lease ends (``LeaseRule``).
  var onProbation: [Int: Int] = [:]
  /// How many have passed it since the start.
  var passedProbation = 0
  /// Those that wait for it come back in groups: when the last group does, and how many are in it.
  var probationQueue = (at: 0, count: 0)
  /// Which Android devices get much.
  var devices = DeviceMeter(.messages)
  /// Which of them get much that one key collapses.
  var collapsible = DeviceMeter(.collapsible)
  var devicesSweptAt = 0
  /// Counters of this transaction.
  var tally = RollupTally()
  /// Campaigns' counters of this transaction.
  var campaignCounts: [CampaignCountKey: Int] = [:]
  /// Attempts of this transaction, and those of committed ones that are not in the log yet.
  var attempts: [AttemptRecord] = []
  var attemptsToLog: [AttemptRecord] = []
  /// What other nodes are told with this transaction.
  var news: [ClaimBatch.Waiting] = []
  var tellsCampaigns = false
  /// Where sweeps go on; they begin again from the oldest end after a pass.
  var sweeps = SweepPlaces()
  /// Texts of the registrations that are looked at, by their place; kept for its memory.
  var scratch: [UInt8] = []
  var candidates: [OutboxCandidate] = []

  struct CampaignCountKey: Hashable {
    var campaign: Int
    var kind: String
    var reason: String
  }

  struct KnownLoad {
    var load = Admission.Load()
    /// By the number of the lane.
    var ages = [Admission.Ages](repeating: (nil, nil, nil), count: 6)
    /// When they were looked up.
    var agedAt = 0
  }

  struct SweepPlaces {
    var notifications = 0
    var parameters = 0
    var receipts = 0
    var overdue = Overdue()
  }

  /// A place in the index of what is due.
  struct Overdue {
    var lane = 0
    var band = 0
    var tenant = 0
    var due = 0
    var state = 0
    var message = 0
  }

  static func place(_ lane: LaneCode, _ band: Band) -> Int { Int(lane.rawValue) * 3 + Int(band.rawValue) }

  /// Messages of a lane and band wait for whoever has room.
  mutating func tell(_ lane: LaneCode, _ band: Band, dueAt: Int) {
    for place in news.indices where news[place].lane == lane && news[place].band == band {
      news[place].dueAt = min(news[place].dueAt, dueAt)
      return
    }
    news.append(.init(lane: lane, band: band, dueAt: dueAt))
  }

  mutating func committed() {
    news.removeAll(keepingCapacity: true)
    tellsCampaigns = false
    attemptsToLog.append(contentsOf: attempts)
    attempts.removeAll(keepingCapacity: true)
    committedRows = (nextNotification, nextMessage)
  }

  mutating func forget() {
    nextNotification = notificationsEnd > 0 ? committedRows.notification : 0
    nextMessage = messagesEnd > 0 ? committedRows.message : 0
    binding = nil
    facts = [:]
    loads = [:]
    loadsCountedAt = nil
    onProbation = [:]
    hasBacklog = [Bool?](repeating: nil, count: 6 * 3)
    tally.clear()
    campaignCounts = [:]
    attempts.removeAll(keepingCapacity: true)
    news.removeAll(keepingCapacity: true)
    tellsCampaigns = false
    sweeps = SweepPlaces()
  }
}
