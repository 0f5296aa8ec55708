/// Whether the store takes anything, for `/readyz` and alarms.
public struct StoreHealth: Sendable, Equatable {
  /// The last fault, while nothing was committed since; nil: it works.
  public private(set) var error: StoreError?
  /// When it began to fail, milliseconds since 1970.
  public private(set) var failingSince: Int?
  public private(set) var lastCommitAt: Int?
  public var isWorking: Bool { error == nil }

  public init() {}

  mutating func committed(at now: Int) {
    error = nil
    failingSince = nil
    lastCommitAt = now
  }

  mutating func failed(_ fault: StoreError, at now: Int) {
    error = fault
    if failingSince == nil { failingSince = now }
  }
}
