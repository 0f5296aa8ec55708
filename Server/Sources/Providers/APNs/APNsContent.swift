public import Compose

/// What a lane of APNs renders its requests from.
public enum APNsContent: Sendable {
  /// A class of the profile.
  case template(APNsTemplate)
  /// A payload as it stands.
  case raw(APNsRawContent)

  var timeToLive: Int {
    switch self {
    case .template(let template): template.timeToLive
    case .raw(let raw): raw.timeToLive
    }
  }
}

/// A payload as it stands, with the headers that go with it.
public struct APNsRawContent: Sendable {
  public var payload: [UInt8]
  /// With the suffix of the push type.
  public var topic: String
  public var pushType: APNsPushType
  /// 10, 5 or 1.
  public var priority: Int
  /// Seconds; 0: one attempt, never stored.
  public var timeToLive: Int
  /// At most 64 bytes; `nil`: none.
  public var collapseID: String?

  public init(
    payload: [UInt8], topic: String, pushType: APNsPushType, priority: Int, timeToLive: Int,
    collapseID: String? = nil
  ) {
    self.payload = payload
    self.topic = topic
    self.pushType = pushType
    self.priority = priority
    self.timeToLive = timeToLive
    self.collapseID = collapseID
  }
}
