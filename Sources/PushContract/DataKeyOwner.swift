/// Who keeps a key of custom data for itself. The one table of such keys.
///
/// Apple, Generating a remote notification; Firebase, REST reference, Message.data.
public enum DataKeyOwner: String, Sendable {
  case apns = "APNs"
  case fcm = "FCM"
  case pushwire = "Pushwire"

  /// Nil where the key is free.
  public init?(ofKey key: String) {
    if key == "aps" {
      self = .apns
    } else if key == WireKey.root || key.hasPrefix(WireKey.root + ".") {
      self = .pushwire
    } else if key == "from" || key == "message_type" || key.hasPrefix("google") || key.hasPrefix("gcm") {
      self = .fcm
    } else {
      return nil
    }
  }
}
