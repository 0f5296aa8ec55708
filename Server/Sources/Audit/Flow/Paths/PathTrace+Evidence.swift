import AppFacts

extension PathTrace {
  /// Where the path ends, and how it came there.
  ///
  /// - Parameters:
  ///   - place: where it stands if the path has no end of its own.
  ///   - isWhole: all paths are like it: then it stands at `place`, and the way there says nothing.
  func evidence(or place: Place, _ note: String, isWhole: Bool) -> [Exhibit] {
    if isWhole { return [Exhibit(place, note)] }
    // A path that falls off the end left the completing way at its last decision.
    let last = end ?? steps.last?.place ?? place
    return [Exhibit(last, note)] + steps.filter { $0.place != last }.map { Exhibit($0.place, $0.note) }
  }

  /// The second call, then the first.
  func doubleEvidence(or place: Place) -> [Exhibit] {
    guard calls.count > 1, let second = calls.last else {
      return [Exhibit(calls.first ?? place, "called twice")]
    }
    return [Exhibit(second, "called again here"), Exhibit(calls[0], "after it was called here")]
  }
}
