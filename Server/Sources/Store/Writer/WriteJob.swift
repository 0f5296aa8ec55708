/// A piece of work for the writer's thread. Performed inside a transaction that it shares with others,
/// then told whether that was committed.
///
/// `perform` may run more than once: where the transaction of a batch failed, each job is tried again
/// alone. So it keeps its results in itself and starts anew each time.
public protocol WriteJob: AnyObject, Sendable {
  /// About how many rows it writes, in units of a single notification or registration.
  var size: Int { get }
  /// Before any job of a transaction with several is performed: says what this one will ask for.
  func prepare(_ session: any StoreSession) throws(StoreError)
  func perform(_ session: any StoreSession, now: Int) throws(StoreError)
  /// Everything this job did is durable.
  func committed()
  /// Nothing of it is stored.
  func failed(_ error: StoreError)
}

extension WriteJob {
  public var size: Int { 1 }
  public func prepare(_ session: any StoreSession) throws(StoreError) {}
}
