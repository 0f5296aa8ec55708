/// The numbers by which a store judges. Times in milliseconds.
public struct StorePolicy: Sendable, Equatable {
  /// Silent pushes an installation may get within an hour. Apple: "Don't send more than two or three an
  /// hour" (Pushing background updates to your App).
  public var silentPerHour = 2
  /// Unseen for so long, an installation gets no bulk any more.
  public var staleAfter = 30 * 86_400_000
  /// How long a delivery may keep a message before it counts as lost.
  public var leaseLength = 10 * 60_000
  /// A message that was lost so often is set aside.
  public var leasesBeforeDead = 3
  /// Installations that may be bound to one account: each of its notifications goes to all of them, in one
  /// transaction.
  public var installationsPerAccount = 10_000
  public var admission = Admission()
  /// Whether counters of what devices report are kept apart by OS and version of the app.
  public var hasSegments = true

  public init() {}
}
