#if !os(watchOS)
  public import Foundation
  internal import PushClient

  /// A request under way.
  @MainActor struct OpenCall {
    let task: Task<Void, Never>
    let limit: any RunningTimer
    let release: @MainActor () -> Void

    func end() {
      task.cancel()
      limit.cancel()
      release()
    }
  }

  extension Pushwire {
    /// From `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`. The token is taken as the bytes
    /// it is, of any length.
    public func didRegister(deviceToken: Data) {
      tokenTimer?.cancel()
      let environment = surroundings.environment()
      var token = DeviceToken()
      token.value = deviceToken.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
      token.environment = environment.name
      token.environmentSource = environment.source
      post(.tokenReceived(token))
    }

    /// From `application(_:didFailToRegisterForRemoteNotificationsWithError:)`. The app goes on without.
    public func didFailToRegister(_ error: any Error) {
      tokenTimer?.cancel()
      let code = String((error as NSError).code)
      log("token_failed", code)
      post(.tokenFailed(code: code))
    }

    func askForToken(_ attempt: Int) {
      tokenTimer?.cancel()
      // The system may never answer.
      tokenTimer = surroundings.timers.after(ClientConstant.tokenWait) { [weak self] in
        self?.post(.tokenTimedOut(attempt: attempt))
      }
      surroundings.host.registerForRemoteNotifications()
    }

    func putRegistration(_ call: RegistrationCall) {
      guard let server = try? ServerCall.register(call, facts, policy: policy) else {
        var answer = ServerAnswer(.refused)
        answer.code = "needs_account"
        return post(.registrationAnswered(request: call.request, answer))
      }
      request(call.request, server) { .registrationAnswered(request: call.request, $0) }
    }

    func postLogout(_ number: Int, _ generation: Int) {
      let call = ServerCall.logout(installation: installation, generation: generation)
      request(number, call) { .logoutAnswered(request: number, $0) }
    }

    /// Waits and spreads: campaigns come back as a wave of receipts. A short wait keeps an app in the background
    /// going, which would be suspended over it.
    func scheduleFlush(_ after: Int, _ spread: Int) {
      flushTimer?.cancel()
      releaseFlush?()
      let delay = after + surroundings.random(spread)
      let release: @MainActor () -> Void
      if delay <= Limits.heldFlush {
        release = surroundings.host.hold("pushwire.receipts")
      } else {
        release = {}
      }
      releaseFlush = release
      flushTimer = surroundings.timers.after(delay) { [weak self] in
        self?.post(.flushDue)
        release()
      }
    }

    func postReceipts(_ number: Int, _ batch: ReceiptBatch) {
      let call = ServerCall.receipts(
        installation: installation, batch, provenance: surroundings.environment().provenance)
      request(number, call) { .receiptsAnswered(request: number, $0) }
    }

    /// Sends, holding the app open meanwhile, and posts what the answer comes to unless it was cancelled. Who
    /// never answers, as the app's ticket may, counts as unreachable after a while.
    private func request(
      _ number: Int, _ call: ServerCall, _ event: @escaping @MainActor @Sendable (ServerAnswer) -> ClientEvent
    ) {
      let server = server
      let keys = keys
      let task = Task { @MainActor [weak self] in
        let answer = await server.answer(call, keys)
        guard !Task.isCancelled, let self else { return }
        self.requests.removeValue(forKey: number)?.end()
        if answer.outcome != .ok { self.log("server_" + answer.outcome.rawValue, answer.code ?? "") }
        self.post(event(answer))
      }
      let limit = surroundings.timers.after(Limits.request) { [weak self] in
        guard let self, let open = self.requests.removeValue(forKey: number) else { return }
        open.end()
        self.log("server_late")
        self.post(event(ServerAnswer(.unreachable)))
      }
      requests[number] = OpenCall(
        task: task, limit: limit, release: surroundings.host.hold("pushwire.request"))
    }
  }
#endif
