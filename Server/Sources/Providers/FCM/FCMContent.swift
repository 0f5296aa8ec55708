public import Compose

/// What a lane of FCM renders its requests from.
public enum FCMContent: Sendable {
  /// A class of the profile.
  case template(FCMTemplate)
  /// A message as it stands: the members of FCM's `message` object, without a target.
  case raw(FCMRawContent)

  var timeToLive: Int {
    switch self {
    case .template(let template): template.timeToLive
    case .raw(let raw): raw.timeToLive
    }
  }
}

/// A message as it stands.
public struct FCMRawContent: Sendable {
  /// The inside of the `message` object, between its braces; without a target, and not empty.
  public var members: [UInt8]
  /// Seconds for which a retry makes sense. Firebase, REST reference: without `android.ttl` four weeks.
  public var timeToLive: Int

  public init(members: [UInt8], timeToLive: Int = FCMTemplate.longestTimeToLive) {
    self.members = members
    self.timeToLive = timeToLive
  }
}
