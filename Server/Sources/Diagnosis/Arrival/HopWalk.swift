import Audit
import PushContract

/// Walks the hops in order and says of each what is known.
struct HopWalk {
  let facts: ArrivalFacts
  /// With those that are folded: a consequence breaks its hop too.
  let findings: [AuditFinding]

  init(_ facts: ArrivalFacts) {
    self.facts = facts
    findings = facts.audit?.all ?? []
  }

  func standings() -> [HopStanding] {
    var standings = Hop.allCases.filter { $0 != .retired }.map(standing)
    imply(&standings)
    return standings
  }

  private func standing(_ hop: Hop) -> HopStanding {
    let here = findings.filter { RuleHops.hop(of: $0.rule, kind: facts.kind) == hop && $0.severity != .info }
    var standing = HopStanding(
      hop: hop, status: .unknown, why: Self.missing(hop), evidence: evidence(hop), findings: here,
      isSuspected: here.contains { $0.severity == .error && $0.confidence == .likely })
    if hop == .composed, facts.audit?.scope.facts.payloads.isEmpty == false {
      standing.why = "a message was given; whether the sender sends this one, no file says"
    }
    if let reason = notApplicable(hop) {
      standing.status = .notApplicable
      standing.why = reason
      return standing
    }
    judge(&standing)
    return standing
  }

  /// What is observed (a receipt, the provider's answer, the server) goes before what files say.
  private func judge(_ standing: inout HopStanding) {
    if let observed = observed(standing.hop) {
      standing.status = observed.status
      standing.why = observed.why
      standing.evidence.append(contentsOf: observed.evidence)
      if observed.status != .unknown { return }
    }
    if let proof = standing.findings.first(where: { $0.severity == .error && $0.confidence == .proved }) {
      standing.status = .broken
      standing.why = proof.message
    } else if let sign = standing.findings.first(where: { $0.severity == .error && $0.confidence == .likely })
    {
      standing.why = "not proven, and this speaks against it: " + sign.message
    }
  }

  /// A proven hop proves what must have come before it.
  private func imply(_ standings: inout [HopStanding]) {
    let order: [Hop] = [.configured, .registered, .composed, .accepted, .received, .displayed, .opened]
    guard
      let last = order.lastIndex(where: { hop in standings.contains { $0.hop == hop && $0.status == .proven }
      })
    else { return }
    for index in standings.indices where standings[index].status == .unknown {
      let hop = standings[index].hop
      guard let place = order.firstIndex(of: hop), place < last else {
        if hop == .permitted, order[last] == .displayed || order[last] == .opened {
          prove(&standings[index], by: order[last])
        }
        continue
      }
      prove(&standings[index], by: order[last])
    }
  }

  private func prove(_ standing: inout HopStanding, by hop: Hop) {
    standing.status = .proven
    standing.why = "\(hop.rawValue) is proven, and comes after it"
  }

  private func notApplicable(_ hop: Hop) -> String? {
    guard facts.kind == .silent else { return nil }
    switch hop {
    case .permitted: return "a silent push needs no permission"
    case .displayed, .opened: return "a silent push shows nothing"
    default: return nil
    }
  }

  private static func missing(_ hop: Hop) -> String {
    switch hop {
    case .configured: "no answer of the provider shows that it takes the credential"
    case .permitted: "only the device can say"
    case .registered: "no registration was seen"
    case .composed: "no message was seen"
    case .accepted: "no answer of the provider was seen"
    case .received, .displayed, .opened: "the device has sent no receipt"
    case .retired: ""
    }
  }
}
