/// What may become of a campaign. What the table does not have is refused and changes nothing.
///
/// | event | scheduled | running | paused | finishing | ended |
/// |---|---|---|---|---|---|
/// | start | running | – | – | – | – |
/// | pause | paused | paused | – | paused | – |
/// | resume | – | – | scheduled where it never started, else running | – | – |
/// | through: no segment is left | – | finishing | – | – | – |
/// | settle: nothing waits to be tried again | – | – | – | done | – |
/// | cancel | cancelled | cancelled | cancelled | cancelled | – |
/// | fail | failed | failed | failed | failed | – |
struct CampaignMachine: Equatable {
  private(set) var state: CampaignState
  private(set) var hasStarted: Bool

  init(state: CampaignState = .scheduled, hasStarted: Bool = false) {
    self.state = state
    self.hasStarted = hasStarted
  }

  enum Event: Equatable, CaseIterable {
    case start, pause, resume, through, settle, cancel, fail
  }

  /// Whether an event is possible now; if not, nothing changes.
  mutating func apply(_ event: Event) -> Bool {
    switch (event, state) {
    case (.start, .scheduled):
      state = .running
      hasStarted = true
    case (.pause, .scheduled), (.pause, .running), (.pause, .finishing): state = .paused
    case (.resume, .paused): state = hasStarted ? .running : .scheduled
    case (.through, .running): state = .finishing
    case (.settle, .finishing): state = .done
    case (.cancel, _) where !state.hasEnded: state = .cancelled
    case (.fail, _) where !state.hasEnded: state = .failed
    default: return false
    }
    return true
  }

  /// The event by which somebody asks for a state; nil: only the runner brings it about.
  static func event(to state: CampaignState) -> Event? {
    switch state {
    case .paused: .pause
    case .running: .resume
    case .cancelled: .cancel
    case .failed: .fail
    case .scheduled, .finishing, .done: nil
    }
  }
}
