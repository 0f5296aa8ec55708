extension AuditRules {
  /// HOST, by number.
  static let host: [any AuditRule.Type] = []
}
