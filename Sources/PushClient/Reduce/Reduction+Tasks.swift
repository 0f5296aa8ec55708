extension Reduction {
  /// At launch: handlers that the Info.plist permits are registered, and what does not fit is told.
  mutating func tasksLaunched(_ launch: Launch) {}
  /// Back in front: what was unavailable is tried again.
  mutating func tasksForegrounded() {}
  mutating func taskAsked(_ id: String) {}
  mutating func taskSubmitted(_ id: String, _ fault: String?) {}
  mutating func taskStarted(_ id: String, _ run: Int) {}
  mutating func taskFinished(_ run: Int, success: Bool) {}
  mutating func taskExpired(_ run: Int) {}
}
