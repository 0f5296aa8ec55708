import PushContract

/// What one push of the demo proves, hop by hop. On an emulator every proof is virtual.
struct DemoHops {
  private(set) var list: [(hop: Hop, status: HopStatus)]

  /// `composed` and `accepted` by evidence. The rest only a device could tell; a silent push shows nothing,
  /// and behind a broken hop there is nothing to tell.
  init(composed: HopStatus, accepted: HopStatus, isAlert: Bool) {
    let ends = composed == .broken || accepted == .broken
    list = [
      (.composed, composed), (.accepted, composed == .broken ? .notApplicable : accepted),
      (.received, ends ? .notApplicable : .unknown),
      (.displayed, ends || !isAlert ? .notApplicable : .unknown),
    ]
  }

  subscript(hop: Hop) -> HopStatus? { list.first { $0.hop == hop }?.status }

  /// `proven (virtual): composed, accepted · unknown: received, displayed`.
  func text(_ style: Styler) -> String {
    // What does not apply goes without saying: a silent push shows nothing, a refused one does not arrive.
    HopStatus.allCases.filter { $0 != .notApplicable }.compactMap { status -> String? in
      let hops = list.filter { $0.status == status }.map(\.hop.rawValue)
      guard !hops.isEmpty else { return nil }
      let words = status.rawValue + (Self.hasEvidence(status) ? " (\(Provenance.virtual.rawValue))" : "")
      return style.apply(words + ":", Self.styles(status)) + " " + hops.joined(separator: ", ")
    }
    .joined(separator: " · ")
  }

  var json: JSON {
    .object(
      list.map { hop, status in
        let provenance: JSON = Self.hasEvidence(status) ? .string(Provenance.virtual.rawValue) : .null
        return (hop.rawValue, ["status": .string(status.rawValue), "provenance": provenance])
      })
  }

  private static func hasEvidence(_ status: HopStatus) -> Bool {
    switch status {
    case .proven, .broken: true
    case .unknown, .notApplicable: false
    }
  }

  private static func styles(_ status: HopStatus) -> [Styler.Style] {
    switch status {
    case .proven: [.green]
    case .broken: [.red]
    case .unknown: [.yellow]
    case .notApplicable: [.dim]
    }
  }
}
