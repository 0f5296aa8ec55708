public import Compose

/// What a lane of FCM renders its requests from.
public enum FCMContent: Sendable {
  /// A class of the profile.
  case template(FCMTemplate)
  /// A message as it stands. It gets the draft's target where it names none of its own. Seconds for
  /// which a retry makes sense; without `android.ttl` FCM itself keeps a message for four weeks.
  case raw(RawPayload, timeToLive: Int)

  var timeToLive: Int {
    switch self {
    case .template(let template): template.timeToLive
    case .raw(_, let seconds): seconds
    }
  }
}
