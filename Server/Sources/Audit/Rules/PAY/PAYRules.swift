extension AuditRules {
  /// PAY, by number.
  static let payload: [any AuditRule.Type] = [
    PAY001.self, PAY002.self, PAY003.self, PAY004.self, PAY005.self, PAY006.self, PAY007.self, PAY008.self,
    PAY009.self, PAY010.self, PAY011.self, PAY012.self, PAY013.self, PAY014.self, PAY015.self, PAY016.self,
    PAY017.self, PAY018.self, PAY019.self, PAY020.self, PAY021.self, PAY022.self, PAY023.self, PAY024.self,
  ]
}
