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
        do {
          guard let effects = try engine?.take(event, now: at ?? surroundings.timers.now) else { break }
          for metric in effects.metrics { options.metric(metric) }
          for command in effects.commands { perform(command) }
        } catch {
          // Nothing was decided, so nothing is done; but whoever waits is answered.
          log("state_unsaved")
          answerSafely(event)
        }
      }
      isDraining = false
      if let state = engine?.state {
        explainer.update(state.permission, settingsRow: state.priming.settingsRow)
      }
    }

    /// The state cannot be read yet: whom the system gives seconds is answered now. Taps wait.
    func answerWaiting() {
      for entry in queue {
        if case .responded(let response) = entry.event, let handle = response.handle {
          responses.removeValue(forKey: handle)?.claim(())
        } else {
          answerSafely(entry.event)
        }
      }
      queue.removeAll { entry in
        switch entry.event {
        case .responded, .linkOpened, .loggedIn, .loggedOut, .uiReady, .uiNotReady, .screenShown: false
        default: true
        }
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
