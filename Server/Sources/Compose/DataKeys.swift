import PushContract

/// Which keys a class's own data and its destination may not use.
enum DataKeys {
  /// - Parameter provider: whose own keys are refused beside Pushwire's.
  /// - Throws: `reserved-key` or `duplicate-key`.
  static func check(_ source: NotificationClass, keptBy provider: DataKeyOwner) throws(ComposeError) {
    var seen: Set<String> = []
    for argument in source.destination?.arguments ?? []
    where !seen.insert(argument.name).inserted {
      throw ComposeError(
        .duplicateKey, "class \(source.name): the destination's \"\(argument.name)\" is filled twice",
        field: argument.name)
    }
    seen = []
    for entry in source.data {
      if let why = objection(to: entry.name, provider) {
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

  private static func objection(to key: String, _ provider: DataKeyOwner) -> String? {
    if key.isEmpty { return "it is empty" }
    guard let owner = DataKeyOwner(ofKey: key), owner == provider || owner == .pushwire else { return nil }
    return "\(owner.rawValue) keeps it for itself"
  }
}
