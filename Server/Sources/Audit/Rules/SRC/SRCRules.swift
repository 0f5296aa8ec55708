extension AuditRules {
  /// SRC, by number.
  static let source: [any AuditRule.Type] = []
}
