#if !os(watchOS)
  internal import PushClient

  extension Pushwire {
    /// Decides an event, after those that wait before it.
    /// - Parameter at: when it happened, where that was not now.
    func post(_ event: ClientEvent, at: Int? = nil) {
      queue.append((event, at))
      drain()
      if isAsked, engine == nil { answerWaiting() }
    }

    func drain() {
      guard engine != nil, !isDraining else { return }
      isDraining = true
      while !queue.isEmpty {
        let (event, at) = queue.removeFirst()
        let now = at ?? surroundings.timers.now
        do {
          guard let effects = try engine?.take(event, now: now) else { break }
          for metric in effects.metrics { options.metric(metric) }
          for command in effects.commands { perform(command) }
        } catch {
          // Nothing was decided, so nothing is done; but whoever waits is answered. What comes next overtakes
          // nothing that is kept: a login would be undone by the logout before it.
          unsaved += 1
          log("state_unsaved")
          if isPassing(event) {
            answerSafely(event)
          } else {
            queue.insert((event, now), at: 0)
            answerWaiting()
            break
          }
        }
      }
      isDraining = false
      if let state = engine?.state {
        explainer.update(state.permission, settingsRow: state.priming.settingsRow)
      }
    }

    /// The state cannot be read yet, or not be saved: whom the system gives seconds is answered now. The rest
    /// waits.
    func answerWaiting() {
      for entry in queue { answerSafely(entry.event) }
      queue.removeAll { isPassing($0.event) }
    }

    /// What is worth nothing later: whoever waits for it is answered, or it comes again by itself.
    private func isPassing(_ event: ClientEvent) -> Bool {
      switch event {
      case .launched, .permissionRead, .momentReached, .explainerAnswered, .pushArrived, .registrationAsked,
        .workFinished, .workExpired, .taskStarted, .taskFinished, .taskExpired:
        true
      default: false
      }
    }

    /// Nothing shown, nothing fetched, nothing done.
    private func answerSafely(_ event: ClientEvent) {
      switch event {
      case .pushArrived(let push):
        presentations.removeValue(forKey: push.handle)?.completion.claim([])
        fetches.removeValue(forKey: push.handle)?.claim(.failed)
      case .responded(let response):
        if let handle = response.handle { responses.removeValue(forKey: handle)?.claim(()) }
      case .registrationAsked(let caller):
        callers.removeValue(forKey: caller)?.resume(returning: .failed)
      case .workFinished(let work, _), .workExpired(let work):
        guard let (running, handle) = works.removeValue(forKey: work) else { return }
        running.cancel()
        fetches.removeValue(forKey: handle)?.claim(.failed)
      case .taskStarted(_, let run), .taskFinished(let run, _), .taskExpired(let run):
        guard let (system, work) = runs.removeValue(forKey: run) else { return }
        work?.cancel()
        system.complete(success: false)
      default: break
      }
    }

    func newHandle() -> Int {
      nextHandle += 1
      return nextHandle
    }
  }
#endif
