internal import PushClient

extension VirtualDevice {
  /// Does everything that is still to be done, in order.
  func settle() {
    while let process, !process.steps.isEmpty {
      let step = process.steps.removeFirst()
      switch step {
      case .event(let event): decide(event, process)
      case .register(let call):
        guard process.cancelled.remove(call.request) == nil else { continue }
        process.steps.append(.event(.registrationAnswered(request: call.request, register(call))))
      case .logout(let request, let generation):
        guard process.cancelled.remove(request) == nil else { continue }
        process.steps.append(.event(.logoutAnswered(request: request, logout(generation: generation))))
      case .receipts(let request, let batch):
        process.steps.append(.event(.receiptsAnswered(request: request, report(batch))))
      case .syncInbox: syncInbox()
      }
    }
  }

  private func decide(_ event: ClientEvent, _ process: AppProcess) {
    do {
      let effects = try process.engine.take(event, now: clock.now)
      metrics += effects.metrics
      for command in effects.commands {
        carryOut(command, process)
        guard self.process === process else { return }
      }
    } catch {
      note(.app, "cannot save its state: \(error)")
    }
  }

  private func carryOut(_ command: ClientCommand, _ process: AppProcess) {
    switch command {
    case .adoptInstallation(let id, let predecessor):
      secrets[id] = random.hex(48)
      system.marker = Launch.Marker(installation: id, deviceKey: deviceKey)
      note(.app, "installation \(id)" + (predecessor.map { ", after \($0)" } ?? ""))
    case .showExplainer(let moment):
      explainer = moment
      note(.app, "explains why it wants to notify (\(moment))")
      if !person.explainerAnswers.isEmpty {
        let accepted = person.explainerAnswers.removeFirst()
        note(.person, accepted ? "says yes to the explainer" : "says not now to the explainer")
        process.steps += explainerAnswer(accepted)
      }
    case .hideExplainer: explainer = nil
    case .requestAuthorization(let provisional): authorizationAsked(provisional: provisional)

    case .askForToken(let attempt): tokenAsked(attempt: attempt)
    case .putRegistration(let call): process.steps.append(.register(call))
    case .postLogout(let request, let generation):
      process.steps.append(.logout(request: request, generation: generation))
    case .cancelRequest(let request): process.cancelled.insert(request)
    case .settle(let caller, let outcome):
      registrationOutcomes[caller] = outcome
      note(.app, "registration: \(outcome.rawValue)")

    case .clearDelivered:
      let before = system.tray.count
      system.tray.removeAll { PushPayload($0.payload).tag != nil }
      system.pendingLocals.removeAll { $0.tag != nil }
      if system.tray.count < before { note(.app, "takes away what was shown for the account") }
    case .clearInbox: inbox.removeAll()
    case .present, .display, .complete: completeOne(command, process)
    case .deliver: misuses.append("a service extension's handler, in the app")
    case .runWork(let work): run(work)
    case .cancelWork(let work):
      openWorks.removeAll { $0.work == work }
      process.timers.removeAll { $0.kind == .work(work) }
      note(.app, "work \(work) is stopped")
    case .storeInbox(let notification, let name, let destination):
      inbox.removeAll { $0.notification == notification }
      inbox.append(
        InboxItem(notification: notification, notificationClass: name, destination: destination))
    case .syncInbox: process.steps.append(.syncInbox)
    case .reconcile(let classes):
      reconciles.append(classes)
      note(.app, "fetches what silent pushes would have told: \(classes.joined(separator: ", "))")
      app.reconcile(classes)
    case .addLocal(let local):
      system.pendingLocals.removeAll { $0.notification == local.notification }
      system.pendingLocals.append(local)
    case .cancelLocals(let notifications):
      system.pendingLocals.removeAll { notifications.contains($0.notification) }

    case .authorize(let tap, let destination):
      process.steps.append(.event(.accessAnswered(tap: tap, access: app.access(destination))))
    case .navigate(_, let destination, let mode, let action): navigate(destination, mode, action, process)
    case .runAction(let action, let notification, _, let text):
      actions.append(RanAction(action: action, notification: notification, text: text))
      note(.app, "does \(action)\(text == nil ? "" : ", with what was typed")")

    case .setCategories(let ids): system.categories = ids
    case .createChannels(let ids):
      for id in ids where system.channels[id] == nil {
        system.channels[id] = app.policy.channels[id]?.importance ?? "default"
      }
    case .registerTask, .submitTask, .cancelTasks, .runTask, .cancelRun, .completeTask:
      taskCommand(command, process)
    case .warn(let code, let subject):
      warnings.append("\(code) \(subject)")
      note(.app, "warns: \(code) \(subject)")

    case .scheduleFlush(let after, let spread):
      process.timers.removeAll { $0.kind == .flush }
      setAlarm(.flush, after: after + random.below(spread))
    case .postReceipts(let request, let batch): process.steps.append(.receipts(request: request, batch))
    }
  }

  private func navigate(
    _ destination: Destination, _ mode: Navigation, _ action: String?, _ process: AppProcess
  ) {
    navigations.append(Navigated(destination: destination, mode: mode, action: action, at: clock.now))
    note(.app, "\(mode == .open ? "goes to" : "refreshes") \(destination.name)")
    process.steps.append(.event(.screenShown(Screen(destination: destination))))
  }

  /// Silent work, with its budget.
  private func run(_ work: SilentWork) {
    openWorks.append(work)
    note(.app, "works on \(work.notification ?? work.notificationClass)")
    setAlarm(.work(work.work), after: ClientConstant.workBudget)
    if faults.contains(.workNeverEnds) { return }
    guard case .finished(let result) = app.work(work) else { return }
    openWorks.removeAll { $0.work == work.work }
    process?.steps.append(.event(.workFinished(work: work.work, result: result)))
  }
}
