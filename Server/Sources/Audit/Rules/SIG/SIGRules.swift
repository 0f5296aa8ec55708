extension AuditRules {
  /// SIG, by number.
  static let signature: [any AuditRule.Type] = [
    SIG001.self, SIG002.self, SIG003.self, SIG004.self, SIG005.self, SIG006.self, SIG007.self, SIG008.self,
    SIG009.self, SIG010.self, SIG011.self, SIG012.self, SIG013.self, SIG014.self, SIG015.self, SIG016.self,
    SIG017.self, SIG018.self, SIG019.self, SIG020.self,
  ]
}
