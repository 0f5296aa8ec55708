extension AuditRules {
  /// PLIST, by number.
  static let plist: [any AuditRule.Type] = []
}
