public import PushContract

/// What a device confirms of a message it got. Times in milliseconds since 1970.
public struct Receipt: Sendable, Equatable {
  /// Kept by their words.
  public typealias Kind = ReceiptKind
  public var kind: Kind
  public var notification: String
  /// By the device's clock.
  public var at: Int
  /// Of `completed`: `new_data` `no_data` `failed` `expired`; of others the device's reason. Open set.
  public var result: String?
  /// Of `completed`.
  public var milliseconds: Int?
  /// Of the evidence: `virtual`, `simulator`, `sandbox device`, `production device`, …
  public var provenance: String?

  public init(kind: Kind, notification: String, at: Int) {
    self.kind = kind
    self.notification = notification
    self.at = at
  }
}

/// What a device reports of itself: priming and registration. The id makes it count once.
public struct ClientEvent: Sendable, Equatable {
  public typealias Kind = DeviceEventKind
  public var id: String
  public var kind: Kind
  public var at: Int
  public var detail: String?

  public init(id: String, kind: Kind, at: Int) {
    self.id = id
    self.kind = kind
    self.at = at
  }
}

/// One post of a device.
public struct ReceiptBatch: Sendable {
  public var installation = ""
  public var secretHash: [UInt8] = []
  public var receipts: [Receipt] = []
  public var events: [ClientEvent] = []
  public init() {}
}

public enum ReceiptOutcome: Sendable, Equatable {
  /// Counted, known already, and about notifications that this installation was never sent.
  case stored(new: Int, repeated: Int, unknown: Int)
  case unknownInstallation
  case wrongSecret
}
