internal import Store

/// POST /v1/installations/{id}/receipts: what the device confirms. Each counts once.
extension Call {
  private static let receiptNames: [StaticString] = [
    "notification", "kind", "at", "result", "milliseconds", "provenance",
  ]
  private static let eventNames: [StaticString] = ["id", "kind", "at", "detail"]
  static let mostReceipts = 500

  func receipts() throws(Problem) {
    try refuseFloodedAddress()
    var batch = ReceiptBatch()
    batch.installation = id
    batch.secretHash = try installationSecret()
    try countInstallation(id)
    guard !api.context.shedsReceipts() else {
      throw Problem(.busy, "Notifications go first; too much waits to be written.")
    }
    (batch.receipts, batch.events) = try body(["receipts", "events"]) { (body) throws(Problem) in
      var receipts: [Receipt] = []
      var events: [ClientEvent] = []
      if let list = body.optional("receipts") {
        for item in try list.array(0...Self.mostReceipts) { receipts.append(try Self.receipt(item)) }
      }
      if let list = body.optional("events") {
        for item in try list.array(0...Self.mostReceipts) { events.append(try Self.event(item)) }
      }
      return (receipts, events)
    }
    let ready = batch
    try write { (session, now) throws(StoreError) in
      try session.receive(ready, now: now)
    } done: { call, outcome throws(Problem) in
      switch outcome {
      case .unknownInstallation: throw call.stranger("unknown installation")
      case .wrongSecret: throw call.stranger("wrong installation secret")
      case .stored(let new, let repeated, let unknown):
        return .json(
          JSONWriter.object { out in
            out.member("stored", new)
            out.member("repeated", repeated)
            out.member("unknown", unknown)
          })
      }
    }
  }

  private static func receipt(_ value: JSONValue) throws(Problem) -> Receipt {
    let object = try value.object(receiptNames)
    let kind = try object.required("kind").word(Receipt.Kind.allCases.map(\.rawValue)) {
      Receipt.Kind(rawValue: $0)
    }
    var receipt = Receipt(
      kind: kind, notification: try object.required("notification").identifier(),
      at: try time(object.required("at")))
    receipt.result = try object.optional("result")?.text(1, 64)
    receipt.milliseconds = try object.optional("milliseconds")?.integer(0...86_400_000)
    receipt.provenance = try object.optional("provenance")?.text(1, 64)
    return receipt
  }

  private static func event(_ value: JSONValue) throws(Problem) -> ClientEvent {
    let object = try value.object(eventNames)
    let kind = try object.required("kind").word(ClientEvent.Kind.allCases.map(\.rawValue)) {
      ClientEvent.Kind(rawValue: $0)
    }
    var event = ClientEvent(
      id: try object.required("id").identifier(), kind: kind, at: try time(object.required("at")))
    event.detail = try object.optional("detail")?.text(1, 256)
    return event
  }

  /// Milliseconds since 1970 by the device's clock.
  private static func time(_ value: JSONValue) throws(Problem) -> Int {
    let time = try value.integer(0...Instant.latest)
    // 1973 in milliseconds, the year 5138 in seconds.
    guard time >= 100_000_000_000 else {
      throw value.problem(.invalidValue, "This looks like seconds; milliseconds since 1970 are wanted.")
    }
    return time
  }
}
