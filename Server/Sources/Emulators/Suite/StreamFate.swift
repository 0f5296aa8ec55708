/// What a scenario's actions mean for the stream: the first that ends it counts.
struct StreamFate {
  /// Whether the request is judged, so that it changes state.
  var isJudged = true
  private var scripted: ScenarioAction?

  /// `highestAbove`: a later stream of the connection was judged already.
  init(_ actions: [ScenarioAction], highestAbove: Bool) {
    for action in actions {
      switch action {
      case .answer, .refuse: isJudged = false
      case .reset(_, let processed), .silence(let processed): isJudged = processed
      case .goaway(let includesThis, _):
        if includesThis || highestAbove { continue }
        isJudged = false
      case .close: isJudged = false
      case .delay, .maxConcurrentStreams, .pauseReading: continue
      }
      scripted = action
      return
    }
  }

  /// The stream's reply, where `judged` is the natural answer.
  func reply(_ judged: EmulatedAnswer?) -> StreamReply {
    switch scripted {
    case .answer(let answer): .answer(answer.emulated)
    case .reset(let code, _): .reset(code)
    case .refuse: .refuse
    case .silence, .goaway, .close: .silence
    default: judged.map { .answer($0) } ?? .silence
    }
  }
}

extension ScenarioAnswer {
  /// The answer with its headers in a fixed order.
  var emulated: EmulatedAnswer {
    EmulatedAnswer(
      status: status,
      headers: headers.sorted { $0.key < $1.key }.map { (name: $0.key.lowercased(), value: $0.value) },
      body: Array(body.utf8), outcome: outcome)
  }
}
