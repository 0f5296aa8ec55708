#if !os(watchOS)
  internal import PushClient

  extension Pushwire {
    /// Does what was decided and saved.
    func perform(_ command: ClientCommand) {
      switch command {
      case .adoptInstallation(let id, let predecessor): adopt(id, predecessor: predecessor)
      case .showExplainer(let moment): explainer.show(moment, policy.moments[moment] ?? "")
      case .hideExplainer: explainer.hide()
      case .requestAuthorization(let provisional): requestAuthorization(provisional: provisional)

      case .askForToken(let attempt): askForToken(attempt)
      case .putRegistration(let call): putRegistration(call)
      case .postLogout(let request, let generation): postLogout(request, generation)
      case .cancelRequest(let request): requests.removeValue(forKey: request)?.end()
      case .settle(let caller, let outcome): callers.removeValue(forKey: caller)?.resume(returning: outcome)

      case .clearDelivered: clearDelivered()
      case .clearInbox: inbox.clear()
      case .storeInbox: inbox.changed()
      case .syncInbox: inbox.changed()

      case .present(let handle, let options): present(handle, options)
      case .complete(let handle, let result):
        fetches.removeValue(forKey: handle)?.claim(result)
        responses.removeValue(forKey: handle)?.claim(())
      case .runWork(let work): run(work)
      case .cancelWork(let work): works.removeValue(forKey: work)?.work.cancel()
      case .reconcile(let classes): reconcile(classes)
      case .addLocal(let local): add(local)
      case .cancelLocals(let ids): cancelLocals(ids)

      case .authorize(let tap, let destination): askAccess(tap, destination)
      case .navigate(_, let destination, let mode, let action):
        routes.put(PushwireNavigation(place: destination, mode: mode, action: action))
      case .runAction(let action, let notification, let notificationClass, let text):
        runAction(
          PushwireAction(
            action: action, notification: notification, notificationClass: notificationClass, text: text))

      case .setCategories(let ids): Categories.register(ids, policy, in: surroundings.center)
      case .registerTask(let id): registerTask(id)
      case .submitTask(let id, let earliest): submitTask(id, earliest: earliest)
      case .cancelTasks(let ids): for id in ids { surroundings.tasks?.cancel(id) }
      case .runTask(let id, let run): runTask(id, run)
      case .cancelRun(let run): runs[run]?.work?.cancel()
      case .completeTask(let run, let success): runs.removeValue(forKey: run)?.run.complete(success: success)
      case .warn(let code, let subject): log(code, subject)

      case .scheduleFlush(let after, let spread): scheduleFlush(after, spread)
      case .postReceipts(let request, let batch): postReceipts(request, batch)

      // Android's, and the service extension's own.
      case .display, .createChannels, .deliver: break
      }
    }

    private func requestAuthorization(provisional: Bool) {
      var asked = options.authorization
      if provisional { asked.insert(.provisional) } else { asked.remove(.provisional) }
      let started = surroundings.timers.now
      surroundings.center.requestAuthorization(options: asked) { @Sendable [weak self] granted, _ in
        onMain { [weak self] in
          guard let self else { return }
          if !provisional {
            var answer = PromptAnswer()
            answer.granted = granted
            answer.milliseconds = max(0, self.surroundings.timers.now - started)
            self.post(.promptAnswered(answer))
          }
          self.readPermission()
        }
      }
    }

    /// Takes away what is meant for an account, shown or planned, and leaves what is for everybody and what others
    /// sent. The core may not know what was planned: its state can be lost.
    private func clearDelivered() {
      let center = Handed(surroundings.center)
      let policy = policy
      let isForAccount = { @Sendable (userInfo: [AnyHashable: Any]) -> Bool in
        let payload = PushPayload(JSONValue(userInfo: userInfo))
        guard let name = payload.notificationClass else { return false }
        return policy.classes[name]?.audience == .account || payload.tag != nil
      }
      center.value.getDeliveredNotifications { @Sendable delivered in
        let gone = delivered.map(\.request).filter { isForAccount($0.content.userInfo) }
        center.value.removeDeliveredNotifications(withIdentifiers: gone.map(\.identifier))
      }
      center.value.getPendingNotificationRequests { @Sendable [weak self] pending in
        let gone = pending.filter { isForAccount($0.content.userInfo) }.map(\.identifier)
        onMain { [weak self] in
          // What the next account has planned meanwhile stays.
          let planned = self?.engine?.state.locals.map(\.notification) ?? []
          center.value.removePendingNotificationRequests(
            withIdentifiers: gone.filter { !planned.contains($0) })
        }
      }
    }

    private func askAccess(_ tap: Int, _ destination: Destination) {
      let answer = Completion<Access>(
        limit: Limits.access, fallback: .unknown, timers: surroundings.timers,
        expired: { [weak self] in self?.log("authorization_late") },
        { [weak self] in self?.post(.accessAnswered(tap: tap, access: $0)) })
      let authorize = authorize
      Task { @MainActor in answer.claim(await authorize(destination)) }
    }
  }

  /// How long others may take, milliseconds.
  enum Limits {
    /// `willPresent`: the system shows nothing meanwhile.
    static let presentation = 5_000
    /// `didReceive` of a response.
    static let response = 10_000
    /// The fetch handler, of the 30 s that iOS gives; the core's own budget ends before.
    static let fetch = 28_000
    /// A request with all that belongs to it, as the app's ticket.
    static let request = 60_000
    /// A flush of receipts that comes this soon is waited for in the background.
    static let heldFlush = 15_000
    /// The app's word on whether a place may open.
    static let access = 10_000
  }
#endif
