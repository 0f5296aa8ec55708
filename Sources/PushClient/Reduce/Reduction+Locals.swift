extension Reduction {
  mutating func localAsked(_ local: LocalNotification) {}
  mutating func localWithdrawn(_ notification: String) {}
  mutating func localRefused(_ notification: String, _ reason: String) {}
}
