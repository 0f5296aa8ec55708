extension AuditRules {
  /// KEY, by number.
  static let key: [any AuditRule.Type] = [
    KEY001.self, KEY002.self, KEY003.self, KEY004.self, KEY005.self, KEY006.self, KEY007.self,
  ]
}
