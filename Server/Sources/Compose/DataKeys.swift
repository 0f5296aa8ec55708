import PushContract

/// Which keys a class's own data may not use, and why.
enum DataKeys {
  /// APNs: `aps` is Apple's, the root key is ours.
  static func apnsReason(_ name: String) -> String? {
    if name == "aps" { return "it is Apple's" }
    return ownReason(name)
  }

  /// FCM's own words. Firebase, About FCM messages (reserved words of data messages).
  static func fcmReason(_ name: String) -> String? { isFCMs(name) ? "it is FCM's" : ownReason(name) }

  static func isFCMs(_ name: String) -> Bool {
    name == "from" || name == "message_type" || name.hasPrefix("google") || name.hasPrefix("gcm")
  }

  private static func ownReason(_ name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name == WireKey.root || name.hasPrefix(WireKey.root + ".") { return "it is Pushwire's" }
    return nil
  }

  /// - Throws: `reserved-key` or `duplicate-key`.
  static func check(
    _ source: NotificationClass, _ reason: (String) -> String?
  ) throws(ComposeError) {
    var seen: Set<String> = []
    for argument in source.destination?.arguments ?? []
    where !seen.insert(argument.name).inserted {
      throw ComposeError(
        .duplicateKey, "class \(source.name): the destination's \"\(argument.name)\" is filled twice",
        field: argument.name)
    }
    seen = []
    for entry in source.data {
      if let why = reason(entry.name) {
        throw ComposeError(
          .reservedKey,
          "class \(source.name): the data key \"\(entry.name)\" cannot be used, \(why); choose another",
          field: entry.name)
      }
      if !seen.insert(entry.name).inserted {
        throw ComposeError(
          .duplicateKey, "class \(source.name): the data key \"\(entry.name)\" is there twice",
          field: entry.name)
      }
    }
  }
}
