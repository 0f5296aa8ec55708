extension AuditRules {
  /// AND, by number.
  static let android: [any AuditRule.Type] = []
}
