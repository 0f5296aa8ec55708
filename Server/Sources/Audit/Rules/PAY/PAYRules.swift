extension AuditRules {
  /// PAY, by number.
  static let payload: [any AuditRule.Type] = []
}
