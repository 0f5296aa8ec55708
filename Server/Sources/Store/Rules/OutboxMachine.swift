/// A message's way through the outbox. Every change of a stored message is one of these events; what the
/// table does not have is refused and changes nothing.
///
/// | event | queued | leased | dead | ended otherwise |
/// |---|---|---|---|---|
/// | claim | leased | – | – | – |
/// | leaseLost | – | queued, or dead on the third | – | – |
/// | attempt | – | leased | – | – |
/// | verdict | – | ended | – | – |
/// | handBack | – | queued | – | – |
/// | postpone | queued | – | – | – |
/// | suppress | suppressed | – | – | – |
/// | timeOut | expired | expired | – | – |
/// | cancel | suppressed | – (too late) | – | – |
/// | replay | – | – | queued | – |
///
/// What may have been sent never ends as if it had not been: a message with an unanswered attempt, or a
/// lost lease, ends `unconfirmed` where the table says suppressed or expired. Events of a lease name it;
/// those of an earlier one are refused.
struct OutboxMachine: Equatable, BitwiseCopyable {
  private(set) var state = MessageState.queued
  /// When it may be claimed; while leased, when the lease ends and by that its name. Milliseconds since 1970.
  private(set) var due: Int
  /// Attempts that counted.
  private(set) var attempts = 0
  private(set) var lostLeases = 0
  /// It was sent, or may have been, without an answer.
  private(set) var isUnanswered = false

  /// A new message that may be claimed from `due` on.
  init(due: Int) { self.due = due }

  /// A stored one.
  init(state: MessageState, due: Int, attempts: Int, lostLeases: Int, isUnanswered: Bool) {
    self.state = state
    self.due = due
    self.attempts = attempts
    self.lostLeases = lostLeases
    self.isUnanswered = isUnanswered
  }

  enum Event: Equatable {
    case claim(now: Int, LeaseRule)
    /// The lease is over and nothing was heard.
    case leaseLost(now: Int, LeaseRule)
    /// An attempt that did not end it.
    case attempt(lease: Int, attempts: Int, isUnanswered: Bool)
    case verdict(lease: Int, MessageState, attempts: Int)
    case handBack(lease: Int, due: Int, attempts: Int, isUnanswered: Bool)
    case postpone(until: Int)
    case suppress
    case timeOut
    case cancel
    case replay(now: Int)
  }

  /// What a provider's answer, or its absence, can mean. Time is not among them: that is `timeOut`.
  private static let verdicts: [MessageState] = [.accepted, .rejected, .failed, .unconfirmed]

  /// Whether an event is possible now; if not, nothing changes.
  mutating func apply(_ event: Event) -> Bool {
    switch (event, state) {
    case (.claim(let now, let rule), .queued):
      guard due <= now else { return false }
      state = .leased
      // The losses make the name another one even within the same millisecond.
      due = now + rule.length + lostLeases
    case (.leaseLost(let now, let rule), .leased):
      lostLeases += 1
      isUnanswered = true
      if lostLeases >= rule.leasesBeforeDead {
        end(.dead)
      } else {
        state = .queued
        due = now
      }
    case (.attempt(let lease, let count, let unanswered), .leased):
      guard lease == due else { return false }
      attempts = count
      isUnanswered = isUnanswered || unanswered
    case (.verdict(let lease, let verdict, let count), .leased):
      guard lease == due, Self.verdicts.contains(verdict) else { return false }
      attempts = count
      end(verdict)
    case (.handBack(let lease, let until, let count, let unanswered), .leased):
      guard lease == due else { return false }
      attempts = count
      isUnanswered = isUnanswered || unanswered
      state = .queued
      due = until
    case (.postpone(let until), .queued): due = until
    case (.suppress, .queued), (.cancel, .queued): end(isUnanswered ? .unconfirmed : .suppressed)
    case (.timeOut, .queued), (.timeOut, .leased): end(isUnanswered ? .unconfirmed : .expired)
    case (.replay(let now), .dead):
      state = .queued
      due = now
      lostLeases = 0
    default: return false
    }
    return true
  }

  /// The device may have it: what a device reports of other messages is not believed.
  var mayHaveBeenSent: Bool {
    switch state {
    case .leased, .accepted, .unconfirmed, .dead: true
    case .queued, .suppressed, .expired, .rejected, .failed: isUnanswered
    }
  }

  private mutating func end(_ end: MessageState) {
    state = end
    due = 0
  }
}
