extension AuditRules {
  /// FCM, by number.
  static let fcm: [any AuditRule.Type] = []
}
