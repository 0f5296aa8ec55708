internal import Foundation
internal import Synchronization

extension EmulatorSuite {
  /// Begins to keep what arrives at a device, with its payload, so that somebody can play the device. Until
  /// then payloads are kept only where the rules say so.
  /// - Returns: whether the token is known.
  @discardableResult
  public func play(token: String) -> Bool { core.state.withLock { $0.play(token) } }

  /// What was handed to a device that somebody plays, oldest first; the last thousand are kept.
  /// - Parameters:
  ///   - number: only what came after this one.
  ///   - seconds: how long to wait for the first; 0: not at all.
  public func deliveries(of token: String, after number: Int = 0, waiting seconds: Double = 0)
    -> [DeviceDelivery]
  {
    let end = Date(timeIntervalSinceNow: seconds)
    core.bell.lock()
    defer { core.bell.unlock() }
    while true {
      let found = core.state.withLock { $0.deliveries(of: token, after: number) }
      if !found.isEmpty || seconds <= 0 || !core.bell.wait(until: end) { return found }
    }
  }

  /// The app is gone from a device, or has another token: APNs answers 410 Unregistered, FCM UNREGISTERED.
  public func removeApp(token: String) {
    let now = core.clock()
    core.state.withLock { $0.removeApp(token, now: now) }
  }
}

extension EmulatorState {
  func isKnown(_ token: String) -> Bool {
    let lower = token.lowercased()
    return sandbox.devices[lower] != nil || production.devices[lower] != nil || fcm.devices[token] != nil
  }

  mutating func play(_ token: String) -> Bool {
    let lower = token.lowercased()
    if sandbox.devices[lower] != nil { sandbox.feeds.open(lower) }
    if production.devices[lower] != nil { production.feeds.open(lower) }
    if fcm.devices[token] != nil { fcm.feeds.open(token) }
    return isKnown(token)
  }

  func isPlayed(_ token: String) -> Bool {
    let lower = token.lowercased()
    return sandbox.feeds.isOpen(lower) || production.feeds.isOpen(lower) || fcm.feeds.isOpen(token)
  }

  func deliveries(of token: String, after number: Int) -> [DeviceDelivery] {
    let lower = token.lowercased()
    return sandbox.feeds.deliveries(of: lower, after: number)
      + production.feeds.deliveries(of: lower, after: number)
      + fcm.feeds.deliveries(of: token, after: number)
  }

  /// All that was handed to somebody.
  var handedOver: Int { sandbox.feeds.total + production.feeds.total + fcm.feeds.total }

  mutating func removeApp(_ token: String, now: Int64) {
    sandbox.set(.unregistered(at: now), token: token)
    production.set(.unregistered(at: now), token: token)
    fcm.set(.unregistered, token: token)
  }

  mutating func set(isOnline: Bool, token: String, now: Int64) {
    sandbox.set(isOnline: isOnline, token: token, now: now)
    production.set(isOnline: isOnline, token: token, now: now)
    fcm.set(isOnline: isOnline, token: token, now: now)
  }
}
