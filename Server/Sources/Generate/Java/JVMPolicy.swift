internal import PushClient

/// A policy as statements, in steps: a method of the virtual machine holds 64 KB of code at most.
struct JVMPolicy {
  enum Statement {
    case setting(PolicyParts.Setting)
    case reoffer(after: Int, times: Int)
    case part(PolicyParts.Part)
    case category(id: String, actions: [PolicyParts.Record])
    case links(member: String, [String])

    /// About how many instructions it takes.
    fileprivate var weight: Int {
      switch self {
      case .setting, .reoffer: 1
      case .part(let part): 2 + part.record.settings.count
      case .category(_, let actions): actions.reduce(2) { $0 + 2 + $1.settings.count }
      case .links(_, let texts): 1 + texts.count
      }
    }
  }

  private(set) var steps: [[Statement]] = []
  /// The types that the statements name.
  private(set) var types: [String] = []

  private static let stepWeight = 500

  init(_ policy: ClientPolicy) {
    let parts = PolicyParts(policy)
    var all = parts.settings.map(Statement.setting)
    if let reoffer = parts.reoffer { all.append(.reoffer(after: reoffer.after, times: reoffer.times)) }
    all += parts.parts.map(Statement.part)
    all += parts.categories.map { .category(id: $0.id, actions: $0.actions) }
    if !policy.links.hosts.isEmpty { all.append(.links(member: "hosts", policy.links.hosts)) }
    if !policy.links.schemes.isEmpty { all.append(.links(member: "schemes", policy.links.schemes)) }
    var weight = Self.stepWeight
    for item in all {
      if weight + item.weight > Self.stepWeight {
        steps.append([])
        weight = 0
      }
      steps[steps.count - 1].append(item)
      weight += item.weight
    }
    if parts.reoffer != nil { types.append("ReofferPolicy") }
    let records = parts.parts.map(\.record) + parts.categories.flatMap(\.actions)
    types += records.map(\.type)
    if records.contains(where: { $0.settings.contains(where: \.isPresentation) }) {
      types.append("Presentation")
    }
  }
}

extension PolicyParts.Setting {
  fileprivate var isPresentation: Bool { if case .words = value { true } else { false } }
}
