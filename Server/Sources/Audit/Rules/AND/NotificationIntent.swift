import AppFacts

/// A PendingIntent that the app's code makes.
struct NotificationIntent {
  var site: SourceIndex.CallSite
  /// Context, request code, intent, flags.
  var intent: Expression?
  var flags: Expression?

  static let makers = ["getActivity", "getActivities", "getBroadcast", "getService", "getForegroundService"]

  init?(_ site: SourceIndex.CallSite) {
    guard Self.makers.contains(site.call.name), site.call.base?.path?.lastName == "PendingIntent",
      site.call.arguments.count >= 4
    else { return nil }
    self.site = site
    intent = site.call.argument("intent") ?? site.call.arguments[2].value
    flags = site.call.argument("flags") ?? site.call.arguments[3].value
  }

  static func all(_ app: AndroidApp, _ scope: AuditScope) -> [NotificationIntent] {
    scope.index.calls(named: makers, in: Set(app.sources)).compactMap { NotificationIntent($0) }
  }

  /// Names of flags in an expression; nil where something else may be a flag too.
  static func flagNames(_ expression: Expression, in function: Int?, _ scope: AuditScope, depth: Int = 0)
    -> Set<
      String
    >?
  {
    guard depth < 6 else { return nil }
    let bare = expression.bare
    switch bare {
    case .number("0", _): return []
    case .name(let name, _), .member(_, let name, _):
      if name.hasPrefix("FLAG_") { return [name] }
      guard case .name = bare, let function, let value = KnownText.localValue(name, in: function, scope)
      else {
        return nil
      }
      return flagNames(value, in: function, scope, depth: depth + 1)
    case .composed(let symbol, let parts, _) where ["or", "|", "+"].contains(symbol):
      return union(parts, in: function, scope, depth)
    case .call(let call) where call.name == "or":
      return union((call.base.map { [$0] } ?? []) + call.arguments.map(\.value), in: function, scope, depth)
    default: return nil
    }
  }

  private static func union(
    _ parts: [Expression], in function: Int?, _ scope: AuditScope, _ depth: Int
  ) -> Set<String>? {
    var found: Set<String> = []
    for part in parts {
      guard let names = flagNames(part, in: function, scope, depth: depth + 1) else { return nil }
      found.formUnion(names)
    }
    return found
  }

  /// `Router` of `Intent(context, Router::class.java)`, also where the intent is a local variable.
  static func target(
    _ expression: Expression?, in function: Int?, _ scope: AuditScope, depth: Int = 0
  ) -> String? {
    guard let bare = expression?.bare, depth < 6 else { return nil }
    switch bare {
    case .name(let name, _):
      guard let function, let value = KnownText.localValue(name, in: function, scope) else { return nil }
      return target(value, in: function, scope, depth: depth + 1)
    case .call(let call) where call.name == "Intent":
      for argument in call.arguments {
        if let name = className(argument.value) { return name }
      }
      return nil
    // `Intent(…).apply { … }`, `new Intent(…).putExtra(…)`
    case .call(let call): return target(call.base, in: function, scope, depth: depth + 1)
    default: return nil
    }
  }

  /// `Router` of `Router::class.java` and `Router.class`.
  private static func className(_ expression: Expression) -> String? {
    guard case .member(let base?, let name, _) = expression.bare else { return nil }
    if name == "java" || name == "javaClass" { return className(base) }
    return name == "class" ? base.path?.lastName : nil
  }
}
