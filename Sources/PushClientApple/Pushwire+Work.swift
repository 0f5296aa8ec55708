#if !os(watchOS)
  internal import PushClient

  extension Pushwire {
    /// The app's work for a silent push, within its budget.
    func run(_ push: SilentWork) {
      let number = push.work
      guard let silentWork else {
        log("no_silent_handler", push.notificationClass)
        return post(.workFinished(work: number, result: .noData))
      }
      let work = RunningWork(
        .push(notificationClass: push.notificationClass, notification: push.notification), data: push.data,
        silentWork
      ) { [weak self] result in
        self?.works[number] = nil
        self?.post(.workFinished(work: number, result: result ?? .failed))
      }
      work.limit(
        surroundings.timers.after(ClientConstant.workBudget) { [weak self] in
          self?.post(.workExpired(work: number))
        })
      works[number] = (work, push.handle)
    }

    func reconcile(_ classes: [String]) {
      guard let reconcileWork else { return }
      reconciling?.cancel()
      releaseReconcile?()
      let release = surroundings.host.hold("pushwire.reconcile") { [weak self] in
        self?.reconciling?.cancel()
        self?.log("reconcile_expired")
      }
      releaseReconcile = release
      reconciling = RunningWork(.reconcile(classes: classes), reconcileWork) { [weak self] done in
        release()
        if done == nil { self?.log("reconcile_failed") }
      }
    }

    func runAction(_ action: PushwireAction) {
      guard let actionHandler else { return log("no_action_handler", action.action) }
      let task = Task { @MainActor in await actionHandler(action) }
      let release = surroundings.host.hold("pushwire.action") { [weak self] in
        task.cancel()
        self?.log("action_expired", action.action)
      }
      Task { @MainActor in
        await task.value
        release()
      }
    }

    // MARK: - Background tasks

    /// Where the core has no say, as before the first unlock: the system starts tasks all the same, and takes no
    /// handlers later.
    func registerTasksEarly() {
      let permitted = surroundings.info["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? []
      for id in permitted where taskWork[id] != nil && policy.tasks[id] != nil { registerTask(id) }
    }

    func registerTask(_ id: String) {
      guard !registeredTasks.contains(id) else { return }
      // After the launch has ended the system takes no more; the next launch registers it.
      guard isLaunching else { return log("task_registered_late", id) }
      registeredTasks.insert(id)
      let isRegistered = surroundings.tasks?.register(id) { [weak self] system in
        guard let self else { return system.complete(success: false) }
        let run = self.newHandle()
        self.runs[run] = (system, nil)
        system.onExpiration { [weak self] in self?.post(.taskExpired(run: run)) }
        self.post(.taskStarted(id: id, run: run))
      }
      if isRegistered != true { log("task_not_registered", id) }
    }

    func submitTask(_ id: String, earliest: Int) {
      guard let tasks = surroundings.tasks, let task = policy.tasks[id] else {
        return post(.taskSubmitted(id: id, fault: "not_permitted"))
      }
      let fault = tasks.submit(id, task, earliest: earliest)
      if let fault { log("task_" + fault, id) }
      post(.taskSubmitted(id: id, fault: fault))
    }

    func runTask(_ id: String, _ run: Int) {
      guard let (system, _) = runs[run] else { return }
      guard let body = taskWork[id] else { return post(.taskFinished(run: run, success: false)) }
      let work = RunningWork(.task(id: id), body) { [weak self] done in
        self?.post(.taskFinished(run: run, success: done != nil))
      }
      runs[run] = (system, work)
    }
  }
#endif
