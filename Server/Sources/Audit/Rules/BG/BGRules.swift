extension AuditRules {
  /// BG, by number.
  static let tasks: [any AuditRule.Type] = []
}
