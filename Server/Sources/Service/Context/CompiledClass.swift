internal import Bytes
internal import Compose
public import PushContract
internal import Store

/// A class of the profile, ready to judge requests: what is taken here can be composed for every provider
/// of the app.
public final class CompiledClass: Sendable {
  public let source: NotificationClass
  let facts: ClassFacts
  let band: Band
  /// Seconds.
  let timeToLive: Int
  let parameterNames: [String]
  /// The payload is the same for iOS and macOS.
  private let apns: APNsTemplate?
  private let fcm: FCMTemplate?
  /// Whether the app has a part that FCM sends to.
  var hasFCM: Bool { fcm != nil }
  private let inboxTitle: LocalizedText?
  private let inboxBody: LocalizedText?

  /// - Throws: where the class cannot be sent by a provider that the app has.
  init(_ source: NotificationClass, app: AppIdentity, analyticsLabel: String?) throws(ComposeError) {
    self.source = source
    var facts = ClassFacts()
    facts.name = source.name
    facts.isSilent = source.kind == .silent
    facts.channel = source.channel
    facts.isCollapsible = app.android != nil && source.fcmCollapseKey != nil
    switch source.audience {
    case .account: facts.audience = .account
    case .installation: facts.audience = .installation
    case .public: facts.audience = .public
    }
    self.facts = facts
    if case .seconds(let seconds) = source.timeToLive { timeToLive = seconds } else { timeToLive = 0 }
    band = Self.band(source, timeToLive: timeToLive)
    parameterNames = source.parameters.map(\.name)
    if let bundleID = app.ios?.bundleID ?? app.macos?.bundleID {
      apns = try APNsTemplate(source, bundleID: bundleID)
    } else {
      apns = nil
    }
    if let android = app.android {
      fcm = try FCMTemplate(
        source, platforms: .android, restrictedPackage: android.package, analyticsLabel: analyticsLabel)
    } else {
      fcm = nil
    }
    let preview = source.dataClass == .sensitive ? source.preview : nil
    inboxTitle = preview.map(\.title) ?? source.title
    inboxBody = preview.map(\.body) ?? source.body
  }

  private static func band(_ source: NotificationClass, timeToLive: Int) -> Band {
    // A silent push is never urgent: the device takes it when it likes.
    guard source.kind == .alert else { return .normal }
    return .standard(
      isTimeSensitive: source.interruption == .timeSensitive || source.interruption == .critical,
      timeToLive: timeToLive)
  }

  /// Bytes of the payload for each provider.
  struct Sizes: Equatable {
    var apns: Int?
    var fcm: Int?
  }

  /// Renders for every provider of the app and throws away what comes out. `now`: seconds since 1970.
  ///
  /// - Parameter broadcast: an FCM topic or condition; nil where it goes to installations.
  func check(
    _ row: borrowing ParameterRow, notification: UnsafeBufferPointer<UInt8>, broadcast: FCMTarget? = nil,
    scratch: inout ByteBuffer, now: Int
  ) throws(ComposeError) -> Sizes {
    var sizes = Sizes()
    if let broadcast {
      scratch.removeAll()
      let identity = try MessageIdentity(notification: notification)
      try fcm?.writeBody(row, identity, target: broadcast, now: now, into: &scratch)
      if fcm != nil { sizes.fcm = scratch.count }
      return sizes
    }
    // As long as a real one: whether an account is meant shows only later.
    let tag: StaticString = "00000000000000000000000000000000"
    let identity = try MessageIdentity(
      notification: notification,
      binding: UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
    if let apns {
      scratch.removeAll()
      try apns.writePayload(row, identity, into: &scratch)
      sizes.apns = scratch.count
    }
    if let fcm {
      scratch.removeAll()
      let token: StaticString = "0"
      let target = try FCMTarget(.token, UnsafeBufferPointer(start: token.utf8Start, count: 1))
      try fcm.writeBody(row, identity, target: target, now: now, into: &scratch)
      sizes.fcm = scratch.count
    }
    return sizes
  }

  /// What the account's inbox keeps; nil where the class is not for the inbox. A text of the app's own
  /// translations is kept as its key: the app has the words, and the parameters stand beside it.
  func inboxText(_ row: borrowing ParameterRow) -> NotificationRequest.InboxText? {
    guard source.inbox else { return nil }
    let title = inboxTitle
    let body = inboxBody
    var out = NotificationRequest.InboxText(title: "", body: "")
    if let title { out.title = text(title, row) }
    if let body { out.body = text(body, row) }
    return out
  }

  private func text(_ text: LocalizedText, _ row: borrowing ParameterRow) -> String {
    switch text {
    case .localized(let key, _): return key
    case .text(let template):
      var out = ""
      for part in template.parts {
        switch part {
        case .literal(let literal): out += literal
        case .parameter(let name):
          if let index = parameterNames.firstIndex(of: name), let value = row.value(index) {
            out += String(decoding: value, as: UTF8.self)
          }
        }
      }
      return out
    }
  }
}
