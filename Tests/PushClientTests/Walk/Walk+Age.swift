import PushClient

extension Walk {
  /// Begins with the state of a device that has met hundreds of notifications.
  func growOld() {
    var state = ClientState()
    state.installation = "i-0"
    state.deviceKey = device.key
    state.registration.generation = 3
    state.registration.acknowledged = 3
    state.counter = 10_000
    for number in 0..<(ClientConstant.seenCapacity - random.below(20)) {
      var seen = SeenNotification()
      seen.id = "old-\(number)"
      seen.revision = 1
      seen.isShown = true
      state.seen.append(seen)
    }
    for number in 0..<(ClientConstant.consumedCapacity - random.below(10)) {
      state.taps.consumed.append("old-\(number)/tap")
    }
    let receipts = setup.policy.receipts ? ClientConstant.receiptCapacity - random.below(6) : 0
    for number in 0..<receipts {
      state.receipts.waiting.receipts.append(
        Receipt("old-\(number)", "received", at: now - 1_000_000 + number))
      guard number % 10 == 0 else { continue }
      var event = DeviceEvent()
      event.id = "\(number)"
      event.kind = "settings_opened"
      event.at = now - 1_000_000 + number
      state.receipts.waiting.events.append(event)
      state.receipts.waiting.receipts.removeFirst()
    }
    store.text = state.savedText
    device.marker = Launch.Marker(installation: "i-0", deviceKey: device.key)
    ledger.sent = 3
  }
}
