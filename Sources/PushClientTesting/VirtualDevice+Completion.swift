internal import PushClient

extension VirtualDevice {
  /// Completes what the system or Android's service handed over, once.
  func completeOne(_ command: ClientCommand, _ process: AppProcess) {
    switch command {
    case .present(let handle, let options):
      guard let item = claim(handle, [.present], "present", process) else { return }
      guard var shown = item.item, !options.isEmpty else {
        note(.system, "shows nothing of it")
        return
      }
      shown.by = shown.by == .local ? .local : .app
      shown.isBanner = options.contains(.banner)
      shown.isAlerting = options.contains(.sound)
      if options.contains(.banner) || options.contains(.list) { put(shown) }
      note(.system, "shows it: \(options.map(\.rawValue).joined(separator: ", "))")
    case .display(let handle, _, let alerts):
      guard var item = claim(handle, [.message], "display", process)?.item else { return }
      guard case .show = AndroidRules.shown(item, system) else {
        note(.system, "does not show it: notifications or the channel are off")
        return
      }
      item.by = .app
      item.isAlerting = alerts
      item.isBanner = system.appState == .foreground && alerts
      put(item)
      note(.app, "shows it\(alerts ? "" : ", without a sound")")
    case .complete(let handle, let result):
      guard let open = claim(handle, [.background, .response, .message], "complete", process) else { return }
      if open.kind == .background { note(.app, "completes: \(result.rawValue)") }
    default: break
    }
  }

  private func claim(
    _ handle: Int, _ kinds: [AppProcess.OpenHandle.Kind], _ what: String, _ process: AppProcess
  ) -> AppProcess.OpenHandle? {
    guard let open = process.handles.removeValue(forKey: handle) else {
      misuses.append("\(what) of handle \(handle), which is completed or was never there")
      return nil
    }
    guard kinds.contains(open.kind) else {
      misuses.append("\(what) of a \(open.kind.rawValue) handle")
      return nil
    }
    return open
  }

  /// How many handlers wait to be completed: none, after all is done.
  public var openHandles: Int { process?.handles.count ?? 0 }

  func taskCommand(_ command: ClientCommand, _ process: AppProcess) {
    switch command {
    case .registerTask(let id): system.registeredTasks.append(id)
    case .submitTask(let id, _):
      let fault: String? =
        platform == .ios && app.permittedTasks.contains(id)
        ? nil : platform == .ios ? "not_permitted" : "unavailable"
      if fault == nil {
        system.submittedTasks.removeAll { $0 == id }
        system.submittedTasks.append(id)
      }
      process.steps.append(.event(.taskSubmitted(id: id, fault: fault)))
    case .cancelTasks(let ids): system.submittedTasks.removeAll { ids.contains($0) }
    case .runTask(let id, let run):
      openRuns[run] = id
      guard case .finished(let success) = app.task(id) else { return }
      openRuns[run] = nil
      process.steps.append(.event(.taskFinished(run: run, success: success)))
    case .cancelRun(let run): openRuns[run] = nil
    case .completeTask(let run, let success):
      openRuns[run] = nil
      note(.app, "task is done: \(success)")
    default: break
    }
  }
}
