internal import Providers

/// What waits, and where: in the lane, or back with whoever keeps it.
extension PushLane {
  /// The provider itself fails or slows us down: the whole lane waits, longer each time.
  func backOff(
    _ flight: Flight, _ verdict: Verdict, _ now: Int, _ id: UnsafeBufferPointer<UInt8>?
  ) {
    if health.beginsRound(after: flight.round) {
      let milliseconds = configuration.policy.laneBackoff.pause(
        attempt: health.rounds, retryAfter: configuration.policy.pauseAsked(verdict), remaining: .max,
        random: random.next())
      pause(verdict, milliseconds: max(milliseconds ?? 0, 1))
      client?.failQueued()
    } else if verdict.retryAfter > 0 {
      pause(verdict, milliseconds: Int(verdict.retryAfter) * 1000)
    }
    let left = pausedUntil > loop.now ? Int(pausedUntil - loop.now) : 0
    switch configuration.policy.decide(verdict, flight, now: now, lanePause: left) {
    case .finish(let status): end(flight, verdict, status, id)
    case .retry, .renew, .hold:
      wait(flight, verdict, milliseconds: left, id)
    }
  }

  func recovered() {
    if health.recovered() { owner?.lane(self, noticed: .recovered) }
  }

  // MARK: Waiting

  /// Nothing goes out for some while, so that messages had better wait where they came from.
  var isQuiet: Bool {
    guard let limit = configuration.handsBackAfter else { return false }
    return heldBy != nil || isDraining || isClosed || health.hasFailed(longerThan: limit, now: loop.now)
  }

  /// Told, a message waits after an attempt.
  func wait(
    _ flight: Flight, _ verdict: Verdict, milliseconds: Int, _ id: UnsafeBufferPointer<UInt8>?
  ) {
    // What is handed back is not the lane's any more, and nothing is told of it after that.
    if configuration.handsBackAfter != nil { report(flight, verdict, id) }
    keep(flight, verdict, milliseconds: milliseconds)
    if configuration.handsBackAfter == nil { report(flight, verdict, id) }
  }

  /// The message waits here for another try, or goes back.
  func keep(_ flight: Flight, _ verdict: Verdict, milliseconds: Int) {
    if let limit = configuration.handsBackAfter, milliseconds > limit || isQuiet {
      handBack(flight, verdict, milliseconds: milliseconds)
    } else {
      retries.add(flight, due: loop.now + UInt64(milliseconds))
    }
  }

  func handBack(_ flight: Flight, _ verdict: Verdict, milliseconds: Int) {
    counters.handedBack += 1
    sink.handBack(made(flight, verdict, .queued), dueIn: milliseconds)
  }

  /// All that waits goes back, where the lane does that.
  func handBackWaiting(_ verdict: Verdict) {
    guard configuration.handsBackAfter != nil else { return }
    while let (flight, due) = retries.takeAny() {
      let due = max(due, pausedUntil)
      handBack(flight, verdict, milliseconds: due > loop.now ? Int(due - loop.now) : 0)
    }
  }

  func pause(_ verdict: Verdict, milliseconds: Int) {
    // Many answers may ask for the same pause: it is said once.
    let isNew = loop.now >= pausedUntil
    pausedUntil = max(pausedUntil, loop.now + UInt64(milliseconds))
    if isNew { owner?.lane(self, noticed: .paused(verdict, milliseconds: milliseconds)) }
    if let limit = configuration.handsBackAfter, milliseconds > limit || isQuiet { handBackWaiting(verdict) }
  }
}
