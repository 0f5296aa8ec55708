import PushClient

/// What the core orders is done, and judged by what the models know.
extension Walk {
  func perform(_ command: ClientCommand, _ cause: ClientEvent) throws {
    switch command {
    case .adoptInstallation(let id, _):
      device.marker = Launch.Marker(installation: id, deviceKey: device.key)
    case .showExplainer, .hideExplainer, .requestAuthorization: try performPriming(command, cause)
    case .askForToken, .putRegistration, .postLogout, .cancelRequest, .settle, .postReceipts, .scheduleFlush:
      try performRegistration(command)
    case .clearDelivered:
      device.tray.removeAll { $0.account != nil || isForAccount($0) }
      device.locals = device.locals.filter { $0.value.account == nil }
    case .clearInbox: device.inbox = []
    case .syncInbox:
      let account = device.account
      device.inbox.removeAll { $0.account != account }
    case .present, .display, .deliver, .complete, .runWork, .cancelWork, .storeInbox:
      try performPush(command, cause)
    case .reconcile(let classes):
      try require(classes == classes.sorted(), "reconcile is not sorted")
      for name in classes {
        let policy = setup.policy.classes[name]
        try require(policy?.kind == .silent && policy?.reconcile != nil, "reconcile of \(name)")
        if policy?.audience == .account {
          try require(state.account.binding == .bound, "an account's class is fetched while not bound")
        }
        fetch(name)
      }
    case .addLocal(let local):
      device.locals[local.notification] = (local, isForAccount(local) ? device.account : nil)
    case .cancelLocals(let ids): for id in ids { device.locals[id] = nil }
    case .authorize, .navigate, .runAction: try performTap(command, cause)
    case .registerTask, .submitTask, .cancelTasks, .runTask, .cancelRun, .completeTask:
      try performTask(command, cause)
    case .setCategories, .createChannels, .warn: break
    }
  }

  func isForAccount(_ push: WalkPush) -> Bool {
    push.notificationClass.flatMap { setup.policy.classes[$0] }?.audience == .account
  }

  func isForAccount(_ local: LocalNotification) -> Bool {
    setup.policy.classes[local.notificationClass]?.audience == .account
  }

  // MARK: Permission

  private func performPriming(_ command: ClientCommand, _ cause: ClientEvent) throws {
    switch command {
    case .showExplainer(let moment):
      try require(process?.explainer == nil, "a second explainer")
      try require(process?.isForeground == true, "an explainer in the background")
      try require(setup.policy.moments[moment] != nil, "an explainer of no moment")
      try require(device.permission.dialog == nil, "an explainer beside the prompt")
      try require(canShowSomething, "an explainer where nothing can be shown")
      process?.explainer = moment
    case .hideExplainer: process?.explainer = nil
    case .requestAuthorization(true):
      try require(setup.policy.provisional && setup.platform != .android, "a provisional request")
      device.permission.askQuietly()
      process?.isReadDue = true
    case .requestAuthorization(false):
      try require(process?.hasYes == true, "a prompt without a yes")
      process?.hasYes = false
      try require(setup.hasDialog, "a prompt where there is none")
      if setup.platform != .android {
        try require(!ledger.knowsAnswer, "a prompt after the answer")
      }
      try require(device.permission.dialog == nil, "a second prompt")
      if let answer = device.permission.ask(now: now) {
        process?.answers.append(answer)
      } else {
        count("dialog")
      }
    default: break
    }
  }

  /// Whether a dialog can come, by what the core was told.
  private var canShowSomething: Bool {
    let status = ledger.read.status
    switch setup.platform {
    case .ios, .macos: return !ledger.knowsAnswer && [.notDetermined, .provisional].contains(status)
    case .android:
      return [.denied, .notDetermined].contains(status)
        && (!setup.hasDialog || !ledger.knowsAnswer && ledger.denials < 2)
    }
  }

  // MARK: Registration

  private func performRegistration(_ command: ClientCommand) throws {
    switch command {
    case .askForToken(let attempt): process?.attempts.append(attempt)
    case .putRegistration(let call):
      var launch = Launch()
      launch.platform = setup.platform
      let request = try ServerCall.register(call, launch, policy: setup.policy)
      try require(state.session.isOnline, "a request while offline")
      try require(
        WalkAccount(call.account) == device.account, "a registration for \(call.account ?? "nobody")")
      try require(call.installation == state.installation, "another installation is registered")
      try require(call.generation >= ledger.sent, "an older generation is sent")
      try require(call.token != nil || call.account != nil, "a registration of nothing")
      ledger.sent = call.generation
      send(call.request, .register(call, request))
    case .postLogout(let number, let generation):
      send(number, .logout(ServerCall.logout(installation: state.installation, generation: generation)))
    case .cancelRequest(let number):
      let isFirst = process?.cancelled.insert(number).inserted == true
      try require(isFirst, "request \(number) is cancelled twice")
      for index in device.requests.indices where device.requests[index].number == number {
        device.requests[index].isOrphan = true
      }
    case .settle(let caller, _):
      try require(process?.callers.remove(caller) != nil, "caller \(caller) is settled twice")
    case .postReceipts(let number, let batch):
      try require(!batch.isEmpty, "nothing is posted")
      try require(setup.policy.receipts, "receipts are posted against the policy")
      send(number, .receipts(batch))
    case .scheduleFlush(let after, let spread):
      try require((0...ClientConstant.longestRetryDelay).contains(after), "a flush after \(after)")
      try require((0...ClientConstant.longestRetryDelay).contains(spread), "a flush spread over \(spread)")
      process?.isFlushDue = true
    default: break
    }
  }

  private func send(_ number: Int, _ kind: WalkRequest.Kind) {
    device.requests.append(WalkRequest(number: number, installation: state.installation, kind: kind))
  }
}
