extension AuditRules {
  /// SRC, by number.
  static let source: [any AuditRule.Type] = [
    SRC001.self, SRC002.self, SRC003.self, SRC004.self, SRC005.self, SRC006.self, SRC007.self, SRC008.self,
    SRC009.self, SRC010.self, SRC011.self, SRC012.self, SRC013.self, SRC014.self, SRC015.self, SRC016.self,
    SRC017.self, SRC018.self,
  ]
}
