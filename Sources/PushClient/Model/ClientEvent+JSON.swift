/// Events as JSON, for scenarios and recorded streams: an object with the member `event` beside its own.
extension ClientEvent: JSONCodable {
  public init?(json: JSONValue) {
    func coded<Value: JSONCodable>(_ name: String, _ type: Value.Type = Value.self) -> Value? {
      Value(json: json[name])
    }
    /// The members beside `event` are the record's own.
    func record<Value: Coded>(_ type: Value.Type = Value.self) -> Value? {
      guard case .object(var members) = json else { return nil }
      members["event"] = nil
      var unknown: [String] = []
      let value = Value.read(.object(members), unknown: &unknown)
      return unknown.isEmpty ? value : nil
    }
    let read: ClientEvent? =
      switch json["event"].string {
      case "launched": record().map { .launched($0) }
      case "foregrounded": .foregrounded
      case "backgrounded": .backgrounded
      case "network_changed": coded("online").map { .networkChanged(isOnline: $0) }
      case "screen_shown": record().map { .screenShown($0) }
      case "permission_read": record().map { .permissionRead($0) }
      case "moment_reached": coded("name").map { .momentReached(name: $0) }
      case "explainer_answered": coded("accepted").map { .explainerAnswered(accepted: $0) }
      case "prompt_answered": record().map { .promptAnswered($0) }
      case "settings_opened": .settingsOpened
      case "registration_asked": coded("caller").map { .registrationAsked(caller: $0) }
      case "token_received": record().map { .tokenReceived($0) }
      case "token_failed": coded("code").map { .tokenFailed(code: $0) }
      case "token_timed_out": coded("attempt").map { .tokenTimedOut(attempt: $0) }
      case "registration_answered": Self.answered(json) { .registrationAnswered(request: $0, $1) }
      case "logged_in": coded("account").map { .loggedIn(account: $0) }
      case "logged_out": .loggedOut
      case "logout_answered": Self.answered(json) { .logoutAnswered(request: $0, $1) }
      case "push_arrived": record().map { .pushArrived($0) }
      case "messages_deleted": .messagesDeleted
      case "work_finished":
        if let work: Int = coded("work"), let result: WorkResult = coded("result") {
          .workFinished(work: work, result: result)
        } else {
          nil
        }
      case "work_expired": coded("work").map { .workExpired(work: $0) }
      case "local_asked": record().map { .localAsked($0) }
      case "local_withdrawn": coded("notification").map { .localWithdrawn(notification: $0) }
      case "local_refused":
        if let id: String = coded("notification"), let reason: String = coded("reason") {
          .localRefused(notification: id, reason: reason)
        } else {
          nil
        }
      case "responded": record().map { .responded($0) }
      case "link_opened": coded("url").map { .linkOpened(url: $0) }
      case "ui_ready": .uiReady
      case "ui_not_ready": .uiNotReady
      case "access_answered":
        if let tap: Int = coded("tap"), let access: Access = coded("access") {
          .accessAnswered(tap: tap, access: access)
        } else {
          nil
        }
      case "task_asked": coded("id").map { .taskAsked(id: $0) }
      case "task_submitted":
        coded("id").map { .taskSubmitted(id: $0, fault: json["fault"].string) }
      case "task_started":
        if let id: String = coded("id"), let run: Int = coded("run") {
          .taskStarted(id: id, run: run)
        } else {
          nil
        }
      case "task_finished":
        if let run: Int = coded("run"), let success: Bool = coded("success") {
          .taskFinished(run: run, success: success)
        } else {
          nil
        }
      case "task_expired": coded("run").map { .taskExpired(run: $0) }
      case "flush_due": .flushDue
      case "receipts_answered": Self.answered(json) { .receiptsAnswered(request: $0, $1) }
      default: nil
      }
    guard let read else { return nil }
    self = read
  }

  private static func answered(
    _ json: JSONValue, _ make: (Int, ServerAnswer) -> ClientEvent
  ) -> ClientEvent? {
    guard let request = json["request"].integer, let answer = ServerAnswer(json: json["answer"]) else {
      return nil
    }
    return make(request, answer)
  }

  public var json: JSONValue {
    func record(_ name: String, _ value: some Coded) -> JSONValue {
      var members = value.json.object ?? [:]
      members["event"] = .string(name)
      return .object(members)
    }
    func answered(_ name: String, _ request: Int, _ answer: ServerAnswer) -> JSONValue {
      ["event": .string(name), "request": .integer(request), "answer": answer.json]
    }
    switch self {
    case .launched(let launch): return record("launched", launch)
    case .foregrounded: return ["event": "foregrounded"]
    case .backgrounded: return ["event": "backgrounded"]
    case .networkChanged(let isOnline): return ["event": "network_changed", "online": .bool(isOnline)]
    case .screenShown(let screen): return record("screen_shown", screen)
    case .permissionRead(let permission): return record("permission_read", permission)
    case .momentReached(let name): return ["event": "moment_reached", "name": .string(name)]
    case .explainerAnswered(let accepted):
      return ["event": "explainer_answered", "accepted": .bool(accepted)]
    case .promptAnswered(let answer): return record("prompt_answered", answer)
    case .settingsOpened: return ["event": "settings_opened"]
    case .registrationAsked(let caller): return ["event": "registration_asked", "caller": .integer(caller)]
    case .tokenReceived(let token): return record("token_received", token)
    case .tokenFailed(let code): return ["event": "token_failed", "code": .string(code)]
    case .tokenTimedOut(let attempt): return ["event": "token_timed_out", "attempt": .integer(attempt)]
    case .registrationAnswered(let request, let answer):
      return answered("registration_answered", request, answer)
    case .loggedIn(let account): return ["event": "logged_in", "account": .string(account)]
    case .loggedOut: return ["event": "logged_out"]
    case .logoutAnswered(let request, let answer): return answered("logout_answered", request, answer)
    case .pushArrived(let push): return record("push_arrived", push)
    case .messagesDeleted: return ["event": "messages_deleted"]
    case .workFinished(let work, let result):
      return ["event": "work_finished", "work": .integer(work), "result": result.json]
    case .workExpired(let work): return ["event": "work_expired", "work": .integer(work)]
    case .localAsked(let local): return record("local_asked", local)
    case .localWithdrawn(let id): return ["event": "local_withdrawn", "notification": .string(id)]
    case .localRefused(let id, let reason):
      return ["event": "local_refused", "notification": .string(id), "reason": .string(reason)]
    case .responded(let response): return record("responded", response)
    case .linkOpened(let url): return ["event": "link_opened", "url": .string(url)]
    case .uiReady: return ["event": "ui_ready"]
    case .uiNotReady: return ["event": "ui_not_ready"]
    case .accessAnswered(let tap, let access):
      return ["event": "access_answered", "tap": .integer(tap), "access": access.json]
    case .taskAsked(let id): return ["event": "task_asked", "id": .string(id)]
    case .taskSubmitted(let id, let fault):
      var members: [String: JSONValue] = ["event": "task_submitted", "id": .string(id)]
      members["fault"] = fault.map { .string($0) }
      return .object(members)
    case .taskStarted(let id, let run):
      return ["event": "task_started", "id": .string(id), "run": .integer(run)]
    case .taskFinished(let run, let success):
      return ["event": "task_finished", "run": .integer(run), "success": .bool(success)]
    case .taskExpired(let run): return ["event": "task_expired", "run": .integer(run)]
    case .flushDue: return ["event": "flush_due"]
    case .receiptsAnswered(let request, let answer): return answered("receipts_answered", request, answer)
    }
  }
}
