import AppFacts

/// The texts that an expression may stand for.
struct ResolvedTexts {
  var values: [Sourced<String>] = []
  /// It stands for nothing else.
  var isComplete = false

  static let unknown = ResolvedTexts()
  init() {}
  init(_ value: String, _ place: Place) {
    values = [Sourced(value, place)]
    isComplete = true
  }

  mutating func add(_ other: ResolvedTexts) {
    for value in other.values where !values.contains(where: { $0.value == value.value }) {
      values.append(value)
    }
    isComplete = isComplete && other.isComplete
  }
}

/// Follows an argument to the text that it stands for: through constants of other files, static members, raw values of
/// enums, computed properties that return one value, and parameters whose callers are all known.
struct ValueResolver {
  let index: SourceIndex
  let files: Set<Int>
  /// What `Bundle.main.bundleIdentifier` may be; empty where no file tells it.
  var bundleIDs: [String] = []

  private let work = Work()

  init(index: SourceIndex, files: Set<Int>, bundleIDs: [String] = []) {
    self.index = index
    self.files = files
    self.bundleIDs = bundleIDs
  }

  /// What one question may cost: callers of callers are many.
  private final class Work { var left = 0 }

  func texts(_ expression: Expression, in function: Int?) -> ResolvedTexts {
    work.left = 2_000
    return texts(expression, function, depth: 0)
  }

  private func texts(_ expression: Expression, _ function: Int?, depth: Int) -> ResolvedTexts {
    work.left -= 1
    guard depth < 12, work.left > 0 else { return .unknown }
    let next = depth + 1
    switch expression.bare {
    case .string(let text, let place): return ResolvedTexts(text, place)
    case .interpolation(let parts, let place): return joined(parts, place, function, next)
    case .composed("+", let parts, let place): return joined(parts, place, function, next)
    case .composed("?:", let parts, _) where parts.count == 3:
      var both = texts(parts[1], function, depth: next)
      both.add(texts(parts[2], function, depth: next))
      return both
    case .composed("??", let parts, _):
      guard let first = parts.first else { return .unknown }
      let found = texts(first, function, depth: next)
      if found.isComplete { return found }
      return parts.count > 1 && found.values.isEmpty && first.path == nil
        ? texts(parts[1], function, depth: next) : .unknown
    case .name(let name, _): return named(name, function, next)
    case .member(let base, let name, let place): return member(base, name, place, function, next)
    case .call(let call): return called(call, function, next)
    default: return .unknown
    }
  }

  private func joined(_ parts: [Expression], _ place: Place, _ function: Int?, _ depth: Int) -> ResolvedTexts
  {
    var texts = [""]
    for part in parts {
      let found = self.texts(part, function, depth: depth)
      guard found.isComplete, !found.values.isEmpty, found.values.count * texts.count <= 16 else {
        return .unknown
      }
      texts = texts.flatMap { start in found.values.map { start + $0.value } }
    }
    var result = ResolvedTexts()
    result.isComplete = true
    result.values = texts.map { Sourced($0, place) }
    return result
  }

  private func named(_ name: String, _ function: Int?, _ depth: Int) -> ResolvedTexts {
    if let function {
      let declaration = index.functions[function].declaration
      if let local = SourceIndex.local(name, in: declaration.body ?? []) {
        guard let value = local.value, !assigns(name, declaration.body ?? []) else { return .unknown }
        return texts(value, function, depth: depth)
      }
      if declaration.parameters.contains(where: { $0.name == name }) {
        return argument(name, of: function, depth)
      }
    }
    let owner = function.flatMap { index.functions[$0].owner }
    return variable(name, owner: owner, depth)
  }

  private func member(_ base: Expression?, _ name: String, _ place: Place, _ function: Int?, _ depth: Int)
    -> ResolvedTexts
  {
    if name == "bundleIdentifier", let path = base?.path,
      path == "Bundle.main" || path == "NSBundle.mainBundle" || path == "Bundle"
    {
      var result = ResolvedTexts()
      result.values = bundleIDs.map { Sourced($0, place) }
      result.isComplete = bundleIDs.count == 1
      return result
    }
    guard let base else { return variable(name, owner: nil, depth, mayBeMember: true) }
    // The raw value of a case is the case's own.
    if name == "rawValue" || name == "description" || name == "name" {
      if case .member(let type, let enumCase, _) = base.bare {
        let found = variable(
          enumCase, owner: type.flatMap { index.type(of: $0, in: function) }, depth, mayBeMember: true)
        if !found.values.isEmpty { return found }
      }
    }
    if let type = index.type(of: base, in: function) { return variable(name, owner: type, depth) }
    if let path = base.path { return variable(name, owner: SourceIndex.lastName(path), depth) }
    return .unknown
  }

  private func called(_ call: Expression.Call, _ function: Int?, _ depth: Int) -> ResolvedTexts {
    // Conversions that change nothing.
    if ["String", "NSString", "copy", "init", "rawValue"].contains(call.name), call.arguments.count == 1 {
      return texts(call.arguments[0].value, function, depth: depth)
    }
    if call.name == "bundleIdentifier", let base = call.base {
      return member(base, "bundleIdentifier", call.place, function, depth)
    }
    if call.name == "stringWithFormat:" || call.name == "stringByAppendingString:" {
      return formatted(call, function, depth)
    }
    let callees = index.callees(of: call, in: function, files: files)
    guard callees.count == 1, let callee = callees.first, call.arguments.isEmpty else { return .unknown }
    return returned(index.functions[callee].declaration.body ?? [], callee, depth)
  }

  private func formatted(_ call: Expression.Call, _ function: Int?, _ depth: Int) -> ResolvedTexts {
    if call.name == "stringByAppendingString:", let base = call.base, let first = call.arguments.first {
      return joined([base, first.value], call.place, function, depth)
    }
    guard let format = call.arguments.first?.value.text else { return .unknown }
    var parts: [Expression] = []
    var rest = Substring(format)
    var values = call.arguments.dropFirst().map(\.value)[...]
    while let hole = rest.firstRange(of: "%@") {
      guard let value = values.popFirst() else { return .unknown }
      parts.append(.string(String(rest[..<hole.lowerBound]), call.place))
      parts.append(value)
      rest = rest[hole.upperBound...]
    }
    guard !rest.contains("%") else { return .unknown }
    parts.append(.string(String(rest), call.place))
    return joined(parts, call.place, function, depth)
  }

  /// A constant or computed property by its name: of this owner, else the only one there is.
  private func variable(_ name: String, owner: String?, _ depth: Int, mayBeMember: Bool = false)
    -> ResolvedTexts
  {
    let all = index.variables(named: name, in: files)
      .filter { $0.declaration.value != nil || $0.declaration.getter != nil }
    let family = owner.map { index.family(of: $0) } ?? []
    var found = all.filter { $0.declaration.owner.map { family.contains(SourceIndex.lastName($0)) } ?? false }
    if found.isEmpty {
      found = all.filter { $0.declaration.owner == nil || mayBeMember || owner == nil }
    }
    guard !found.isEmpty else { return .unknown }
    var result = ResolvedTexts()
    result.isComplete = true
    for variable in found {
      let declaration = variable.declaration
      let accessor = index.functionNumbers(named: name, in: files)
        .first { index.functions[$0].declaration.place == declaration.place }
      if let value = declaration.value {
        let isFixed = declaration.modifiers.contains("case") || !isAssigned(name, declaration.owner)
        var texts = texts(value, accessor, depth: depth)
        texts.isComplete = texts.isComplete && isFixed
        result.add(texts)
      } else if let getter = declaration.getter {
        result.add(returned(getter, accessor, depth))
      }
    }
    return result
  }

  /// A body that returns one value and does nothing else.
  private func returned(_ body: [Statement], _ function: Int?, _ depth: Int) -> ResolvedTexts {
    guard body.count == 1 else { return .unknown }
    switch body[0] {
    case .expression(let value): return texts(value, function, depth: depth)
    case .leave(let leave) where leave.kind == .return:
      return leave.value.map { texts($0, function, depth: depth) } ?? .unknown
    default: return .unknown
    }
  }

  /// What callers pass for a parameter.
  private func argument(_ name: String, of function: Int, _ depth: Int) -> ResolvedTexts {
    let declaration = index.functions[function].declaration
    var result = ResolvedTexts()
    result.isComplete = true
    var callers = 0
    let isInit = declaration.name == "init"
    let spelt = isInit ? index.functions[function].owner ?? "init" : declaration.name
    for site in index.calls(named: [spelt, declaration.signature], in: files) where callers < 50 {
      let callees = index.callees(of: site.call, in: site.function, files: files)
      guard callees.contains(function) else { continue }
      callers += 1
      let position = site.call.arguments.indices.first {
        index.parameter(of: declaration, for: site.call, at: $0) == name
      }
      guard let position else {
        result.isComplete = false
        continue
      }
      result.add(texts(site.call.arguments[position].value, site.function, depth: depth))
    }
    if callers == 0 { result.isComplete = false }
    return result
  }

  private func assigns(_ name: String, _ body: [Statement]) -> Bool {
    body.contains { statement in
      if case .assign(let target, _, _) = statement, target.plainName == name { return true }
      return statement.blocks.contains { assigns(name, $0) }
    }
  }

  private func isAssigned(_ name: String, _ owner: String?) -> Bool {
    index.assignments.contains { site in
      guard files.contains(site.unit) else { return false }
      switch site.target {
      case .name(name, _):
        return owner == nil
          || site.function.flatMap { index.functions[$0].owner } == owner.map(SourceIndex.lastName)
      case .member(_, name, _): return true
      default: return false
      }
    }
  }
}
