extension AuditRules {
  /// PLIST, by number.
  static let plist: [any AuditRule.Type] = [PLIST006.self, PLIST008.self]
}
