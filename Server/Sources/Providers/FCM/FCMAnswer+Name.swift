internal import Bytes

extension FCMAnswer {
  /// The id of an accepted message, `projects/…/messages/…`; nil where the answer has none.
  static func name(_ body: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let text = JSONScanner.string("name", of: body) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// A 200 that names no message: it does not come from FCM, or FCM has changed.
  static let withoutName = Verdict(
    kind: .unknown, status: 200, reason: ReasonID(unknown: "200 without a message name"))

  /// What `renew` answers to.
  static let accessTokenExpired = Verdict(
    kind: .credentialExpired, status: 401, reason: ReasonCatalogue.id("fcm.ACCESS_TOKEN_EXPIRED"))
}

extension APNsAnswer {
  /// The key was read, but no token can be made with it.
  static let cannotSign = Verdict(kind: .credentialRefused, reason: ReasonID(unknown: "CannotSign"))
}
