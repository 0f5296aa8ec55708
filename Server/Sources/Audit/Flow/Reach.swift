import AppFacts

/// When something runs, seen from what starts it.
enum Timing: Int, Comparable {
  /// Before that returns.
  case inPlace
  /// In a closure of which it is not known.
  case perhaps
  /// After it, for certain.
  case later

  static func < (left: Timing, right: Timing) -> Bool { left.rawValue < right.rawValue }
}

/// Functions that can be reached from some roots, and how.
struct Reach {
  struct Step {
    /// Nil for a root.
    var from: Int?
    /// Of the call.
    var place: Place
    var timing: Timing
  }
  private(set) var steps: [Int: Step] = [:]

  func contains(_ function: Int) -> Bool { steps[function] != nil }
  func timing(_ function: Int) -> Timing? { steps[function]?.timing }

  /// The calls that lead to a function, the root first.
  func path(to function: Int, _ index: SourceIndex) -> [Exhibit] {
    var path: [Exhibit] = []
    var current: Int? = function
    while let number = current, let step = steps[number], path.count < 12 {
      let declaration = index.functions[number].declaration
      let name = declaration.owner.map { $0 + "." + declaration.name } ?? declaration.name
      path.append(Exhibit(step.place, step.from == nil ? "\(name) starts it" : "\(name) is called"))
      current = step.from
    }
    return path.reversed()
  }

  mutating func set(_ function: Int, _ step: Step) -> Bool {
    if let old = steps[function], old.timing <= step.timing { return false }
    steps[function] = step
    return true
  }
}

extension SourceIndex {
  /// Follows calls from roots. `loose`: by name alone, and names passed as values too, so that what is not found is
  /// not reached; else only where it is known which function is meant, so that what is found is reached.
  func reach(
    from roots: [Int], files: Set<Int>, loose: Bool, through allowed: (CallSite) -> Bool = { _ in true }
  ) -> Reach {
    var reach = Reach()
    var waiting: [Int] = []
    for root in roots {
      if reach.set(root, .init(from: nil, place: functions[root].declaration.place, timing: .inPlace)) {
        waiting.append(root)
      }
    }
    var position = 0
    while position < waiting.count, waiting.count < 100_000 {
      let number = waiting[position]
      position += 1
      guard let timing = reach.timing(number) else { continue }
      for callNumber in functions[number].calls {
        let site = calls[callNumber]
        guard allowed(site) else { continue }
        let then = max(timing, KnownAPI.timing(site.frames))
        let targets =
          loose
          ? looseCallees(of: site.call, files: files)
          : callees(of: site.call, in: number, files: files)
        for target in targets
        where reach.set(target, .init(from: number, place: site.place, timing: then)) {
          waiting.append(target)
        }
      }
      for name in functions[number].mentions.sorted() {
        let named = functionNumbers(named: name, in: files) + functionNumbers(signature: name, in: files)
        for target in named where loose || functions[target].isAccessor {
          if !loose, functions[target].owner != functions[number].owner { continue }
          let place = functions[number].declaration.place
          let then = functions[target].isAccessor ? timing : max(timing, .perhaps)
          if reach.set(target, .init(from: number, place: place, timing: then)) { waiting.append(target) }
        }
      }
    }
    return reach
  }

  /// Those of some functions that lead to others among them, by name alone.
  func leading(to targets: Set<Int>, among functions: Set<Int>, files: Set<Int>) -> Set<Int> {
    var callers: [Int: [Int]] = [:]
    for number in functions {
      var named: Set<Int> = []
      for call in self.functions[number].calls {
        named.formUnion(looseCallees(of: calls[call].call, files: files))
      }
      for name in self.functions[number].mentions { named.formUnion(functionNumbers(named: name, in: files)) }
      for callee in named { callers[callee, default: []].append(number) }
    }
    var found = targets.intersection(functions)
    var waiting = Array(found)
    while let next = waiting.popLast() {
      for caller in callers[next] ?? [] where found.insert(caller).inserted { waiting.append(caller) }
    }
    return found
  }

  /// Whatever a call could mean, by its name.
  private func looseCallees(of call: Expression.Call, files: Set<Int>) -> [Int] {
    let first = String(call.name.prefix { $0 != ":" })
    var found: [Int] = []
    for name in Self.swiftNames(ofSelector: first) { found += functionNumbers(named: name, in: files) }
    if let letter = call.name.first, letter.isUppercase {
      // A type that is made runs its initializers; a view its body too.
      found += functionNumbers(owner: call.name, in: files).filter {
        ["init", "body"].contains(functions[$0].declaration.name)
      }
    } else if ["alloc", "new", "shared", "init"].contains(first), let type = call.base?.plainName {
      found += functionNumbers(owner: type, in: files).filter {
        functions[$0].declaration.name.hasPrefix("init")
      }
    }
    return found
  }
}

extension KnownAPI {
  /// When a call in these frames runs, seen from the function that it stands in.
  static func timing(_ frames: [SiteFrame]) -> Timing {
    frames.reduce(.inPlace) { timing, frame in
      switch frame {
      case .closure(let call, _, _): max(timing, self.timing(ofClosureIn: call))
      case .looseClosure, .localFunction: max(timing, .perhaps)
      case .condition, .choice, .loop, .rescue: timing
      }
    }
  }

  static func timing(ofClosureIn call: Expression.Call) -> Timing {
    if runsInPlace(call) || builders.contains(call.name) { return .inPlace }
    if runsOnce(call), !call.name.hasPrefix("with"), call.name != "autoreleasepool" { return .later }
    if laterFunctions.contains(call.name) || userActions.contains(call.name) { return .later }
    return .perhaps
  }

  /// Containers of SwiftUI and Compose that run their closure while they are built.
  static let builders: Set<String> = [
    "WindowGroup", "Window", "VStack", "HStack", "ZStack", "Group", "NavigationStack", "NavigationView",
    "TabView",
    "Settings", "MenuBarExtra", "DocumentGroup", "List", "Section", "ScrollView",
  ]

  /// Run their closure when launching is over.
  static let laterFunctions: Set<String> = [
    "onAppear", "task", "onChange", "onReceive", "onOpenURL", "requestAuthorization",
    "requestAuthorizationWithOptions:completionHandler:", "getNotificationSettings",
    "getNotificationSettingsWithCompletionHandler:", "dataTask", "dataTaskWithURL:completionHandler:",
    "dataTaskWithRequest:completionHandler:", "scheduledTimer", "refreshable", "asyncAfter", "dispatch_after",
    "dispatch_async", "notify",
  ]

  /// Run their closure, or the function named, when a person does something.
  static let userActions: Set<String> = [
    "Button", "onTapGesture", "onLongPressGesture", "onSubmit", "swipeActions", "UIAction", "UIAlertAction",
    "addTarget", "addTarget:action:forControlEvents:", "actionWithTitle:style:handler:", "addAction",
    "Toggle",
    "setOnClickListener", "onClick", "clickable", "setPositiveButton", "TextButton", "OutlinedButton",
    "IconButton",
    "UIBarButtonItem", "NavigationLink", "Menu", "onCommand", "actionWithHandler:", "Link", "sheet", "alert",
    "confirmationDialog",
  ]
}
