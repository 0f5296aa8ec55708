extension Reduction {
  mutating func launched(_ launch: Launch) {}
  mutating func foregrounded() {}
  mutating func networkChanged(isOnline: Bool) {}
}
