extension Reduction {
  /// The account came or went, the app came to the front: waiting taps are judged again.
  mutating func judgeTaps() {}
  mutating func responded(_ response: Response) {}
  mutating func linkOpened(_ url: String) {}
  mutating func uiReady() {}
  mutating func accessAnswered(_ tap: Int, _ access: Access) {}
}
