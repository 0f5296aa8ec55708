extension AuditRules {
  /// FLOW, by number.
  static let flow: [any AuditRule.Type] = []
}
