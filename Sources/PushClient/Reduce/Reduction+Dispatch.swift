extension Reduction {
  /// Which rules an event goes to. An event of several areas goes through them in the order that stands here.
  mutating func take(_ event: ClientEvent) {
    // What was ordered before is done, but for what a process before this one was told.
    if state.session.isLaunched { state.account.isLeaving = false }
    switch event {
    case .launched(let launch): launched(launch)
    case .foregrounded: foregrounded()
    case .backgrounded: state.session.isForeground = false
    case .networkChanged(let isOnline): networkChanged(isOnline: isOnline)
    case .screenShown(let screen): state.session.screen = screen

    case .permissionRead(let permission): permissionRead(permission)
    case .momentReached(let name): momentReached(name)
    case .explainerAnswered(let accepted): explainerAnswered(accepted: accepted)
    case .promptAnswered(let answer): promptAnswered(answer)
    case .settingsOpened: settingsOpened()

    case .registrationAsked(let caller): registrationAsked(caller: caller)
    case .tokenReceived(let token): tokenReceived(token)
    case .tokenFailed(let code): tokenFailed(code: code)
    case .tokenTimedOut(let attempt): tokenTimedOut(attempt: attempt)
    case .registrationAnswered(let request, let answer): registrationAnswered(request, answer)
    case .loggedIn(let account): loggedIn(account)
    case .loggedOut: loggedOut()
    case .logoutAnswered(let request, let answer): logoutAnswered(request, answer)

    case .pushArrived(let push): pushArrived(push)
    case .messagesDeleted: messagesDeleted()
    case .workFinished(let work, let result): workFinished(work, result)
    case .workExpired(let work): workExpired(work)
    case .localAsked(let local): localAsked(local)
    case .localWithdrawn(let notification): localWithdrawn(notification)
    case .localRefused(let notification, let reason): localRefused(notification, reason)

    case .responded(let response): responded(response)
    case .linkOpened(let url): linkOpened(url)
    case .uiReady: uiReady()
    case .uiNotReady: state.session.isReady = false
    case .accessAnswered(let tap, let access): accessAnswered(tap, access)

    case .taskAsked(let id): taskAsked(id)
    case .taskSubmitted(let id, let fault): taskSubmitted(id, fault)
    case .taskStarted(let id, let run): taskStarted(id, run)
    case .taskFinished(let run, let success): taskFinished(run, success: success)
    case .taskExpired(let run): taskExpired(run)

    case .flushDue: flushDue()
    case .receiptsAnswered(let request, let answer): receiptsAnswered(request, answer)
    }
  }
}
