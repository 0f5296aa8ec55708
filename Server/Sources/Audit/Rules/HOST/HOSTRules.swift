extension AuditRules {
  /// HOST, by number.
  static let host: [any AuditRule.Type] = [
    HOST001.self, HOST002.self, HOST003.self, HOST004.self, HOST005.self, HOST006.self, HOST007.self,
  ]
}
