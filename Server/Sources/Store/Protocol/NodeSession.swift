/// What nodes that share a store tell each other. Times are milliseconds since 1970, by the store's clock.
public protocol NodeSession: AnyObject {
  /// A process begins, or begins again: its former self's leases are taken back at once. Every lease that
  /// this session takes from now on is the node's.
  ///
  /// - Returns: its number, and how many leases of its former self were lost.
  func enter(_ node: NodeIdentity, now: Int) throws(StoreError) -> (node: Int, lost: Int)
  /// It still lives. False: somebody else took it for dead, and its leases are gone: enter again.
  func beat(_ node: Int, now: Int) throws(StoreError) -> Bool
  /// It ends in order, and holds nothing any more.
  func leave(_ node: Int, now: Int) throws(StoreError)
  /// Takes back what nodes held that were not seen since. Returns how many leases.
  func buryNodes(unseenSince: Int, now: Int) throws(StoreError) -> Int
  /// Takes or keeps work that one node does for all. False: another has it.
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
