extension AuditRules {
  /// BG, by number.
  static let tasks: [any AuditRule.Type] = [
    BG001.self, BG002.self, BG003.self, BG004.self, BG005.self, BG006.self, BG007.self, BG008.self,
    BG009.self,
    BG010.self, BG011.self, BG012.self, BG013.self,
  ]
}
