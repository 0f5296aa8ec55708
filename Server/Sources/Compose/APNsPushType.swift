import PushContract

/// The value of `apns-push-type`. An open set: a type that Apple adds can be given as its raw text.
///
/// Apple, Sending notification requests to APNs.
public struct APNsPushType: RawRepresentable, Sendable, Hashable {
  /// As it stands in the header.
  public var rawValue: String
  /// A type by its header's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Something that people see or hear.
  public static let alert = APNsPushType(rawValue: "alert")
  /// Wakes the app unseen; priority 5 only.
  public static let background = APNsPushType(rawValue: "background")
  /// Updates a watchOS complication.
  public static let complication = APNsPushType(rawValue: "complication")
  /// Reloads controls.
  public static let controls = APNsPushType(rawValue: "controls")
  /// Tells a file provider extension of changes.
  public static let fileProvider = APNsPushType(rawValue: "fileprovider")
  /// Starts, updates or ends a Live Activity.
  public static let liveActivity = APNsPushType(rawValue: "liveactivity")
  /// Asks for the location; needs a provider token, no certificate.
  public static let location = APNsPushType(rawValue: "location")
  /// Has a managed device contact its server; the topic is the certificate's UID.
  public static let mdm = APNsPushType(rawValue: "mdm")
  /// Push to Talk.
  public static let pushToTalk = APNsPushType(rawValue: "pushtotalk")
  /// An incoming call; 5120 bytes.
  public static let voip = APNsPushType(rawValue: "voip")
  /// Reloads widgets.
  public static let widgets = APNsPushType(rawValue: "widgets")

  /// The types that Apple's page lists.
  public static let known: [APNsPushType] = [
    .alert, .background, .complication, .controls, .fileProvider, .liveActivity, .location, .mdm,
    .pushToTalk, .voip, .widgets,
  ]

  /// What the topic carries after the bundle identifier. The one place where it is decided.
  public var topicSuffix: String {
    switch self {
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .fileProvider: ".pushkit.fileprovider"
    case .liveActivity: ".push-type.liveactivity"
    case .location: ".location-query"
    case .pushToTalk: ".voip-ptt"
    case .voip: ".voip"
    case .widgets: ".push-type.widgets"
    default: ""
    }
  }

  /// The most bytes of a payload: 4096, for VoIP 5120. Apple, Generating a remote notification.
  public var maximumPayload: Int { self == .voip ? 5120 : 4096 }

  /// The topic of an app for this type. For `mdm` the caller passes the certificate's UID, which stands
  /// as it is.
  ///
  /// - Throws: `bad-topic` where the identifier is empty, is none, or already ends in the suffix: a
  ///   topic such as `com.example.app.voip.voip` never comes out of here.
  public func topic(bundleID: String) throws(ComposeError) -> String {
    guard ProfileName.isBundleID(bundleID) else {
      throw ComposeError(
        .badTopic, "\"\(bundleID)\" is no bundle identifier: give it as in com.example.app",
        field: "bundle id")
    }
    if !topicSuffix.isEmpty && bundleID.hasSuffix(topicSuffix) {
      throw ComposeError(
        .badTopic,
        "\(bundleID) already ends in \(topicSuffix): give the app's bundle identifier, the suffix is added",
        field: "bundle id")
    }
    return bundleID + topicSuffix
  }
}
