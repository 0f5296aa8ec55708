public import PushContract

/// What proves something, or speaks against it.
public struct Evidence: Sendable, Equatable {
  /// server, apns, fcm, device, virtual device, person.
  public var source: String
  /// Milliseconds since 1970.
  public var at: Int?
  public var detail: String
  /// Of ``Provenance``, or a word that the device gave.
  public var provenance: String?

  public init(_ source: String, at: Int? = nil, _ detail: String, provenance: String? = nil) {
    self.source = source
    self.at = at
    self.detail = detail
    self.provenance = provenance
  }
}

/// How a check ended.
public struct Finding: Sendable, Equatable {
  public var check: Check
  public var status: HopStatus
  /// One sentence: why it is called so.
  public var why: String
  /// In the order in which it was gained.
  public var evidence: [Evidence]
  /// What to look at next, where it is not proven.
  public var next: String?

  public init(
    _ check: Check, _ status: HopStatus, _ why: String, _ evidence: [Evidence] = [], next: String? = nil
  ) {
    self.check = check
    self.status = status
    self.why = why
    self.evidence = evidence
    self.next = next
  }

  /// Where its evidence is from: the weakest of what was said. Nil: nobody said.
  public var provenance: String? {
    let said = Set(evidence.compactMap(\.provenance))
    return Provenance.allCases.map(\.rawValue).first { said.contains($0) } ?? said.sorted().first
  }

  /// `proven (virtual)`.
  public var words: String {
    status.rawValue + (status == .proven ? provenance.map { " (\($0))" } ?? "" : "")
  }
}
