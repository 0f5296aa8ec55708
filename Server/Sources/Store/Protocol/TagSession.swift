/// Words that the backend gives installations, by which campaigns find them.
public protocol TagSession: AnyObject {
  /// In place of those it had. `tenant` nil: any. False: there is no such installation.
  func setTags(
    tenant: String?, installation: String, to tags: [String], now: Int
  ) throws(StoreError) -> Bool
}

public protocol TagReader: AnyObject {
  /// In the order of the alphabet; none for an installation that is not registered.
  func tags(registration row: Int) throws(StoreError) -> [String]
}
