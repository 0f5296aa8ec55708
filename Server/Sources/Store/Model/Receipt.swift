/// What a device confirms of a message it got. Times in milliseconds since 1970.
public struct Receipt: Sendable, Equatable {
  /// The kinds are kept by their words.
  public enum Kind: String, Sendable, CaseIterable {
    case received, displayed, opened, routed, suppressed, duplicate, completed
    /// The tap ended at the safe place instead of its destination.
    case fellBack = "fell_back"
  }
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
  public enum Kind: String, Sendable, CaseIterable {
    case explainerShown = "explainer_shown"
    case explainerAccepted = "explainer_accepted"
    case explainerDeclined = "explainer_declined"
    case promptShown = "prompt_shown"
    case permissionGranted = "permission_granted"
    case permissionDenied = "permission_denied"
    case permissionProvisional = "permission_provisional"
    case settingsOpened = "settings_opened"
    case registered
    case registrationFailed = "registration_failed"
    case registrationUnavailable = "registration_unavailable"
  }
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
