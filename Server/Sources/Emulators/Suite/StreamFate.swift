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

  /// Whether the reply is a script's that carries an APNs message id.
  var carriesMessageID: Bool {
    if case .answer(let answer) = scripted { answer.carriesMessageID } else { false }
  }

  /// The stream's reply, where `judged` is the natural answer.
  func reply(_ judged: EmulatedAnswer?, messageID: String?) -> StreamReply {
    switch scripted {
    case .answer(let answer): .answer(answer.emulated(messageID: messageID))
    case .reset(let code, _): .reset(code)
    case .refuse: .refuse
    case .silence, .goaway, .close: .silence
    default: judged.map { .answer($0) } ?? .silence
    }
  }
}

extension ScenarioAnswer {
  /// The answer with its headers in a fixed order.
  func emulated(messageID: String?) -> EmulatedAnswer {
    var fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key.lowercased(), value: $0.value) }
    if let messageID { fields.insert((name: "apns-id", value: messageID), at: 0) }
    return EmulatedAnswer(status: status, headers: fields, body: Array(body.utf8), outcome: outcome)
  }
}
