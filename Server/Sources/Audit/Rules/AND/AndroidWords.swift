import AppFacts

extension AndroidApp {
  /// Whether this word is a name, a member or a part of a text in the app's code, outside of calls that only look.
  func names(_ word: String, _ scope: AuditScope, besides looking: Set<String> = []) -> Bool {
    var found = false
    func search(_ expression: Expression) {
      guard !found else { return }
      switch expression {
      case .name(word, _), .member(_, word, _): found = true
      case .string(let text, _) where text.contains(word): found = true
      case .call(let call):
        if call.name == word { found = true }
        if let base = call.base { search(base) }
        if !looking.contains(call.name) { call.arguments.forEach { search($0.value) } }
      case .closure(let closure): closure.body.forEach(search)
      default: expression.parts.forEach(search)
      }
    }
    func search(_ statement: Statement) {
      statement.expressions.forEach(search)
      statement.blocks.joined().forEach(search)
    }
    for unit in units(scope) where !found {
      for function in unit.functions { function.body?.forEach(search) }
      for variable in unit.variables {
        if let value = variable.value { search(value) }
        for body in [variable.getter, variable.setter].compactMap({ $0 }) { body.forEach(search) }
      }
      unit.topLevel.forEach(search)
    }
    return found
  }

  /// The tree that was given is an app's, and not a file or two of it; and all of its code was read, so that what is
  /// not found is not there.
  func hasSources(_ scope: AuditScope) -> Bool {
    guard !sources.isEmpty, !(gradleModules.isEmpty && sourceManifests(scope).isEmpty) else { return false }
    return !scope.facts.unreadable.contains {
      $0.kind == .source && ($0.place.file.hasSuffix(".kt") || $0.place.file.hasSuffix(".java"))
    }
  }
}

extension Expression.Call {
  /// `NotificationCompat.Builder` of Kotlin's `NotificationCompat.Builder(…)` and Java's `new NotificationCompat.Builder(…)`.
  var constructed: String {
    let whole = (base?.path.map { $0 + "." } ?? "") + name
    return whole.split(separator: ".").suffix(2).joined(separator: ".")
  }

  /// Makes a notification's builder.
  var isNotificationBuilder: Bool {
    constructed == "NotificationCompat.Builder" || constructed == "Notification.Builder"
  }
}

extension AuditScope {
  /// Where a function calls something: its words, with those of what stands around a call in it.
  func words(of function: Int?) -> Set<String> {
    guard let function, index.functions.indices.contains(function) else { return [] }
    var words: Set<String> = []
    for statement in index.functions[function].declaration.body ?? [] {
      statement.walk { words.formUnion($0.parts.isEmpty ? $0.words : []) }
      statement.walk { if case .member(_, let name, _) = $0 { words.insert(name) } }
    }
    return words
  }
}
