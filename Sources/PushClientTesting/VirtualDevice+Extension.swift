internal import PushClient

extension VirtualDevice {
  /// The notification service extension: a process of its own, with the app's saved state to read.
  func extended(_ item: ShownNotification, _ id: String) -> ShownNotification {
    var item = item
    item.by = .serviceExtension
    guard !faults.contains(.handlerDropped) else {
      note(.app, "\(id): the extension does nothing")
      return item
    }
    note(.system, "runs the service extension for \(id)")
    var engine = ClientEngine(
      policy: app.policy, store: ReadOnlyState(process?.engine.state.savedText ?? files.state.text))
    let before = engine.state.receipts.waiting
    var push = PushArrival()
    push.handle = nextHandle
    push.way = .extension
    push.payload = item.payload
    push.thread = item.thread
    nextHandle += 1
    guard let effects = try? engine.take(.pushArrived(push), now: clock.now) else { return item }
    for case .deliver(push.handle, let suppressed) in effects.commands where suppressed {
      note(.app, "\(id): its text is withheld")
      item.title = nil
      item.body = nil
    }
    var batch = ReceiptBatch()
    batch.receipts = Array(engine.state.receipts.waiting.receipts.dropFirst(before.receipts.count))
    if !batch.isEmpty, system.isOnline, !faults.contains(.lostReceipts) {
      let sent = exchange(
        .receipts(installation: engine.state.installation, batch, provenance: Self.provenance))
      note(.app, "the extension reports \(Self.words(batch)): \(Self.words(sent))")
    }
    return item
  }
}
