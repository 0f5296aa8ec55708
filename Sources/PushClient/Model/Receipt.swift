/// What the device confirms of a notification. See docs/api.md, Report receipts.
public struct Receipt: Coded {
  public var notification = ""
  /// received, displayed, opened, routed, suppressed, duplicate, completed, fell_back.
  public var kind = ""
  /// Milliseconds since 1970.
  public var at = 0
  /// Of `completed`: new_data, no_data, failed, expired. Of `suppressed` and `fell_back`: why.
  public var result: String?
  public var milliseconds: Int?
  public init() {}
  public init(_ notification: String, _ kind: String, at: Int, result: String? = nil) {
    self.notification = notification
    self.kind = kind
    self.at = at
    self.result = result
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("notification", &notification)
    coder.field("kind", &kind)
    coder.field("at", &at)
    coder.field("result", &result)
    coder.field("milliseconds", &milliseconds)
  }
}

/// An event of the device's own, as in explainer_shown, prompt_shown, permission_granted.
public struct DeviceEvent: Coded {
  /// Counts each once: the state's own counter.
  public var id = ""
  public var kind = ""
  public var at = 0
  public var detail: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("id", &id)
    coder.field("kind", &kind)
    coder.field("at", &at)
    coder.field("detail", &detail)
  }
}

/// POST /v1/installations/{id}/receipts. Sending it again counts nothing twice.
public struct ReceiptBatch: Coded {
  public var receipts: [Receipt] = []
  public var events: [DeviceEvent] = []
  public init() {}
  public var isEmpty: Bool { receipts.isEmpty && events.isEmpty }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("receipts", &receipts)
    coder.field("events", &events)
  }
}
