/// What nodes that share a store tell each other. Times are milliseconds since 1970, by the store's clock.
public protocol NodeSession: AnyObject {
  /// A process begins, or begins again: its former self's leases are taken back at once. Every lease that
  /// this session takes from now on is the node's.
  ///
  /// - Returns: its number, and how many leases of its former self were lost.
  func enter(_ node: NodeIdentity, now: Int) throws(StoreError) -> (node: Int, lost: Int)
  /// It still lives. False: somebody else took it for dead, and its leases are gone: enter again.
  func beat(_ node: Int, now: Int) throws(StoreError) -> Bool
  /// It ends in order. What it holds all the same counts as lost once somebody buries.
  func leave(_ node: Int, now: Int) throws(StoreError)
  /// Takes back what nodes hold that were not seen since, or have left; a bounded number at once. Returns
  /// how many leases: call it again until there are none.
  func buryNodes(unseenSince: Int, now: Int) throws(StoreError) -> Int
  /// Takes or keeps work that one node does for all. False: another has it. It falls to the next that asks
  /// when its time is over, and at once when its node leaves or is buried.
  func take(duty: String, node: Int, until: Int, now: Int) throws(StoreError) -> Bool
}

public struct NodeIdentity: Sendable, Equatable {
  /// The same across restarts, as the host's name and port.
  public var name: String
  /// `api`, `delivery`, `sweep`.
  public var roles: [String]
  public var version: String
  public init(name: String, roles: [String], version: String) {
    self.name = name
    self.roles = roles
    self.version = version
  }
}

/// A node, as people see it.
public struct NodeView: Sendable, Equatable {
  public var id = 0
  public var name = ""
  public var roles: [String] = []
  public var version = ""
  public var startedAt = 0
  public var seenAt = 0
  /// Messages that it holds.
  public var leases = 0
  public init() {}
}
