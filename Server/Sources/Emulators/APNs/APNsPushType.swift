/// A push type and the ending its topic has to carry. Apple, Sending notification requests to APNs.
enum APNsPushType: String, CaseIterable, Sendable {
  case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk,
    voip, widgets

  /// What the topic has after the bundle id; empty where it is the bundle id itself.
  var topicSuffix: String {
    switch self {
    case .alert, .background, .mdm: ""
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .fileprovider: ".pushkit.fileprovider"
    case .liveactivity: ".push-type.liveactivity"
    case .location: ".location-query"
    case .pushtotalk: ".voip-ptt"
    case .voip: ".voip"
    case .widgets: ".push-type.widgets"
    }
  }

  /// The largest payload in bytes. Apple, Generating a remote notification.
  var payloadLimit: Int { self == .voip ? 5120 : 4096 }

  /// The type whose suffix a topic ends with, or nil for a plain bundle id.
  static func suffixed(_ topic: String) -> APNsPushType? {
    allCases.first { !$0.topicSuffix.isEmpty && topic.hasSuffix($0.topicSuffix) }
  }

  /// The topic without every known suffix: the app's bundle id.
  static func bundle(of topic: String) -> String {
    var bundle = topic
    while let type = suffixed(bundle), bundle.utf8.count > type.topicSuffix.utf8.count {
      bundle.removeLast(type.topicSuffix.count)
    }
    return bundle
  }
}
