extension AuditRules {
  /// AND, by number.
  static let android: [any AuditRule.Type] = [
    AND001.self, AND002.self, AND003.self, AND004.self, AND005.self, AND006.self, AND007.self, AND008.self,
    AND009.self, AND010.self, AND011.self, AND012.self, AND013.self, AND014.self, AND015.self, AND016.self,
    AND017.self, AND018.self,
  ]
}
