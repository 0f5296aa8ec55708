import AppFacts

/// Follows what a notification carried to where the app opens it as a URL.
struct PayloadFlow {
  let code: AppCode
  /// Opened, where it came in, and the way between.
  var opened: [(place: Place, handler: Int)] = []
  private var seen: Set<String> = []

  init(code: AppCode) { self.code = code }

  mutating func run(_ handlers: [(function: Int, payload: Set<String>)]) {
    for handler in handlers {
      follow(handler.function, payload: handler.payload, tainted: [], handler.function, 0)
    }
  }

  /// - Parameters:
  ///   - payload: names of the whole payload, or of what it stands in.
  ///   - tainted: names of values out of it.
  private mutating func follow(
    _ number: Int, payload: Set<String>, tainted: Set<String>, _ handler: Int, _ depth: Int
  ) {
    let id = "\(number) \(payload.sorted()) \(tainted.sorted())"
    guard depth < 5, seen.insert(id).inserted else { return }
    var names = Names(payload: payload, tainted: tainted)
    body(code.index.functions[number].declaration.body ?? [], &names, number, handler, depth)
  }

  struct Names {
    var payload: Set<String>
    var tainted: Set<String>
  }

  private mutating func body(
    _ statements: [Statement], _ names: inout Names, _ number: Int, _ handler: Int, _ depth: Int
  ) {
    for statement in statements {
      switch statement {
      case .variable(let variable):
        if let value = variable.value {
          look(value, names, number, handler, depth)
          bind([variable.name], value, &names)
        }
      case .assign(let target, let value, _):
        look(value, names, number, handler, depth)
        if let name = target.plainName { bind([name], value, &names) }
      case .branch(let branch):
        var inside = names
        for condition in branch.conditions {
          look(condition, names, number, handler, depth)
          bind(branch.bindings, condition, &inside)
        }
        // A look at the scheme or host is a decision of the app's own.
        let checked = branch.conditions.reduce(into: Set<String>()) { words, condition in
          for word in condition.words { words.insert(String(word.prefix { $0 != ":" })) }
        }
        let isChecked = !checked.isDisjoint(with: Self.checks)
        if branch.isGuard {
          names = isChecked ? Names(payload: names.payload, tainted: []) : inside
          var other = names
          body(branch.otherwise ?? [], &other, number, handler, depth)
          continue
        }
        if isChecked { inside.tainted = [] }
        body(branch.then, &inside, number, handler, depth)
        var other = isChecked ? Names(payload: names.payload, tainted: []) : names
        body(branch.otherwise ?? [], &other, number, handler, depth)
        if isChecked { names.tainted = [] }
      case .select(let select):
        if let subject = select.subject { look(subject, names, number, handler, depth) }
        for choice in select.cases {
          var inside = names
          body(choice.body, &inside, number, handler, depth)
        }
      default:
        for expression in statement.expressions { look(expression, names, number, handler, depth) }
        for block in statement.blocks {
          var inside = names
          body(block, &inside, number, handler, depth)
        }
      }
    }
  }

  private static let checks: Set<String> = [
    "host", "scheme", "allowed", "isAllowed", "isTrusted", "isSafe", "allowedHosts", "hasPrefix",
    "startsWith",
    "contains", "validate", "isValid", "getHost", "getScheme", "canOpen", "allowlist", "whitelist",
    "trustedHosts",
    "canHandle", "handle", "isUniversalLink", "isDeepLink", "isEqualToString", "containsString",
    "rangeOfString",
    "hasSuffix", "matches", "endsWith",
  ]

  private func bind(_ bound: [String], _ value: Expression, _ names: inout Names) {
    if isTainted(value, names) {
      names.tainted.formUnion(bound)
    } else if isPayload(value, names) {
      names.payload.formUnion(bound)
    }
  }

  private func isPayload(_ value: Expression, _ names: Names) -> Bool {
    switch value.bare {
    case .name(let name, _): names.payload.contains(name)
    case .member(let base?, let name, _):
      ["userInfo", "content", "request", "notification", "data", "extras", "notificationResponse"].contains(
        name)
        && isPayload(base, names)
    case .call(let call):
      ["getData", "getExtras", "getIntent", "userInfo"].contains(call.name)
        && (call.base.map { isPayload($0, names) } ?? false)
    case .composed("??", let parts, _): parts.first.map { isPayload($0, names) } ?? false
    default: false
    }
  }

  /// A text or URL that is what the payload says, unchanged.
  private func isTainted(_ value: Expression, _ names: Names) -> Bool {
    switch value.bare {
    case .name(let name, _): names.tainted.contains(name)
    case .composed("[]", let parts, _):
      parts.first.map { isPayload($0, names) || isTainted($0, names) } ?? false
    case .composed("??", let parts, _): parts.first.map { isTainted($0, names) } ?? false
    case .call(let call):
      if ["URL", "NSURL", "String", "URLRequest", "init"].contains(call.name) || call.name == "parse"
        || ["URLWithString:", "initWithString:", "requestWithURL:", "flatMap", "map"].contains(call.name)
      {
        call.arguments.first.map { isTainted($0.value, names) } ?? false
          || (call.base.map { isTainted($0, names) } ?? false)
      } else if [
        "objectForKey:", "valueForKey:", "get", "getString", "getStringExtra", "objectForKeyedSubscript:",
      ]
      .contains(call.name) {
        call.base.map { isPayload($0, names) } ?? false
      } else {
        false
      }
    default: false
    }
  }

  private mutating func look(
    _ expression: Expression, _ names: Names, _ number: Int, _ handler: Int, _ depth: Int
  ) {
    switch expression {
    case .call(let call):
      if Self.opens(call),
        call.arguments.first.map({ isTainted($0.value, names) || isIntent($0.value, names) }) ?? false
      {
        if !opened.contains(where: { $0.place == call.place }) { opened.append((call.place, handler)) }
        return
      }
      enter(call, names, number, handler, depth)
      if let base = call.base { look(base, names, number, handler, depth) }
      for argument in call.arguments { look(argument.value, names, number, handler, depth) }
    case .closure(let closure):
      var inside = names
      body(closure.body, &inside, number, handler, depth)
    default: for part in expression.parts { look(part, names, number, handler, depth) }
    }
  }

  /// `Intent(Intent.ACTION_VIEW, Uri.parse(link))`
  private func isIntent(_ value: Expression, _ names: Names) -> Bool {
    guard let call = value.bare.asCall, call.name == "Intent" else { return false }
    return call.arguments.contains { isTainted($0.value, names) }
  }

  private static func opens(_ call: Expression.Call) -> Bool {
    let base = call.base?.path ?? ""
    if ["open", "openURL", "openURL:", "openURL:options:completionHandler:"].contains(call.name) {
      return base.contains("application") || base.contains("Application") || base.contains("UIApp")
        || base.contains("NSWorkspace")
        || base.contains("extensionContext")
    }
    return ["startActivity", "SFSafariViewController", "launchUrl", "openUri"].contains(call.name)
      || (["load", "loadRequest:", "loadUrl"].contains(call.name) && base.lowercased().contains("web"))
  }

  private mutating func enter(
    _ call: Expression.Call, _ names: Names, _ number: Int, _ handler: Int, _ depth: Int
  ) {
    guard !call.arguments.isEmpty else { return }
    let carried = call.arguments.map { (isPayload($0.value, names), isTainted($0.value, names)) }
    guard carried.contains(where: { $0.0 || $0.1 }) else { return }
    let callees = code.index.callees(of: call, in: number, files: code.files)
    guard callees.count == 1, let callee = callees.first else { return }
    let declaration = code.index.functions[callee].declaration
    var payload: Set<String> = []
    var tainted: Set<String> = []
    for (position, (isPayload, isTainted)) in carried.enumerated() {
      guard let name = code.index.parameter(of: declaration, for: call, at: position) else { continue }
      if isTainted { tainted.insert(name) } else if isPayload { payload.insert(name) }
    }
    follow(callee, payload: payload, tainted: tainted, handler, depth + 1)
  }
}

extension AppCode {
  /// Functions that are given a notification, with the parameter that is it.
  var notificationHandlers: [(function: Int, payload: Set<String>)] {
    let callbacks = [
      KnownAPI.fetchReceive, KnownAPI.legacyReceive, KnownAPI.didReceiveResponse, KnownAPI.willPresent,
    ]
    var found: [(function: Int, payload: Set<String>)] = []
    let signatures =
      callbacks.flatMap { [$0.swift, $0.objectiveC] }
      + [KnownAPI.asyncDidReceiveResponse, KnownAPI.asyncWillPresent]
    for signature in signatures {
      for number in index.functionNumbers(signature: signature, in: files) {
        let parameters = index.functions[number].declaration.parameters
        guard parameters.count > 1 else { continue }
        found.append((number, [parameters[1].name]))
      }
    }
    for number in index.functionNumbers(named: "onMessageReceived", in: files) {
      if let name = index.functions[number].declaration.parameters.first?.name {
        found.append((number, [name]))
      }
    }
    return found
  }
}
