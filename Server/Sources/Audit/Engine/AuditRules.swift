/// Every rule there is, layer by layer.
public enum AuditRules {
  public static let all: [any AuditRule.Type] =
    signature + host + plist + tasks + source + payload + key + fcm + android + flow

  public static func rule(_ id: RuleID) -> (any AuditRule.Type)? { byID[id] }

  private static let byID: [RuleID: any AuditRule.Type] =
    Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
