import AppFacts

/// What the files of interest rest on and do not hold themselves: ids in a constants file, a helper that gets the
/// completion handler, what the launch calls, an extension of the delegate, and who calls the registration.
struct SecondLook {
  /// Types whose definitions are wanted.
  private(set) var types: Set<String> = []
  /// Constants and variables.
  private(set) var values: Set<String> = []
  /// Functions, where their names are not common ones.
  private(set) var functions: Set<String> = []
  /// Types that are used by name: who mentions them may be the way from the launch.
  private(set) var mentioned: Set<String> = []

  /// Names that are defined, or were asked for before.
  private var known: Set<String> = []

  /// Calls whose arguments are ids, or lead to them.
  private static let idCalls: Set<String> = [
    "register", "submit", "BGAppRefreshTaskRequest", "BGProcessingTaskRequest",
    "BGContinuedProcessingTaskRequest",
    "appRefresh", "urlSession", "cancel", "UNNotificationCategory", "UNNotificationAction",
    "NotificationChannel",
    "Builder", "setChannelId", "createNotificationChannel", "forTaskWithIdentifier", "subscribe",
  ]
  private static let launches: Set<String> = [
    "didFinishLaunchingWithOptions", "willFinishLaunchingWithOptions", "applicationDidFinishLaunching",
    "applicationWillFinishLaunching", "onCreate", "main", "attachBaseContext",
  ]
  private static let registrations: Set<String> = [
    "registerForRemoteNotifications", "requestAuthorization",
    "requestAuthorizationWithOptions:completionHandler:",
    "createNotificationChannel", "registerForTaskWithIdentifier:usingQueue:launchHandler:",
    "requestPermissions", "setNotificationCategories", "setNotificationCategories:",
  ]
  private static let delegates = [
    "ApplicationDelegate", "UserNotificationCenterDelegate", "MessagingDelegate",
    "NotificationServiceExtension",
    "MessagingService", "PushRegistryDelegate", "SceneDelegate",
  ]
  /// What nobody defines in an app, or everybody does.
  private static let common: Set<String> = [
    "self", "super", "this", "map", "append", "print", "debugPrint", "NSLog", "DispatchQueue", "Task", "Self",
  ]

  /// Adds what these units want. `fromLaunch`: they were found as what the launch calls.
  mutating func add(_ units: [SourceUnit], fromLaunch: Bool) {
    for unit in units {
      known.formUnion(unit.types.filter { $0.kind != .extension }.map { last($0.name) })
    }
    for unit in units where !unit.isTest { add(unit, fromLaunch: fromLaunch) }
  }

  /// Takes what is wanted, so that the next round asks for new names only.
  mutating func take() -> SecondLook? {
    var round = self
    round.types.subtract(known)
    round.values.subtract(known)
    round.functions.subtract(known)
    // Extensions of a known type stand elsewhere.
    round.types.formUnion(extended)
    known.formUnion(round.types)
    known.formUnion(round.values)
    known.formUnion(round.functions)
    (types, values, functions, mentioned, extended) = ([], [], [], [], [])
    return round.words.isEmpty ? nil : round
  }

  private var extended: Set<String> = []
  var words: Set<String> { types.union(values).union(functions).union(mentioned) }

  private mutating func add(_ unit: SourceUnit, fromLaunch: Bool) {
    let own = Dictionary(grouping: unit.variables, by: { $0.owner ?? "" })
    var launching: Set<String> = []
    for type in unit.types {
      let isMain = type.attributes.contains { $0 == "main" || $0.hasSuffix("ApplicationMain") }
      guard
        isMain || fromLaunch
          || type.inherits.contains(where: { name in Self.delegates.contains { name.hasSuffix($0) } })
      else { continue }
      if isMain { launching.insert(type.name) }
      extended.insert(last(type.name))
      types.formUnion(type.inherits.map(last).filter(isType))
    }
    var bodies: [(function: FunctionDeclaration, isLaunch: Bool)] = []
    for function in unit.functions {
      let isLaunch =
        fromLaunch || Self.launches.contains(function.name)
        || Self.launches.contains { function.signature.contains($0) }
        || (function.owner.map(launching.contains) ?? false)
      bodies.append((function, isLaunch))
    }
    for variable in unit.variables {
      guard let getter = variable.getter else { continue }
      let accessor = FunctionDeclaration(
        name: variable.name, signature: variable.name, owner: variable.owner, parameters: [], body: getter,
        place: variable.place)
      bodies.append((accessor, fromLaunch || (variable.owner.map(launching.contains) ?? false)))
    }
    for (function, isLaunch) in bodies {
      let handed = Set(function.parameters.map(\.name))
      let members = own[function.owner ?? ""] ?? []
      // A tap's way through the app, which a helper may go.
      let isTap =
        function.signature.hasPrefix("userNotificationCenter(_:didReceive:")
        || function.signature.hasPrefix("userNotificationCenter:didReceiveNotificationResponse:")
      var registers = false
      // The token's text may be made by an extension of Data.
      let data = Set(
        function.parameters.filter { ["Data", "NSData"].contains(plain($0.type)) }.map(\.name))
      for statement in function.body ?? [] {
        statement.walk { expression in
          if case .member(.name(let base, _)?, let name, _) = expression, data.contains(base), name.count > 5
          {
            values.insert(name)
          }
          guard case .call(let call) = expression else { return }
          if case .name(let base, _)? = call.base, data.contains(base) { self.function(call.name) }
          if Self.registrations.contains(call.name) { registers = true }
          if isLaunch || isTap { callee(call, members, nameToo: isLaunch) }
          if Self.idCalls.contains(call.name) || call.name.hasPrefix("registerForTask")
            || call.name.hasPrefix("init")
          {
            for argument in call.arguments { id(argument.value, handed) }
          } else if call.arguments.contains(where: { names($0.label) }) {
            for argument in call.arguments where names(argument.label) { id(argument.value, handed) }
          }
          if call.arguments.contains(where: { isHanded($0.value, handed) }) {
            callee(call, members, nameToo: true)
          }
        }
      }
      if registers, let owner = function.owner { mentioned.insert(last(owner)) }
    }
    for variable in unit.variables {
      guard let value = variable.value else { continue }
      value.walk { expression in
        guard case .call(let call) = expression, Self.idCalls.contains(call.name) else { return }
        for argument in call.arguments { id(argument.value, []) }
      }
    }
  }

  /// Labels behind which ids stand.
  private func names(_ label: String?) -> Bool {
    guard let label = label?.lowercased() else { return false }
    return label.contains("identifier") || label == "id" || label.contains("channel")
      || label.contains("categor")
  }

  /// A completion handler, a task or a token that came in as a parameter.
  private func isHanded(_ value: Expression, _ parameters: Set<String>) -> Bool {
    guard case .name(let name, _) = value else { return false }
    let lower = name.lowercased()
    return parameters.contains(name)
      || ["completion", "handler", "task", "token", "content", "done", "callback"].contains {
        lower.contains($0)
      }
  }

  /// What is called: its type where that stands there, else its name.
  private mutating func callee(_ call: Expression.Call, _ members: [VariableDeclaration], nameToo: Bool) {
    guard let base = call.base, let root = root(base) else {
      if isType(call.name) { types.insert(call.name) } else if nameToo { function(call.name) }
      return
    }
    if isType(root) {
      types.insert(root)
    } else if let member = members.first(where: { $0.name == root }) {
      if let type = member.type.map(plain), isType(type) { types.insert(type) }
      if let value = member.value, let made = self.root(value), isType(made) { types.insert(made) }
    } else if root == "self" || root == "super" || root == "this" {
      if nameToo { function(call.name) }
    } else if nameToo, root.count > 3 {
      function(call.name)
    }
  }

  private mutating func function(_ name: String) {
    // Objective-C: the first part of the selector stands in the definition.
    let first = String(name.prefix { $0 != ":" })
    guard first.count > 5, !Self.common.contains(first) else { return }
    functions.insert(first)
  }

  private mutating func id(_ value: Expression, _ parameters: Set<String>) {
    value.walk(intoClosures: false) { expression in
      switch expression {
      case .name(let name, _):
        if isType(name) {
          types.insert(name)
        } else if !parameters.contains(name), name.count > 2, !Self.common.contains(name) {
          values.insert(name)
        }
        // CONSTANTS and kConstants are values, too.
        if name.count > 2, name.first == "k" || name == name.uppercased() { values.insert(name) }
      case .member(let base?, _, _):
        if let root = root(base), isType(root) { types.insert(root) }
      default: break
      }
    }
  }

  /// What stands first: `Parcel` of `Parcel.shared.start()`.
  private func root(_ expression: Expression) -> String? {
    var rest = expression
    while true {
      switch rest {
      case .name(let name, _): return name
      case .member(let base?, _, _): rest = base
      case .call(let call):
        guard let base = call.base else { return call.name }
        rest = base
      case .composed(_, let parts, _):
        guard parts.count == 1, let part = parts.first else { return nil }
        rest = part
      default: return nil
      }
    }
  }

  private func isType(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name.count > 2, !Self.common.contains(name) else {
      return false
    }
    return first.properties.isUppercase && name.dropFirst().contains { $0.isLowercase }
  }

  private func last(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private func plain(_ type: String) -> String {
    String(type.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}

extension SecondLook {
  /// Which of the wanted names a text defines, or mentions where that is enough.
  func found(in text: [UInt8], _ search: WordSearch) -> Set<String> {
    var found: Set<String> = []
    text.withUnsafeBufferPointer { bytes in
      var state = WordSearch.State()
      _ = search.scan(bytes, from: &state) { word, end in
        let name = search.words[word]
        let start = end - name.utf8.count
        guard !found.contains(name), start == 0 || !isNameByte(bytes[start - 1]),
          end == bytes.count || !isNameByte(bytes[end])
        else { return true }
        if mentioned.contains(name) || defines(name, bytes, start, end) { found.insert(name) }
        return true
      }
    }
    return found
  }

  private static let typeWords: Set<String> = [
    "class", "struct", "enum", "actor", "extension", "protocol", "interface", "object", "typealias",
    "implementation",
  ]
  private static let valueWords: Set<String> = ["let", "var", "val", "case", "const", "define"]
  private static let noType: Set<String> = ["return", "new", "else", "throw", "await", "try", "in", "case"]

  private func defines(_ name: String, _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var from = start
    while from > 0, text[from - 1] == 0x20 || text[from - 1] == 0x09 { from -= 1 }
    let wordEnd = from
    while from > 0, isNameByte(text[from - 1]) { from -= 1 }
    let before = String(decoding: text[from..<wordEnd], as: UTF8.self)
    var to = end
    while to < text.count, text[to] == 0x20 || text[to] == 0x09 { to += 1 }
    let next = to < text.count ? text[to] : 0
    if types.contains(name), Self.typeWords.contains(before) { return true }
    if values.contains(name) {
      if Self.valueWords.contains(before) { return true }
      // `NSString *const kRefresh = @"…"`, `String CHANNEL = "…"`.
      if next == UInt8(ascii: "="), to + 1 < text.count, text[to + 1] != UInt8(ascii: "="), !before.isEmpty {
        return true
      }
    }
    if functions.contains(name) {
      if before == "func" || before == "fun" { return true }
      // `- (void)finish:(…)`, `void finish(…) {`.
      let previous = wordEnd > 0 ? text[wordEnd - 1] : 0
      if previous == UInt8(ascii: ")"),
        next == UInt8(ascii: ":") || next == UInt8(ascii: "{") || next == UInt8(ascii: ";")
      {
        return true
      }
      if next == UInt8(ascii: "("), !before.isEmpty, !Self.noType.contains(before),
        before.first?.isNumber == false
      {
        return true
      }
    }
    return false
  }
}
