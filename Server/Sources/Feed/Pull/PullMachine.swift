internal import Store

/// What the feed has brought for a lane and band: a row, and how its message is acknowledged.
struct PulledMessage: Equatable, BitwiseCopyable {
  var row: Int
  /// Where its answer's subject is kept (``ReplyShelf``).
  var reply: Int32
}

/// When messages of one lane and band are asked for, and what becomes of them. Pure; times are milliseconds
/// since 1970.
///
/// The engine asks with room for so many. What is there is fetched at once. Where that was less, one message
/// is waited for, at the servers: when it comes the engine is told, and asks again. So nothing is asked for
/// that there is no room for, and nobody polls.
struct PullMachine {
  enum Action: Equatable {
    /// Ask for what is there now.
    case fetch(count: Int, name: String)
    /// Ask for one message, whenever it comes.
    case wait(name: String)
    /// Lease these, and give them to the engine as the answer to its request.
    case claim(ClaimRequest, [PulledMessage], mayHaveMore: Bool)
    /// The engine gets nothing. `isWell`: since there is nothing; else the servers did not answer.
    case nothing(ClaimRequest, isWell: Bool)
    /// Tell the engine that something is there.
    case notice
    /// Nobody here takes them: somebody else may.
    case giveBack([PulledMessage])
  }

  private struct Open {
    var request: ClaimRequest
    var name: String
    var messages: [PulledMessage]
    var since: Int
  }

  private var open: Open?
  private var waiting: [PulledMessage] = []
  private var waitingSince = 0
  private var standing: (name: String, until: Int)?
  private var count = 0
  private let answerWithin: Int

  /// How long one message is waited for before it is asked for anew, milliseconds.
  static let standingFor = 30_000
  /// How long a message that came waits for the engine.
  static let keepFor = 2_000

  init(answerWithin: Int) { self.answerWithin = answerWithin }

  /// The engine asks.
  mutating func asked(_ request: ClaimRequest, now: Int) -> [Action] {
    // One request at a time is the engine's rule.
    guard open == nil else { return [.nothing(request, isWell: true)] }
    let taken = Array(waiting.prefix(max(request.limit, 0)))
    waiting.removeFirst(taken.count)
    if taken.count >= request.limit { return [.claim(request, taken, mayHaveMore: true)] }
    let name = next("f")
    open = Open(request: request, name: name, messages: taken, since: now)
    return [.fetch(count: request.limit - taken.count, name: name)]
  }

  /// A message came.
  mutating func arrived(_ message: PulledMessage, now: Int) -> [Action] {
    guard open == nil else {
      open?.messages.append(message)
      guard let full = open, full.messages.count >= full.request.limit else { return [] }
      open = nil
      return [.claim(full.request, full.messages, mayHaveMore: true)]
    }
    standing = nil
    if waiting.isEmpty { waitingSince = now }
    waiting.append(message)
    return waiting.count == 1 ? [.notice] : []
  }

  /// The servers say that a request has ended.
  mutating func ended(_ name: some StringProtocol, now: Int) -> [Action] {
    if let standing, standing.name == name {
      self.standing = nil
      return []
    }
    guard let open, open.name == name else { return [] }
    return finish(open, isWell: true, now: now)
  }

  /// It could not be sent, or the servers were lost.
  mutating func failed(now: Int) -> [Action] {
    standing = nil
    guard let open else { return [] }
    return finish(open, isWell: false, now: now)
  }

  /// The store could not lease them: they wait for the next request.
  mutating func putBack(_ messages: [PulledMessage], now: Int) {
    if waiting.isEmpty { waitingSince = now }
    waiting.insert(contentsOf: messages, at: 0)
  }

  /// Some time has passed.
  mutating func tick(now: Int) -> [Action] {
    var actions: [Action] = []
    if let open, now - open.since >= answerWithin {
      actions += finish(open, isWell: false, now: now)
    }
    if let standing, now >= standing.until { self.standing = nil }
    if !waiting.isEmpty, now - waitingSince >= Self.keepFor {
      actions.append(.giveBack(waiting))
      waiting = []
    }
    return actions
  }

  private mutating func finish(_ open: Open, isWell: Bool, now: Int) -> [Action] {
    self.open = nil
    var actions: [Action] = [
      open.messages.isEmpty
        ? .nothing(open.request, isWell: isWell) : .claim(open.request, open.messages, mayHaveMore: false)
    ]
    if isWell, standing == nil {
      let name = next("w")
      standing = (name, now + Self.standingFor + answerWithin)
      actions.append(.wait(name: name))
    }
    return actions
  }

  private mutating func next(_ kind: String) -> String {
    count &+= 1
    return "\(kind)\(count)"
  }
}
