/// What Apple's page says of each `apns-push-type` (Sending notification requests to APNs).
enum PushType {
  /// What the topic carries behind the bundle id.
  static let suffixes: [(type: String, suffix: String)] = [
    ("alert", ""), ("background", ""), ("complication", ".complication"),
    ("controls", ".push-type.controls"), ("fileprovider", ".pushkit.fileprovider"),
    ("liveactivity", ".push-type.liveactivity"), ("location", ".location-query"), ("mdm", ""),
    ("pushtotalk", ".voip-ptt"), ("voip", ".voip"), ("widgets", ".push-type.widgets"),
  ]

  static func isKnown(_ type: String) -> Bool { suffixes.contains { $0.type == type } }

  /// Nil for a type that the page does not list.
  static func suffix(_ type: String) -> String? { suffixes.first { $0.type == type }?.suffix }

  /// The bundle id that a topic is made of: without the suffix, also where it stands twice.
  static func bundleID(ofTopic topic: String) -> String {
    var id = topic[...]
    while let (_, suffix) = suffixes.first(where: { !$0.suffix.isEmpty && id.hasSuffix($0.suffix) }) {
      id = id.dropLast(suffix.count)
    }
    return String(id)
  }
}
