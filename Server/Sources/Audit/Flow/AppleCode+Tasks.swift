import AppFacts

/// A background task's launch handler as it is registered.
struct TaskRegistration {
  var id: ResolvedTexts
  var site: SourceIndex.CallSite
  var handler: Expression?
  /// `.backgroundTask(.appRefresh("id"))`: registered and completed by SwiftUI.
  var isSwiftUI: Bool
}

/// A request for a background task.
struct TaskRequest {
  enum Kind { case refresh, processing, continued, other }
  var id: ResolvedTexts
  var site: SourceIndex.CallSite
  var kind: Kind
}

extension AppleCode {
  var taskRegistrations: [TaskRegistration] {
    let resolver = resolver
    var found: [TaskRegistration] = []
    for site in index.calls("register", "registerForTaskWithIdentifier:usingQueue:launchHandler:", in: files)
    {
      guard
        let id = site.call.argument("forTaskWithIdentifier")
          ?? site.call.argument("registerForTaskWithIdentifier")
          ?? (site.call.name.contains(":") ? site.call.arguments.first?.value : nil)
      else { continue }
      found.append(
        TaskRegistration(
          id: resolver.texts(id, in: site.function), site: site, handler: site.call.arguments.last?.value,
          isSwiftUI: false))
    }
    for site in index.calls("backgroundTask", in: files) {
      guard let kind = site.call.arguments.first?.value.asCall, kind.name == "appRefresh",
        let id = kind.arguments.first?.value
      else { continue }
      found.append(
        TaskRegistration(
          id: resolver.texts(id, in: site.function), site: site, handler: site.call.arguments.last?.value,
          isSwiftUI: true))
    }
    // A chain of modifiers holds the earlier ones inside the later.
    return found.sorted { $0.site.place.stands(before: $1.site.place) }
  }

  var taskRequests: [TaskRequest] {
    let resolver = resolver
    var found: [TaskRequest] = []
    for name in KnownAPI.taskRequests.sorted() {
      for site in index.calls(named: [name], in: files) {
        guard let id = site.call.argument("identifier") else { continue }
        found.append(TaskRequest(id: resolver.texts(id, in: site.function), site: site, kind: kind(name)))
      }
    }
    // [[BGAppRefreshTaskRequest alloc] initWithIdentifier:…]
    let inits = index.calls.filter {
      files.contains($0.unit) && $0.call.name.hasPrefix("initWithIdentifier:")
    }
    for site in inits {
      guard let base = site.call.base?.asCall, let type = base.base?.plainName,
        KnownAPI.taskRequests.contains(type), let id = site.call.arguments.first?.value
      else { continue }
      found.append(TaskRequest(id: resolver.texts(id, in: site.function), site: site, kind: kind(type)))
    }
    return found
  }

  private func kind(_ name: String) -> TaskRequest.Kind {
    switch name {
    case KnownAPI.refreshRequest: .refresh
    case KnownAPI.processingRequest: .processing
    case KnownAPI.continuedRequest: .continued
    default: .other
    }
  }

  /// Calls that submit a request.
  var taskSubmissions: [SourceIndex.CallSite] {
    index.calls("submit", "submitTaskRequest", "submitTaskRequest:error:", in: files).filter { site in
      let path = site.call.base?.path ?? ""
      return path.contains("BGTaskScheduler")
        || site.call.base.flatMap { index.type(of: $0, in: site.function) } == "BGTaskScheduler"
        || site.call.name.contains(":")
    }
  }

  /// The rules of background tasks have something to look at: not on the Mac, where there are none.
  var usesTasks: Bool { !isMac && hasApp }

  // MARK: Identifiers that Info.plist permits

  var permittedTasks: [Sourced<String>] { infoPlists.flatMap(\.permittedTasks) }

  /// Whether an entry lets a task of this id run; a build setting in it may stand for anything.
  func permits(_ entry: String, _ id: String) -> Bool {
    Self.expand(entry, bundleIDs).contains { Self.matches($0, id) }
  }

  static func expand(_ entry: String, _ bundleIDs: [String]) -> [String] {
    var texts = [entry]
    for name in ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}"] where entry.contains(name) {
      if bundleIDs.isEmpty { break }
      texts = texts.flatMap { text in bundleIDs.map { text.replacing(name, with: $0) } }
    }
    return texts.map(wildcards)
  }

  /// Build settings that are left stand for any text.
  private static func wildcards(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "$"),
      let end = rest[start...].firstIndex(where: { ")}".contains($0) })
    {
      result += rest[..<start] + "\u{0}"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func matches(_ pattern: String, _ id: String) -> Bool {
    if pattern == id { return true }
    if pattern.hasSuffix(".*"), !pattern.contains("\u{0}") {
      return id.hasPrefix(String(pattern.dropLast(1)))
    }
    let parts = pattern.split(separator: "\u{0}", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return parts.count > 2 }
    return id.count >= parts[0].count + parts[1].count && id.hasPrefix(parts[0]) && id.hasSuffix(parts[1])
  }

  // MARK: Handlers

  /// The body of a registration's handler, the task's name in it, and the function it belongs to.
  func handlerBody(_ registration: TaskRegistration) -> (task: String, body: [Statement], function: Int?)? {
    guard !registration.isSwiftUI, let handler = registration.handler else { return nil }
    switch handler.bare {
    case .closure(let closure):
      return (closure.parameters.first ?? "$0", closure.body, registration.site.function)
    case .name(let name, _), .member(_, let name, _):
      let found = index.functionNumbers(named: SourceIndex.lastName(name), in: files)
        .filter { index.functions[$0].declaration.body != nil }
      guard found.count == 1, let number = found.first,
        let task = index.functions[number].declaration.parameters.first?.name
      else { return nil }
      return (task, index.functions[number].declaration.body ?? [], number)
    default: return nil
    }
  }

  /// What becomes of the task in a registration's handler.
  func taskPaths(_ registration: TaskRegistration) -> CompletionPaths? {
    guard let handler = handlerBody(registration) else { return nil }
    return PathWalker.follow(
      handler.task, in: handler.body, function: handler.function,
      form: .object(methods: KnownAPI.taskMethods), index: index, files: files)
  }

  /// Functions that a registration's handler leads to, by name alone, and the calls that stand in it itself.
  func handlerReach(_ registration: TaskRegistration) -> (functions: Reach, calls: [Expression.Call]) {
    var calls: [Expression.Call] = []
    var names: Set<String> = []
    if case .closure(let closure)? = registration.handler?.bare {
      for statement in closure.body {
        statement.walk { part in
          switch part {
          case .call(let call):
            calls.append(call)
            names.insert(call.name)
          case .name(let name, _), .member(_, let name, _), .selector(let name, _): names.insert(name)
          default: break
          }
        }
      }
    } else if let name = registration.handler?.path {
      names.insert(SourceIndex.lastName(name))
    }
    let roots = names.sorted().flatMap { name in
      index.functionNumbers(named: name, in: files) + index.functionNumbers(signature: name, in: files)
        + SourceIndex.swiftNames(ofSelector: String(name.prefix { $0 != ":" })).dropFirst()
        .flatMap { index.functionNumbers(named: $0, in: files) }
    }
    return (index.reach(from: roots, files: files, loose: true), calls)
  }
}

extension Place {
  func stands(before other: Place) -> Bool {
    if file != other.file { return file < other.file }
    return (line ?? 0, column ?? 0) < (other.line ?? 0, other.column ?? 0)
  }
}
