extension AuditRules {
  /// SIG, by number.
  static let signature: [any AuditRule.Type] = []
}
