/// What the server tells of one message: the notification for one device.
public struct MessageFacts: Sendable, Equatable {
  /// What the provider's side came to: queued, accepted, rejected, suppressed, …
  public var sending = ""
  public var reason: String?
  public var httpStatus: Int?
  public var providerID: String?
  /// The key into APNs' delivery log (`apns-unique-id`, of the sandbox alone).
  public var logID: String?
  public var lane: String?
  /// Milliseconds since 1970.
  public var at: Int?
  public var receipts: [ReceiptFacts] = []

  public init() {}

  /// The last of its receipts of these kinds.
  public func receipt(_ kinds: String...) -> ReceiptFacts? { receipts.last { kinds.contains($0.kind) } }

  /// `apns` or `fcm`, by its lane.
  public var provider: String { lane?.hasPrefix("android") == true ? "fcm" : "apns" }
}

/// What the device confirmed.
public struct ReceiptFacts: Sendable, Equatable {
  public var kind = ""
  /// Milliseconds since 1970, by the device's clock.
  public var at: Int?
  public var result: String?
  public var milliseconds: Int?
  public var provenance: String?
  public init() {}
}

/// What the server answered to a notification.
public struct SendFacts: Sendable, Equatable {
  /// 0: there was no answer.
  public var status = 0
  /// The problem's code and sentence.
  public var code: String?
  public var detail: String?
  /// Milliseconds since 1970.
  public var at = 0
  public init() {}
  public var isTaken: Bool { status == 202 || status == 200 }
}
