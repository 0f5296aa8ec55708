/// A reason APNs gives for a refusal. Apple, Handling notification responses from APNs.
///
/// The set is open: a scenario can send a word that no table knows.
public struct APNsReason: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  init(_ rawValue: String) { self.rawValue = rawValue }

  public static let badCollapseId = APNsReason("BadCollapseId")
  public static let badDeviceToken = APNsReason("BadDeviceToken")
  public static let badExpirationDate = APNsReason("BadExpirationDate")
  public static let badMessageId = APNsReason("BadMessageId")
  public static let badPriority = APNsReason("BadPriority")
  public static let badTopic = APNsReason("BadTopic")
  public static let deviceTokenNotForTopic = APNsReason("DeviceTokenNotForTopic")
  public static let duplicateHeaders = APNsReason("DuplicateHeaders")
  public static let idleTimeout = APNsReason("IdleTimeout")
  public static let invalidPushType = APNsReason("InvalidPushType")
  public static let missingDeviceToken = APNsReason("MissingDeviceToken")
  public static let missingTopic = APNsReason("MissingTopic")
  public static let payloadEmpty = APNsReason("PayloadEmpty")
  public static let topicDisallowed = APNsReason("TopicDisallowed")
  public static let badCertificate = APNsReason("BadCertificate")
  public static let badCertificateEnvironment = APNsReason("BadCertificateEnvironment")
  public static let badEnvironmentKeyIdInToken = APNsReason("BadEnvironmentKeyIdInToken")
  /// The same refusal under the name that clients have seen on the wire.
  public static let badEnvironmentKeyInToken = APNsReason("BadEnvironmentKeyInToken")
  public static let expiredProviderToken = APNsReason("ExpiredProviderToken")
  public static let forbidden = APNsReason("Forbidden")
  public static let invalidProviderToken = APNsReason("InvalidProviderToken")
  public static let missingProviderToken = APNsReason("MissingProviderToken")
  public static let unrelatedKeyIdInToken = APNsReason("UnrelatedKeyIdInToken")
  public static let badPath = APNsReason("BadPath")
  public static let methodNotAllowed = APNsReason("MethodNotAllowed")
  public static let payloadTooLarge = APNsReason("PayloadTooLarge")
  public static let expiredToken = APNsReason("ExpiredToken")
  public static let unregistered = APNsReason("Unregistered")
  public static let tooManyProviderTokenUpdates = APNsReason("TooManyProviderTokenUpdates")
  public static let tooManyRequests = APNsReason("TooManyRequests")
  public static let internalServerError = APNsReason("InternalServerError")
  public static let serviceUnavailable = APNsReason("ServiceUnavailable")
  public static let shutdown = APNsReason("Shutdown")

  /// Every reason of Apple's table, with the HTTP status it comes under.
  public static let table: [(reason: APNsReason, status: Int)] = [
    (.badCollapseId, 400), (.badDeviceToken, 400), (.badExpirationDate, 400), (.badMessageId, 400),
    (.badPriority, 400), (.badTopic, 400), (.deviceTokenNotForTopic, 400), (.duplicateHeaders, 400),
    (.idleTimeout, 400), (.invalidPushType, 400), (.missingDeviceToken, 400), (.missingTopic, 400),
    (.payloadEmpty, 400), (.topicDisallowed, 400),
    (.badCertificate, 403), (.badCertificateEnvironment, 403), (.badEnvironmentKeyIdInToken, 403),
    (.badEnvironmentKeyInToken, 403), (.expiredProviderToken, 403), (.forbidden, 403),
    (.invalidProviderToken, 403), (.missingProviderToken, 403), (.unrelatedKeyIdInToken, 403),
    (.badPath, 404), (.methodNotAllowed, 405), (.payloadTooLarge, 413),
    (.expiredToken, 410), (.unregistered, 410),
    (.tooManyProviderTokenUpdates, 429), (.tooManyRequests, 429),
    (.internalServerError, 500), (.serviceUnavailable, 503), (.shutdown, 503),
  ]

  private static let statuses = Dictionary(
    table.map { ($0.reason, $0.status) }, uniquingKeysWith: { first, _ in first })

  /// The HTTP status of a reason in the table; nil for a word that is not in it.
  public var status: Int? { Self.statuses[self] }
}
