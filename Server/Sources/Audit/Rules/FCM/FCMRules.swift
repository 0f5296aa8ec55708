extension AuditRules {
  /// FCM, by number.
  static let fcm: [any AuditRule.Type] = [
    FCM001.self, FCM002.self, FCM003.self, FCM004.self, FCM005.self, FCM006.self, FCM007.self, FCM008.self,
    FCM009.self, FCM010.self, FCM011.self,
  ]
}
