extension AuditRules {
  /// AND, by number.
  static let android: [any AuditRule.Type] = [
    AND001.self, AND003.self, AND004.self, AND005.self, AND006.self, AND008.self, AND010.self, AND011.self,
    AND013.self, AND014.self,
  ]
}
