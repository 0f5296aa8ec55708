/// Commands as JSON, for scenarios and recorded streams: an object with the member `command` beside its own.
/// What is nil is left out.
extension ClientCommand {
  public var json: JSONValue {
    var members: [String: JSONValue] = ["command": .string(name)]
    func put(_ name: String, _ value: some JSONCodable) {
      let json = value.json
      if !json.isNull { members[name] = json }
    }
    func put(record: some Coded) { members.merge(record.json.object ?? [:]) { $1 } }
    switch self {
    case .adoptInstallation(let id, let predecessor):
      put("id", id)
      put("predecessor", predecessor)
    case .showExplainer(let moment): put("moment", moment)
    case .requestAuthorization(let provisional): put("provisional", provisional)
    case .askForToken(let attempt): put("attempt", attempt)
    case .putRegistration(let call): put(record: call)
    case .postLogout(let request, let generation):
      put("request", request)
      put("generation", generation)
    case .cancelRequest(let request): put("request", request)
    case .settle(let caller, let outcome):
      put("caller", caller)
      put("outcome", outcome)
    case .present(let handle, let options):
      put("handle", handle)
      put("options", options)
    case .display(let handle, let notification, let alerts):
      put("handle", handle)
      put("notification", notification)
      put("alerts", alerts)
    case .deliver(let handle, let suppressed):
      put("handle", handle)
      put("suppressed", suppressed)
    case .complete(let handle, let result):
      put("handle", handle)
      put("result", result)
    case .runWork(let work): put(record: work)
    case .cancelWork(let work): put("work", work)
    case .storeInbox(let notification, let notificationClass, let destination):
      put("notification", notification)
      put("class", notificationClass)
      put("destination", destination)
    case .reconcile(let classes): put("classes", classes)
    case .addLocal(let local): put(record: local)
    case .cancelLocals(let notifications): put("notifications", notifications)
    case .authorize(let tap, let destination):
      put("tap", tap)
      put("destination", destination)
    case .navigate(let tap, let destination, let mode, let action):
      put("tap", tap)
      put("destination", destination)
      put("mode", mode)
      put("action", action)
    case .runAction(let action, let notification, let notificationClass, let text):
      put("action", action)
      put("notification", notification)
      put("class", notificationClass)
      put("text", text)
    case .setCategories(let ids), .createChannels(let ids), .cancelTasks(let ids): put("ids", ids)
    case .registerTask(let id): put("id", id)
    case .submitTask(let id, let earliest):
      put("id", id)
      put("earliest", earliest)
    case .runTask(let id, let run):
      put("id", id)
      put("run", run)
    case .cancelRun(let run): put("run", run)
    case .completeTask(let run, let success):
      put("run", run)
      put("success", success)
    case .warn(let code, let subject):
      put("code", code)
      put("subject", subject)
    case .scheduleFlush(let after, let spread):
      put("after", after)
      put("spread", spread)
    case .postReceipts(let request, let batch):
      put("request", request)
      put("batch", batch)
    case .hideExplainer, .clearDelivered, .clearInbox, .syncInbox: break
    }
    return .object(members)
  }

  /// The word of its kind, as in the JSON.
  public var name: String {
    switch self {
    case .adoptInstallation: "adopt_installation"
    case .showExplainer: "show_explainer"
    case .hideExplainer: "hide_explainer"
    case .requestAuthorization: "request_authorization"
    case .askForToken: "ask_for_token"
    case .putRegistration: "put_registration"
    case .postLogout: "post_logout"
    case .cancelRequest: "cancel_request"
    case .settle: "settle"
    case .clearDelivered: "clear_delivered"
    case .clearInbox: "clear_inbox"
    case .present: "present"
    case .display: "display"
    case .deliver: "deliver"
    case .complete: "complete"
    case .runWork: "run_work"
    case .cancelWork: "cancel_work"
    case .storeInbox: "store_inbox"
    case .syncInbox: "sync_inbox"
    case .reconcile: "reconcile"
    case .addLocal: "add_local"
    case .cancelLocals: "cancel_locals"
    case .authorize: "authorize"
    case .navigate: "navigate"
    case .runAction: "run_action"
    case .setCategories: "set_categories"
    case .createChannels: "create_channels"
    case .registerTask: "register_task"
    case .submitTask: "submit_task"
    case .cancelTasks: "cancel_tasks"
    case .runTask: "run_task"
    case .cancelRun: "cancel_run"
    case .completeTask: "complete_task"
    case .warn: "warn"
    case .scheduleFlush: "schedule_flush"
    case .postReceipts: "post_receipts"
    }
  }
}

extension Effects {
  /// `{"commands": […], "metrics": […]}`.
  public var json: JSONValue {
    ["commands": .array(commands.map(\.json)), "metrics": metrics.json]
  }
}
