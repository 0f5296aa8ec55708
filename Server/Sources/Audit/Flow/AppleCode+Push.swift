import AppFacts

extension AppleCode {
  /// Calls of registerForRemoteNotifications, those of a watch left out.
  var registerSites: [SourceIndex.CallSite] {
    index.calls("registerForRemoteNotifications", "registerForRemoteNotificationTypes:", in: files).filter {
      // A watch has a delegate of its own kind.
      let base = $0.call.base?.path ?? ""
      return !base.hasPrefix("WKApplication") && !base.hasPrefix("WKExtension")
    }
  }

  /// The fetch form of the handler, with a completion or as an async function.
  var fetchHandlers: [Int] {
    functions(KnownAPI.fetchReceive) + functions(KnownAPI.legacyReceive).filter(isFetchForm)
  }

  /// `application(_:didReceiveRemoteNotification:)` without a result.
  var legacyHandlers: [Int] { functions(KnownAPI.legacyReceive).filter { !isFetchForm($0) } }

  private func isFetchForm(_ function: Int) -> Bool {
    let declaration = index.functions[function].declaration
    return KnownAPI.isAsync(declaration) || declaration.returns?.contains("UIBackgroundFetchResult") == true
  }

  /// Handlers of a tapped notification, with a completion or async.
  var responseHandlers: [Int] {
    functions(KnownAPI.didReceiveResponse)
      + functions(.init(swift: KnownAPI.asyncDidReceiveResponse, objectiveC: ""))
  }

  var presentHandlers: [Int] {
    functions(KnownAPI.willPresent) + functions(.init(swift: KnownAPI.asyncWillPresent, objectiveC: ""))
  }

  /// The app's own code takes part in remote notifications.
  var handlesPushes: Bool {
    !functions(KnownAPI.didRegister).isEmpty || !functions(KnownAPI.didFail).isEmpty
      || ((!fetchHandlers.isEmpty || !legacyHandlers.isEmpty) && !imports("CloudKit"))
  }

  /// Types that are the notification centre's delegate, with the place of the declaration or extension.
  var centerDelegates: [(name: String, place: Place, unit: Int)] {
    index.types.filter { type in
      files.contains(type.unit)
        && type.declaration.inherits.contains {
          SourceIndex.lastName($0) == "UNUserNotificationCenterDelegate"
        } && type.declaration.kind != .interface
    }.map { (SourceIndex.lastName($0.declaration.name), $0.declaration.place, $0.unit) }
  }

  /// Assignments to the notification centre's delegate.
  var centerDelegateAssignments: [(place: Place, function: Int?, frames: [SiteFrame])] {
    var found: [(place: Place, function: Int?, frames: [SiteFrame])] = []
    for site in index.assignments where files.contains(site.unit) && !site.value.isNull {
      guard case .member(let base?, "delegate", _) = site.target else { continue }
      let path = base.path ?? ""
      let type = index.type(of: base, in: site.function)
      let word = SourceIndex.lastName(path).lowercased()
      if path.contains("UNUserNotificationCenter") || type == "UNUserNotificationCenter"
        || word.contains("center") || word.contains("centre")
      {
        found.append((site.place, site.function, site.frames))
      }
    }
    for site in index.calls("setDelegate:", in: files)
    where site.call.base?.path?.contains("UNUserNotification") == true {
      found.append((site.place, site.function, site.frames))
    }
    return found
  }

  /// Calls that ask for permission to show notifications.
  var authorizationSites: [SourceIndex.CallSite] {
    index.calls(named: KnownAPI.requestAuthorization.sorted(), in: files).filter { site in
      let path = site.call.base?.path ?? ""
      let type = site.call.base.flatMap { index.type(of: $0, in: site.function) }
      return path.contains("UNUserNotificationCenter") || type == "UNUserNotificationCenter"
        || site.call.argument("options") != nil || site.call.name.contains("WithOptions")
    }
  }

  // MARK: Conditions

  /// What a frame says to be true or false behind it.
  static func implied(_ frame: SiteFrame) -> [(expression: Expression, value: Bool)] {
    guard case .condition(let branch, let holds) = frame else { return [] }
    let atoms = PathAtom.conjuncts(branch.conditions)
    guard holds || atoms.count == 1 else { return [] }
    return atoms.map { ($0.expression, holds == $0.wanted) }
  }

  /// Reached only where notifications are allowed.
  func isBehindConsent(_ frames: [SiteFrame], in function: Int?) -> Bool {
    var answers: Set<String> = []
    for frame in frames {
      if case .closure(let call, _, let closure) = frame, KnownAPI.requestAuthorization.contains(call.name),
        let first = closure.parameters.first
      {
        answers.insert(first)
      }
      if case .choice(let subject?, let patterns) = frame, subject.words.contains("authorizationStatus") {
        let words = patterns.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        if words.contains("authorized") || words.contains("UNAuthorizationStatusAuthorized"),
          !words.contains("denied")
        {
          return true
        }
      }
      for (expression, value) in Self.implied(frame) where value {
        let words = expression.words
        if let name = expression.plainName {
          if answers.contains(name) || isGrant(name, function) { return true }
        }
        if words.contains("authorizationStatus"),
          words.contains("authorized") || words.contains("UNAuthorizationStatusAuthorized")
        {
          return true
        }
        if !words.isDisjoint(with: KnownAPI.requestAuthorization) { return true }
      }
    }
    return false
  }

  /// `let granted = try await center.requestAuthorization(…)`
  private func isGrant(_ name: String, _ function: Int?) -> Bool {
    guard let function,
      let value = SourceIndex.local(name, in: index.functions[function].declaration.body ?? [])?.value
    else { return false }
    return !value.words.isDisjoint(with: KnownAPI.requestAuthorization)
  }

  /// True where the site, or each call that leads to its function, satisfies the condition.
  func everyWay(
    to site: SourceIndex.CallSite, depth: Int = 0, _ holds: (SourceIndex.CallSite) -> Bool
  ) -> Bool {
    if holds(site) { return true }
    guard depth < 5, let function = site.function else { return false }
    let declaration = index.functions[function].declaration
    if KnownAPI.isLaunch(declaration) { return false }
    let name = declaration.name == "init" ? index.functions[function].owner ?? "init" : declaration.name
    let callers = index.calls(named: [name, declaration.signature], in: files).filter {
      $0.function != function && index.callees(of: $0.call, in: $0.function, files: files).contains(function)
    }
    // Passed by name somewhere: those ways are not known.
    let isPassed = index.functions.contains {
      files.contains($0.unit) && $0.mentions.contains(declaration.name)
    }
    guard !callers.isEmpty, !isPassed else { return false }
    return callers.allSatisfy { everyWay(to: $0, depth: depth + 1, holds) }
  }

  /// A person's action runs it: a button's closure, an IBAction.
  func isUserAction(_ site: SourceIndex.CallSite) -> Bool {
    let inAction = site.frames.contains {
      if case .closure(let call, _, _) = $0 { return KnownAPI.userActions.contains(call.name) }
      return false
    }
    return inAction || site.function.map(isActionMethod) ?? false
  }

  /// The same, or an action of the person's calls the function that it stands in.
  func isReachedByUserAction(_ site: SourceIndex.CallSite) -> Bool {
    if isUserAction(site) { return true }
    var functions = site.function.map { [$0] } ?? []
    var seen = Set(functions)
    // Callers of callers; what lies further away is not the action's own.
    for _ in 0..<3 {
      var callers: [Int] = []
      for function in functions {
        let name = index.functions[function].declaration.name
        for caller in index.calls(named: [name], in: files)
        where index.callees(of: caller.call, in: caller.function, files: files).contains(function) {
          if isUserAction(caller) { return true }
          if let next = caller.function, seen.insert(next).inserted { callers.append(next) }
        }
      }
      functions = callers
    }
    return false
  }

  func isActionMethod(_ function: Int) -> Bool {
    let declaration = index.functions[function].declaration
    return declaration.modifiers.contains { $0.hasPrefix("IBAction") } || declaration.returns == "IBAction"
  }
}
