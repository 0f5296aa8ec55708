extension AuditRules {
  /// FLOW, by number.
  static let flow: [any AuditRule.Type] = [
    FLOW001.self, FLOW002.self, FLOW003.self, FLOW004.self, FLOW005.self, FLOW006.self, FLOW007.self,
    FLOW008.self, FLOW009.self, FLOW010.self,
  ]
}
