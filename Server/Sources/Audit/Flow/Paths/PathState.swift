import AppFacts

/// What one path through a body has done so far with the completion that is followed.
struct PathState: Hashable {
  /// Calls, two standing for more.
  var count = 0
  /// Passed on, stored, or captured by something that runs it later: then it is no longer this body's.
  var handed = false
  /// Given to a callback that calls it on each of its paths.
  var promised = false
  /// Something on the path cannot be judged.
  var uncertain = false
  /// Answers to conditions that are asked again further on.
  var facts: [String: Bool] = [:]
}

/// How a path came where it is: for people.
struct PathTrace: Equatable {
  struct Step: Equatable {
    var place: Place
    var note: String
  }
  var steps: [Step] = []
  /// Where the completion was called.
  var calls: [Place] = []
  /// Where it left.
  var end: Place?

  func adding(_ place: Place, _ note: String) -> PathTrace {
    var next = self
    if next.steps.count < 12 { next.steps.append(Step(place: place, note: note)) }
    return next
  }
}

/// States that paths can be in at one point, each with the first way that led there.
struct PathStates {
  private(set) var all: [(state: PathState, trace: PathTrace)] = []
  /// More were there than are kept: nothing is certain any more.
  private(set) var overflowed = false
  static let limit = 64

  init() {}
  init(_ state: PathState, _ trace: PathTrace = PathTrace()) { all = [(state, trace)] }

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ state: PathState, _ trace: PathTrace) {
    if all.contains(where: { $0.state == state }) { return }
    guard all.count < Self.limit else {
      overflowed = true
      return
    }
    all.append((state, trace))
  }

  mutating func add(_ other: PathStates) {
    for entry in other.all { add(entry.state, entry.trace) }
    overflowed = overflowed || other.overflowed
  }

  func map(_ change: (PathState, PathTrace) -> (PathState, PathTrace)) -> PathStates {
    var next = PathStates()
    next.overflowed = overflowed
    for entry in all {
      let changed = change(entry.state, entry.trace)
      next.add(changed.0, changed.1)
    }
    return next
  }

  func filter(_ keep: (PathState) -> Bool) -> PathStates {
    var next = PathStates()
    next.overflowed = overflowed
    for entry in all where keep(entry.state) { next.add(entry.state, entry.trace) }
    return next
  }

  var uncertain: PathStates {
    map {
      var state = $0
      state.uncertain = true
      return (state, $1)
    }
  }

  func step(_ place: Place, _ note: String) -> PathStates { map { ($0, $1.adding(place, note)) } }
}

/// Where paths through a statement or a list of them go.
struct PathExits {
  var next = PathStates()
  var returned = PathStates()
  var thrown = PathStates()
  var broke = PathStates()
  var continued = PathStates()

  /// All that leave otherwise than by going on.
  mutating func addAbrupt(_ other: PathExits) {
    returned.add(other.returned)
    thrown.add(other.thrown)
    broke.add(other.broke)
    continued.add(other.continued)
  }

  /// However they end: what follows a closure that runs in place.
  var ended: PathStates {
    var all = next
    all.add(returned)
    all.add(thrown)
    return all
  }
}

/// What a name stands for while a completion is followed.
indirect enum PathBinding {
  /// The completion, or the object to complete.
  case token
  /// A closure that uses it, with the names as they were where it stands.
  case closure(Expression.Closure, PathScope)
  /// A function inside a function that uses it.
  case function(FunctionDeclaration, PathScope)
}

/// The names of a body.
struct PathScope {
  var names: [String: PathBinding] = [:]
  /// Declared in this body: storing in them keeps the completion here.
  var locals: Set<String> = []
  /// Assigned in this body: conditions on them may hang together in ways that are not followed.
  var assigned: Set<String> = []
  /// Conditions asked more than once, by ``Expression/key``.
  var repeated: Set<String> = []
  /// What is compared in more than one way.
  var subjects: Set<String> = []
  /// Into ``SourceIndex/functions``: whose body it is.
  var function: Int?

  func binding(_ expression: Expression) -> PathBinding? { expression.plainName.flatMap { names[$0] } }
  func isToken(_ expression: Expression) -> Bool {
    if case .token? = binding(expression) { true } else { false }
  }
}

/// What became of a completion on all paths.
struct CompletionPaths {
  /// Ends without a call, on a path of which everything is known.
  var lost: [PathTrace] = []
  /// Called more than once, likewise.
  var doubled: [PathTrace] = []
  /// Some path calls it or passes it on.
  var completes = false
  /// Too much, or nothing that could be judged.
  var isUnknown = false
  /// For a task: an expiration handler is set on it, or it is passed on, which may do so.
  var setsExpiration = false
  /// Some path passes it on.
  var hands = false
}
