extension AuditRules {
  /// PLIST, by number.
  static let plist: [any AuditRule.Type] = [
    PLIST001.self, PLIST002.self, PLIST003.self, PLIST004.self, PLIST005.self, PLIST006.self, PLIST007.self,
    PLIST008.self,
  ]
}
