/// The device's decisions: a state, an event and the time in; the next state, commands and metrics out.
///
/// Pure: no clock, no system, no randomness. The Java core answers every scenario of `contract/scenarios`
/// and every random stream with the same.
public struct ClientReducer: Sendable {
  public let policy: ClientPolicy

  public init(policy: ClientPolicy) { self.policy = policy }

  /// - Parameter now: milliseconds since 1970.
  public func reduce(_ state: inout ClientState, _ event: ClientEvent, now: Int) -> Effects {
    var step = Reduction(policy: policy, state: state, now: now)
    step.take(event)
    state = step.state
    return step.effects
  }
}

/// One event on its way through the rules. The rules of each area stand in an extension of their own.
struct Reduction {
  let policy: ClientPolicy
  var state: ClientState
  let now: Int
  var effects = Effects()

  init(policy: ClientPolicy, state: ClientState, now: Int) {
    self.policy = policy
    self.state = state
    self.now = now
  }

  mutating func command(_ command: ClientCommand) { effects.commands.append(command) }
  mutating func metric(_ name: String, _ label: String? = nil) { effects.metrics.append(.init(name, label)) }

  /// A number that was never used on this installation.
  mutating func nextNumber() -> Int {
    state.counter &+= 1
    return state.counter
  }
}
