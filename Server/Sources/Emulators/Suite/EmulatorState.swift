/// What a connection needs beside the protocol engine.
struct ConnectionState {
  /// The connection's number on its server, from 1.
  let number: Int
  var apns = APNsConnection()
  /// HTTP/1.1 has no GOAWAY; there the connection is closed instead.
  let isHTTP2: Bool
  /// The highest stream id that was judged.
  var highestProcessed: Int32 = 0
  /// The last stream id of the GOAWAY that was sent: what comes above it is not looked at.
  var lastStreamID: Int32?

  init(number: Int, isHTTP2: Bool = true) {
    self.number = number
    self.isHTTP2 = isHTTP2
  }
}

/// What happens to a stream.
enum StreamReply {
  case answer(EmulatedAnswer)
  case reset(UInt32)
  case refuse
  case silence
}

/// What happens to a connection, before the stream's own reply.
enum ConnectionStep: Equatable {
  case maxConcurrentStreams(Int)
  case goaway(lastStreamID: Int32, debugData: String)
  case pauseReading(milliseconds: Int)
}

/// All of it: what to do with one request.
struct Handling {
  var steps: [ConnectionStep] = []
  var reply = StreamReply.silence
  var delay = 0
  /// Close the connection after all that.
  var closes = false
}

/// The emulators, the scenario and the log together: still a pure function of request and time.
struct EmulatorState: Sendable {
  var sandbox: APNsEmulator
  var production: APNsEmulator
  var fcm: FCMEmulator
  var scenario = ScenarioEngine()
  var log: ArrivalLog
  let logsPayloads: Bool
  let streams: Int

  init(options: EmulatorOptions) {
    sandbox = APNsEmulator(environment: .sandbox, rules: options.apnsRules, seed: options.seed)
    production = APNsEmulator(environment: .production, rules: options.apnsRules, seed: options.seed ^ 1)
    fcm = FCMEmulator(rules: options.fcmRules, seed: options.seed ^ 2)
    log = ArrivalLog(capacity: options.logCapacity, hasFile: options.logPath != nil)
    logsPayloads = options.logsPayloads
    streams = options.streamsAfterAuthentication
  }

  /// A connection came; its rules of event `connect` are counted.
  mutating func opened(_ server: EmulatedServer, _ connection: inout ConnectionState) -> Handling {
    log.connections[server, default: 0] += 1
    log.openConnections[server, default: 0] += 1
    var handling = Handling()
    if scenario.isEmpty { return handling }
    for action in scenario.connected(server, connection: connection.number).actions {
      add(action, to: &handling, stream: 0, &connection)
    }
    return handling
  }

  mutating func closed(_ server: EmulatedServer) { log.openConnections[server, default: 1] -= 1 }

  /// Judges a request. `now` in milliseconds since 1970.
  mutating func handle(
    _ request: EmulatedRequest, on server: EmulatedServer, stream: Int32,
    connection: inout ConnectionState, now: Int64
  ) -> Handling {
    if let last = connection.lastStreamID, stream > last {
      // GOAWAY called it unprocessed, and the client sends it again elsewhere.
      log.dropped += 1
      return Handling()
    }
    var server = server
    if server == .fcm, request.path.hasPrefix("/token") { server = .oauth }
    let plan =
      scenario.isEmpty
      ? ScenarioEngine.Plan() : scenario.requested(request, server, connection: connection.number)
    var handling = Handling()
    let fate = StreamFate(plan.actions, highestAbove: connection.highestProcessed > stream)
    for action in plan.actions { add(action, to: &handling, stream: stream, &connection) }
    var judged: EmulatedAnswer?
    if fate.isJudged {
      connection.highestProcessed = max(connection.highestProcessed, stream)
      judged = judge(request, server, connection: &connection, handling: &handling, now: now)
    }
    let id = fate.carriesMessageID ? sandbox.messageID(of: request) : nil
    handling.reply = fate.reply(judged, messageID: id)
    note(request, server, connection.number, handling.reply, judged, rules: plan.names, now: now)
    return handling
  }

  private mutating func judge(
    _ request: EmulatedRequest, _ server: EmulatedServer, connection: inout ConnectionState,
    handling: inout Handling, now: Int64
  ) -> EmulatedAnswer {
    let isNew = !connection.apns.isAuthenticated
    let answer: EmulatedAnswer
    let ends: Bool
    switch server {
    case .apnsSandbox:
      answer = sandbox.answer(request, connection: &connection.apns, now: now)
      ends = sandbox.endsConnection(answer, &connection.apns)
    case .apnsProduction:
      answer = production.answer(request, connection: &connection.apns, now: now)
      ends = production.endsConnection(answer, &connection.apns)
    case .fcm, .oauth:
      return fcm.answer(request, now: now)
    }
    if isNew, connection.apns.isAuthenticated {
      handling.steps.insert(.maxConcurrentStreams(streams), at: 0)
    }
    if ends {
      sendGoaway(connection.highestProcessed, answer.text, to: &handling, &connection)
    }
    return answer
  }

  /// What an action does to the connection; what it does to the stream is `StreamFate`.
  private mutating func add(
    _ action: ScenarioAction, to handling: inout Handling, stream: Int32,
    _ connection: inout ConnectionState
  ) {
    switch action {
    case .answer, .reset, .refuse, .silence: break
    case .delay(let milliseconds): handling.delay += milliseconds
    case .maxConcurrentStreams(let count): handling.steps.append(.maxConcurrentStreams(count))
    case .pauseReading(let milliseconds): handling.steps.append(.pauseReading(milliseconds: milliseconds))
    case .close: handling.closes = true
    case .goaway(let includesThis, let debugData):
      // A stream that was judged must not be called unprocessed.
      let last = max(connection.highestProcessed, includesThis ? stream : max(stream - 2, 0))
      sendGoaway(last, debugData, to: &handling, &connection)
    }
  }

  private mutating func sendGoaway(
    _ last: Int32, _ debugData: String, to handling: inout Handling, _ connection: inout ConnectionState
  ) {
    guard connection.isHTTP2 else {
      handling.closes = true
      return
    }
    log.goaways += 1
    let last = min(last, connection.lastStreamID ?? last)
    connection.lastStreamID = last
    handling.steps.append(.goaway(lastStreamID: last, debugData: debugData))
  }

  private mutating func note(
    _ request: EmulatedRequest, _ server: EmulatedServer, _ connection: Int, _ reply: StreamReply,
    _ judged: EmulatedAnswer?, rules: [String], now: Int64
  ) {
    var arrival = Arrival(
      time: now, server: server, connection: connection, status: nil, outcome: "", id: nil,
      size: request.body.count, rules: rules, payload: logsPayloads ? request.body : nil, request: request)
    switch reply {
    case .answer(let answer):
      arrival.status = answer.status
      arrival.outcome = answer.outcome
      arrival.id = answer.id ?? answer.header("apns-id")
    case .reset:
      log.resets += 1
      arrival.outcome = judged == nil ? "reset" : "reset after processing"
    case .refuse:
      log.refusals += 1
      arrival.outcome = "refused"
    case .silence:
      log.silences += 1
      arrival.outcome = judged == nil ? "not processed" : "not answered"
    }
    if log.keepsArrivals { arrival.rawToken = Self.token(of: request, server) }
    log.add(arrival)
  }

  private static func token(of request: EmulatedRequest, _ server: EmulatedServer) -> String? {
    switch server {
    case .apnsSandbox, .apnsProduction: APNsEmulator.token(in: request.path)
    case .fcm: FCMEmulator.token(in: request.body)
    case .oauth: nil
    }
  }
}
