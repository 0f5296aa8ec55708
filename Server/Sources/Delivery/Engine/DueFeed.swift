public import Providers
public import Store

/// Where messages come from that were not born leased: retries, schedules, and what found no room. The store
/// today; something that spreads due work over many nodes another day.
public protocol DueFeed: AnyObject, Sendable {
  /// Asks for messages that are due. Returns at once; the answer comes by
  /// ``DeliveryEngine/answered(_:_:_:)``, exactly once for each request. On the engine's thread.
  func claim(_ request: ClaimRequest)
}

/// Where verdicts go. Once a batch is taken it must not be lost: a commit that fails is tried again.
public protocol VerdictOutlet: AnyObject, Sendable {
  /// Returns at once. Mostly on the engine's thread.
  func take(_ batch: VerdictBatch)
}

/// Provider tokens that outlive a process and are shared by all that use one store: a new one more often
/// than every 20 minutes is answered TooManyProviderTokenUpdates.
public protocol ProviderTokenVault: AnyObject, Sendable {
  /// The newest that anybody saved. At starts, and once a minute when the present one grows old.
  func load(_ name: String) -> ProviderToken.Issued?
  /// Keeps a new token before anybody sends with it, and waits for that; where another node was faster, its
  /// token is given. Nil: the store cannot say now.
  func settle(_ name: String, _ issued: ProviderToken.Issued) -> ProviderToken.Issued?
}
