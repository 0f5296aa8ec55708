import Audit
import PushContract

/// Which hop a finding is about: the first one that it breaks.
enum RuleHops {
  /// By the first cause that knows the rule; a rule that no cause knows is about what its layer is about.
  static func hop(of rule: RuleID, kind: PushKind?) -> Hop {
    let known = Causes.all.filter { $0.rules.contains(rule) }
    let fitting = kind.flatMap { kind in known.first { $0.kinds?.contains(kind) ?? true } }
    if let cause = fitting ?? known.first { return cause.hop }
    return switch AuditRules.rule(rule)?.page.layer {
    case .signature: .registered
    case .host, .key: .configured
    case .plist, .tasks: .received
    case .source, .android: .registered
    case .payload, .fcm: .composed
    case .flow, nil: .displayed
    }
  }
}
