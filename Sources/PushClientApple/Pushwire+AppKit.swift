#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import PushClient

  extension Pushwire {
    /// From `application(_:didReceiveRemoteNotification:)` of macOS, which waits for nothing.
    public func didReceive(_ userInfo: [String: Any]) { fetched(userInfo) { _ in } }
  }
#endif
