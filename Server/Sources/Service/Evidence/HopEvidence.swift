public import PushContract
public import Store

/// What is known of each hop of one installation, and how.
///
/// | hop | proven | broken | unknown |
/// |---|---|---|---|
/// | configured | the server has a credential for its lane | it has none | the APNs environment is unknown |
/// | permitted | the device said that alerts may be shown | denied, not asked, alerts off, app blocked | the device did not say |
/// | registered | a token, confirmed lately, and no hold | no token, quarantined, in conflict | not seen for too long |
/// | composed | its last message was rendered and sent | the provider found the message itself wrong | nothing was sent yet |
/// | accepted | the provider took its last message | the provider refused it | nothing was answered yet |
/// | received, displayed, opened | the device says so | the device says that it withheld it | no receipt |
/// | retired | an old token was taken out of use | | not applicable: nothing was to be retired |
///
/// Accepted is not received: without a receipt the hops on the device stay unknown.
public struct HopEvidence: Sendable, Equatable {
  public var hop: Hop
  public var status: HopStatus
  /// `server`, `device`, `apns`, `fcm`.
  public var source: String?
  /// Milliseconds since 1970.
  public var at: Int?
  public var detail: String?
  public var provenance: String?

  init(
    _ hop: Hop, _ status: HopStatus, source: String? = nil, at: Int? = nil, detail: String? = nil,
    provenance: String? = nil
  ) {
    self.hop = hop
    self.status = status
    self.source = source
    self.at = at
    self.detail = detail
    self.provenance = provenance
  }

  /// What an installation's evidence is made of.
  public struct Facts {
    var registration: Registration
    var messages: [MessageView]
    var tombstones: [Tombstone]
    var hasLane: Bool
    var now: Int
    var staleAfter: Int
    var silentClasses: Set<String>
    var isEmulated: Bool

    /// - Parameters:
    ///   - messages: newest first, as `tombstones`.
    ///   - hasLane: whether there is a credential for its lane.
    ///   - now: milliseconds since 1970.
    ///   - staleAfter: milliseconds unseen until it counts as stale.
    ///   - silentClasses: names of silent classes: nothing of them is displayed or opened.
    ///   - isEmulated: emulators play the providers: what they say is proven virtually.
    public init(
      registration: Registration, messages: [MessageView], tombstones: [Tombstone], hasLane: Bool, now: Int,
      staleAfter: Int, silentClasses: Set<String>, isEmulated: Bool = false
    ) {
      self.registration = registration
      self.messages = messages
      self.tombstones = tombstones
      self.hasLane = hasLane
      self.now = now
      self.staleAfter = staleAfter
      self.silentClasses = silentClasses
      self.isEmulated = isEmulated
    }
  }

  /// One for each hop, in their order.
  public static func all(_ facts: Facts) -> [HopEvidence] {
    Hop.allCases.map { hop in
      switch hop {
      case .configured: configured(facts)
      case .permitted: permitted(facts.registration)
      case .registered: registered(facts)
      case .composed: composed(facts)
      case .accepted: accepted(facts)
      case .received: receipt(.received, [.received, .displayed, .opened, .routed, .completed], facts)
      case .displayed: receipt(.displayed, [.displayed], facts)
      case .opened: receipt(.opened, [.opened, .routed, .fellBack], facts)
      case .retired: retired(facts)
      }
    }
  }

  // MARK: Before the push

  private static func configured(_ facts: Facts) -> HopEvidence {
    guard let lane = facts.registration.lane else {
      return HopEvidence(
        .configured, .unknown, source: "device", at: facts.registration.lastConfirmedAt,
        detail: "the device could not read its APNs environment; nothing is sent to it")
    }
    return facts.hasLane
      ? HopEvidence(
        .configured, .proven, source: "server", at: facts.now, detail: "credential for \(lane.name)")
      : HopEvidence(
        .configured, .broken, source: "server", at: facts.now, detail: "no credential for \(lane.name)")
  }

  private static func permitted(_ registration: Registration) -> HopEvidence {
    func said(_ status: HopStatus, _ detail: String) -> HopEvidence {
      HopEvidence(
        .permitted, status, source: "device", at: registration.lastConfirmedAt, detail: detail)
    }
    guard let permission = registration.permission, let status = permission.status else {
      return HopEvidence(.permitted, .unknown, detail: "the device did not say")
    }
    if permission.appBlocked == true { return said(.broken, "the app's notifications are switched off") }
    switch status {
    case "denied": return said(.broken, status)
    case "not_determined", "notDetermined":
      return said(.broken, "not_determined: the person has not been asked yet")
    case "authorized", "granted", "provisional", "ephemeral":
      if permission.alert == "disabled" { return said(.broken, "\(status), with alerts switched off") }
      return said(.proven, status)
    default: return said(.unknown, status)
    }
  }

  private static func registered(_ facts: Facts) -> HopEvidence {
    let registration = facts.registration
    func said(_ status: HopStatus, _ at: Int, _ detail: String) -> HopEvidence {
      HopEvidence(.registered, status, source: "device", at: at, detail: detail)
    }
    guard let token = registration.token else {
      let last = facts.tombstones.first
      return HopEvidence(
        .registered, .broken, source: "server", at: last?.at ?? registration.lastConfirmedAt,
        detail: last.map { "no token: \($0.kind.rawValue), \($0.detail)" } ?? "the device has no token yet")
    }
    if let hold = registration.hold {
      return HopEvidence(
        .registered, .broken, source: "server", at: hold.since,
        detail: "\(registration.stateName): \(hold.reason)")
    }
    let age = facts.now - registration.lastConfirmedAt
    let detail = "token \(TokenEnds.of(token)), generation \(registration.generation)"
    if age > facts.staleAfter {
      return said(.unknown, registration.lastConfirmedAt, detail + ", not seen for \(age / 86_400_000) days")
    }
    return said(.proven, registration.lastConfirmedAt, detail)
  }

  // MARK: The push

  /// Verdicts that tell of the message itself, not of the token or the service.
  private static let badMessage = "messageInvalid"

  private static func composed(_ facts: Facts) -> HopEvidence {
    guard let last = facts.messages.first(where: { $0.attempts > 0 || $0.state == .accepted }) else {
      return HopEvidence(.composed, .unknown, detail: "nothing was sent to it yet")
    }
    let about = "notification \(last.notification), class \(last.className)"
    if last.verdict == badMessage {
      return HopEvidence(
        .composed, .broken, source: provider(last), at: last.at, detail: about + ": " + last.reason)
    }
    return HopEvidence(.composed, .proven, source: "server", at: last.createdAt, detail: about)
  }

  private static func accepted(_ facts: Facts) -> HopEvidence {
    let last = facts.messages.first { [.accepted, .rejected, .unconfirmed].contains($0.state) }
    guard let last else {
      return HopEvidence(.accepted, .unknown, detail: "no provider has answered for it yet")
    }
    let provenance = facts.isEmulated ? Provenance.virtual.rawValue : nil
    switch last.state {
    case .accepted:
      return HopEvidence(
        .accepted, .proven, source: provider(last), at: last.at,
        detail: last.providerID.isEmpty ? "notification \(last.notification)" : "id \(last.providerID)",
        provenance: provenance)
    case .rejected:
      return HopEvidence(
        .accepted, .broken, source: provider(last), at: last.at,
        detail: last.reason.isEmpty ? "HTTP \(last.httpStatus)" : last.reason, provenance: provenance)
    default:
      return HopEvidence(
        .accepted, .unknown, source: provider(last), at: last.at, detail: "sent, and never answered")
    }
  }

  private static func provider(_ message: MessageView) -> String {
    message.lane?.platform == .android ? "fcm" : "apns"
  }

  // MARK: On the device

  private static func receipt(_ hop: Hop, _ kinds: Set<Receipt.Kind>, _ facts: Facts) -> HopEvidence {
    let shown =
      hop == .received
      ? facts.messages : facts.messages.filter { !facts.silentClasses.contains($0.className) }
    for message in shown {
      if let receipt = message.receipts.filter({ kinds.contains($0.kind) }).max(by: { $0.at < $1.at }) {
        return HopEvidence(
          hop, .proven, source: "device", at: receipt.at,
          detail: "notification \(message.notification)"
            + (receipt.kind.rawValue == hop.rawValue ? "" : ", \(receipt.kind.rawValue)"),
          provenance: receipt.provenance)
      }
      if hop == .displayed, let held = message.receipts.first(where: { $0.kind == .suppressed }) {
        return HopEvidence(
          hop, .broken, source: "device", at: held.at,
          detail: "notification \(message.notification) was withheld: \(held.result ?? "no reason given")",
          provenance: held.provenance)
      }
    }
    if shown.isEmpty, !facts.messages.isEmpty {
      return HopEvidence(hop, .notApplicable, detail: "only silent pushes were sent to it")
    }
    return HopEvidence(hop, .unknown, detail: "no receipt from the device")
  }

  private static func retired(_ facts: Facts) -> HopEvidence {
    guard let last = facts.tombstones.first else {
      return HopEvidence(.retired, .notApplicable, detail: "no token of it was taken out of use")
    }
    return HopEvidence(
      .retired, .proven, source: "server", at: last.at,
      detail: "token \(last.token): \(last.kind.rawValue), \(last.detail)")
  }

  func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("hop", hop.rawValue)
      out.member("status", status.rawValue)
      out.member("source", present: source)
      out.member("at", presentInstant: at)
      out.member("detail", present: detail)
      out.member("provenance", present: provenance)
    }
  }
}

extension Registration {
  /// Whether it is sent to, as far as its hold says: active, quarantined, held.
  public var stateName: String {
    switch hold?.kind {
    case nil: "active"
    case .quarantined: "quarantined"
    case .tokenConflict: "held"
    }
  }
}
