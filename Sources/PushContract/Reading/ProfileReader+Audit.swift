/// What the audit leaves alone.
extension ProfileReader {
  func readAudit(_ fields: Fields) -> [AuditSuppression] {
    fields.list("audit") { node, path in
      Fields(node, ProfileKeys.suppression, path: path, place: node.position, log: log)
        .flatMap(readSuppression)
    }
  }

  private func readSuppression(_ fields: Fields) -> AuditSuppression? {
    let rule = fields.text("rule")
    if let rule, !Self.isRuleID(rule) {
      fields.refuse(
        "rule", "bad-rule-id", "`\(rule)` is no id of a rule",
        hint: "as a finding shows it: SIG002; `pushwire explain` lists the rules")
    }
    let until = fields.text("until")
    if let until, ProfileTime.startOfDay(until) == nil {
      fields.refuse("until", "bad-time", "`\(until)` is no day", hint: "write the last day: 2027-01-31")
    }
    guard let rule, let reason = fields.text("reason") else { return nil }
    return AuditSuppression(rule: rule, reason: reason, path: fields.text("path"), until: until)
  }

  /// Two to eight capitals and three digits.
  private static func isRuleID(_ text: String) -> Bool {
    let letters = text.utf8.prefix { (0x41...0x5A).contains($0) }.count
    return (2...8).contains(letters) && text.utf8.count == letters + 3
      && text.utf8.dropFirst(letters).allSatisfy(ProfileName.isDigit)
  }
}
