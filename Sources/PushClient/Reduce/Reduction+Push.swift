extension Reduction {
  /// At launch: categories on Apple's systems, channels on Android, once.
  mutating func notificationsLaunched() {}
  /// At launch and in front: what missed silent pushes would have told is fetched anyway.
  mutating func reconcile() {}
  /// The account is gone: nothing of it stays in sight or goes on.
  mutating func accountLeft() {}
  mutating func pushArrived(_ push: PushArrival) {}
  mutating func messagesDeleted() {}
}
