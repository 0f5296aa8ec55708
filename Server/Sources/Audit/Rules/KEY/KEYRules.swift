extension AuditRules {
  /// KEY, by number.
  static let key: [any AuditRule.Type] = []
}
