public import PushContract

extension NotificationClass {
  /// FCM's `collapse_key`; nil: pushes of the class are not collapsible. A device keeps four keys at most, so
  /// only a key that is the same for all pushes of the class is one; others replace through `tag`, on the
  /// display (Firebase, Collapsible message types).
  public var fcmCollapseKey: String? {
    guard case .key(let template) = collapse else { return nil }
    return template.literalText
  }
}
