public import PushClient

extension VirtualDevice {
  // MARK: What the app's own code says

  /// The app's first screen is there. For apps that do not get ready by themselves.
  public func uiReady() {
    guard let process, !faults.contains(.neverReady) else { return }
    process.isUIReady = true
    process.steps.append(.event(.uiReady))
    settle()
  }

  /// The app shows another screen, by itself or by the person.
  public func show(_ screen: Screen) {
    take(.screenShown(screen))
  }

  /// The person did what justifies asking.
  public func reach(moment: String) {
    note(.app, "value moment \(moment)")
    take(.momentReached(name: moment))
  }

  /// The person answers the app's explainer that is on the screen.
  public func answerExplainer(_ accepted: Bool) {
    guard explainer != nil else { return }
    note(.person, accepted ? "says yes to the explainer" : "says not now to the explainer")
    process?.steps += explainerAnswer(accepted)
    settle()
  }

  /// Where the system has no dialog (Android before 13), the app reads whether it may show notifications.
  func explainerAnswer(_ accepted: Bool) -> [AppProcess.Step] {
    var steps: [AppProcess.Step] = [.event(.explainerAnswered(accepted: accepted))]
    if accepted, platform == .android, system.apiLevel < 33 {
      steps.append(.event(.permissionRead(system.permission)))
    }
    return steps
  }

  /// The person signs in; the app's backend vouches with tickets.
  public func login(_ account: String) {
    note(.app, "somebody signs in")
    if faults.contains(.switchUnsaid), let bound = clientState?.account.account, bound != account {
      note(.app, "does not tell the client")
      return
    }
    take(.loggedIn(account: account))
  }

  public func logout() {
    note(.app, "signed out")
    take(.loggedOut)
  }

  /// The app asks to register.
  /// - Returns: the caller's number, under which ``registrationOutcomes`` has the end.
  @discardableResult
  public func register() -> Int {
    let caller = nextCaller
    nextCaller += 1
    take(.registrationAsked(caller: caller))
    return caller
  }

  /// Somebody opens a universal link, an app link or a URL of the app's scheme. Starts the app where it is not
  /// in memory.
  public func open(link: String) {
    guard system.appState != .notInstalled else { return }
    note(.person, "opens a link")
    toFront()
    process?.steps.append(.event(.linkOpened(url: link)))
    settle()
  }

  public func addLocal(_ local: LocalNotification) { take(.localAsked(local)) }
  public func withdrawLocal(_ notification: String) { take(.localWithdrawn(notification: notification)) }

  /// Silent work that went on ends.
  public func finishWork(_ work: Int, _ result: WorkResult) {
    guard openWorks.contains(where: { $0.work == work }) else { return }
    openWorks.removeAll { $0.work == work }
    take(.workFinished(work: work, result: result))
  }

  // MARK: Settings and dialogs

  /// The person changes what Settings say of this app, outside of it; the app reads it when it comes to the front.
  /// Turning notifications on or off turns their parts on or off, unless the change says otherwise.
  public func changeSettings(_ change: (inout Permission) -> Void) {
    let before = system.permission
    change(&system.permission)
    let status = system.permission.status
    if status != before.status, system.permission.alert == before.alert {
      let word = status == .authorized ? "enabled" : "disabled"
      system.permission.alert = word
      system.permission.sound = word
      system.permission.badge = word
      system.permission.lockScreen = word
    }
    note(.person, "changes Settings: \(system.permission.status.rawValue)")
  }

  /// The person taps the app's "enable in Settings" row, changes something there, and comes back.
  public func openSettings(_ change: (inout Permission) -> Void) {
    take(.settingsOpened)
    leave()
    changeSettings(change)
    open()
  }

  /// The person answers the system's dialog that ``Person/Reaction/wait`` left on the screen.
  public func answerPrompt(_ reaction: Person.Reaction) {
    guard openPrompt else { return }
    decide(reaction)
    settle()
  }

  // MARK: Background tasks

  /// The app wants a task of this id to run some time.
  public func submitTask(_ id: String) { take(.taskAsked(id: id)) }

  /// The system runs a submitted task, as `_simulateLaunchForTaskWithIdentifier:` does from the debugger.
  /// - Returns: the run's number; nil: it was not submitted, or nobody handles it.
  @discardableResult
  public func startTask(_ id: String) -> Int? {
    guard platform == .ios, system.submittedTasks.contains(id), system.appState != .stopped,
      system.appState != .notInstalled
    else { return nil }
    if process == nil {
      note(.system, "starts the app in the background for task \(id)")
      start(inFront: false)
      settle()
    }
    guard system.registeredTasks.contains(id) else { return nil }
    system.submittedTasks.removeAll { $0 == id }
    let run = nextRun
    nextRun += 1
    note(.system, "runs task \(id)")
    take(.taskStarted(id: id, run: run))
    return run
  }

  /// A task that goes on ends.
  public func finishTask(_ run: Int, success: Bool) {
    guard openRuns.removeValue(forKey: run) != nil else { return }
    take(.taskFinished(run: run, success: success))
  }

  /// The system ends a task before it is done.
  public func expireTask(_ run: Int) {
    guard openRuns[run] != nil else { return }
    note(.system, "task \(openRuns[run] ?? "") has no time left")
    take(.taskExpired(run: run))
  }

  // MARK: Events

  /// An event of the app in memory, and all that follows from it.
  func take(_ event: ClientEvent) {
    guard let process else { return }
    process.steps.append(.event(event))
    settle()
  }

  func toFront() {
    if let process {
      guard system.appState != .foreground else { return }
      system.appState = .foreground
      process.steps.append(.event(.permissionRead(system.permission)))
      process.steps.append(.event(.foregrounded))
      getReady()
    } else {
      note(.system, "starts the app in front")
      start(inFront: true)
    }
  }
}
