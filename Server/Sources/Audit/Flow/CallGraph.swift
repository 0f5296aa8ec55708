import AppFacts

extension SourceIndex {
  /// The app's functions that a call may mean; empty where it means none of them, or where that is not known.
  func callees(of call: Expression.Call, in function: Int?, files: Set<Int>) -> [Int] {
    let named = candidates(call, files)
    guard !named.isEmpty else { return [] }
    let caller = function.map { functions[$0] }
    guard let base = call.base else {
      if let own = caller?.owner {
        let mine = named.filter { owns($0, family(of: own)) }
        if !mine.isEmpty { return mine }
      }
      let inits = named.filter { functions[$0].declaration.name == "init" }
      if !inits.isEmpty { return inits }
      return named.filter { functions[$0].owner == nil }
    }
    let path = base.path
    if path == "self" || path == "super" || path == "this" || path == "Self" {
      guard let own = caller?.owner else { return [] }
      return named.filter { owns($0, family(of: own)) }
    }
    if let type = self.type(of: base, in: function) {
      return named.filter { owns($0, family(of: type).union(implementers(of: type))) }
    }
    // The base's type is not known: by name, where only one function has it.
    let owners = Set(named.compactMap { functions[$0].owner })
    return owners.count == 1 && named.allSatisfy({ functions[$0].owner != nil }) ? named : []
  }

  /// Functions of that name whose parameters fit.
  private func candidates(_ call: Expression.Call, _ files: Set<Int>) -> [Int] {
    var found: [Int]
    if call.name.contains(":") {
      found = functionNumbers(signature: call.name, in: files)
      if found.isEmpty {
        let first = String(call.name.prefix { $0 != ":" })
        for name in Self.swiftNames(ofSelector: first) where found.isEmpty {
          found = functionNumbers(named: name, in: files)
            .filter { functions[$0].declaration.parameters.count == call.arguments.count }
        }
      }
    } else {
      found = functionNumbers(named: call.name, in: files)
      if let first = call.name.first, first.isUppercase {
        found += functionNumbers(owner: call.name, in: files)
          .filter { functions[$0].declaration.name == "init" }
      }
      found = found.filter { fits(functions[$0], call) }
    }
    return found.filter { functions[$0].declaration.body != nil && !functions[$0].isAccessor }
  }

  /// `refresh` of `refreshWithTask`: how Swift names what a selector starts with.
  static func swiftNames(ofSelector first: String) -> [String] {
    var names = [first]
    var rest = Substring(first)
    while let range = rest.firstRange(of: "With") {
      names.append(String(first[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return names
  }

  private func fits(_ function: Function, _ call: Expression.Call) -> Bool {
    let parameters = function.declaration.parameters
    guard call.arguments.count <= parameters.count else { return false }
    return call.arguments.indices.allSatisfy { parameter(of: function.declaration, for: call, at: $0) != nil }
  }

  /// The parameter's name that takes the argument at a position; nil where the call does not fit.
  func parameter(of function: FunctionDeclaration, for call: Expression.Call, at position: Int) -> String? {
    let parameters = function.parameters
    let labels = call.arguments.map(\.label)
    // Objective-C, Java and Kotlin by position; Swift where it calls those.
    if call.name.contains(":") || function.signature.contains(":") && !function.signature.contains("(")
      || function.signature == function.name
    {
      guard call.arguments.count <= parameters.count, position < parameters.count else { return nil }
      if let label = labels[position], let named = parameters.first(where: { $0.name == label }) {
        return named.name
      }
      return parameters[position].name
    }
    var next = 0
    for (index, argument) in call.arguments.enumerated() {
      var match = parameters[min(next, parameters.count)...].firstIndex { $0.label == argument.label }
      if match == nil, argument.label == nil, case .closure = argument.value {
        match =
          parameters[min(next, parameters.count)...].lastIndex { $0.type.contains("->") }
          ?? (next < parameters.count ? parameters.count - 1 : nil)
      }
      guard let match else { return nil }
      if index == position { return parameters[match].name }
      next = match + 1
    }
    return nil
  }

  private func owns(_ number: Int, _ family: Set<String>) -> Bool {
    functions[number].owner.map(family.contains) ?? false
  }

  /// A type, and what it inherits from.
  func family(of type: String) -> Set<String> {
    ancestors(of: type).union([type])
  }

  /// Types that inherit from it or conform to it.
  func implementers(of type: String) -> Set<String> {
    var found: Set<String> = []
    for site in types where site.declaration.inherits.contains(where: { Self.lastName($0) == type }) {
      found.insert(Self.lastName(site.declaration.name))
    }
    return found
  }

  // MARK: Types

  /// The type of an expression, by its last name, as far as declarations and initializers tell it.
  func type(of expression: Expression, in function: Int?, depth: Int = 0) -> String? {
    guard depth < 6 else { return nil }
    switch expression.bare {
    case .name(let name, _):
      if name == "self" || name == "Self" || name == "this" {
        return function.flatMap { functions[$0].owner }
      }
      if let first = name.first, first.isUppercase { return name }
      if let function, let local = localType(name, functions[function], depth) { return local }
      let owner = function.flatMap { functions[$0].owner }
      return variableType(name, owner: owner, depth)
    case .member(let base?, let name, _):
      if ["shared", "sharedInstance", "default", "standard", "current", "instance", "main"].contains(name),
        let type = base.plainName, type.first?.isUppercase == true
      {
        return type
      }
      guard let owner = type(of: base, in: function, depth: depth + 1) else { return nil }
      return variableType(name, owner: owner, depth)
    case .call(let call):
      if call.base == nil, let first = call.name.first, first.isUppercase { return call.name }
      if ["alloc", "new", "init"].contains(call.name) || call.name.hasPrefix("initWith")
        || call.name.hasPrefix("shared")
        || ["current", "default", "getInstance", "defaultCenter"].contains(call.name)
      {
        return call.base.flatMap { type(of: $0, in: function, depth: depth + 1) }
      }
      return nil
    default: return nil
    }
  }

  private func localType(_ name: String, _ function: Function, _ depth: Int) -> String? {
    if let parameter = function.declaration.parameters.first(where: { $0.name == name }) {
      return Self.plainType(parameter.type)
    }
    guard let variable = Self.local(name, in: function.declaration.body ?? []) else { return nil }
    if let type = variable.type { return Self.plainType(type) }
    return variable.value.flatMap { type(of: $0, in: nil, depth: depth + 1) }
  }

  private func variableType(_ name: String, owner: String?, _ depth: Int) -> String? {
    let all = variables(named: name)
    let family = owner.map { self.family(of: $0) } ?? []
    let mine = all.filter { $0.declaration.owner.map { family.contains(Self.lastName($0)) } ?? false }
    guard let variable = mine.first ?? all.first(where: { $0.declaration.owner == nil }) else { return nil }
    if let type = variable.declaration.type { return Self.plainType(type) }
    return variable.declaration.value.flatMap { type(of: $0, in: nil, depth: depth + 1) }
  }

  /// The first declaration of a local name.
  static func local(_ name: String, in body: [Statement]) -> VariableDeclaration? {
    for statement in body {
      if case .variable(let variable) = statement, variable.name == name { return variable }
      for block in statement.blocks {
        if let found = local(name, in: block) { return found }
      }
      var found: VariableDeclaration?
      for expression in statement.expressions {
        expression.walk(intoClosures: false) { part in
          if found == nil, case .closure(let closure) = part { found = local(name, in: closure.body) }
        }
      }
      if let found { return found }
    }
    return nil
  }

  /// `SyncEngine` of `any SyncEngine?`, `SyncEngine *`, `@escaping SyncEngine`.
  static func plainType(_ written: String) -> String? {
    let words = written.split { " ?!*&()".contains($0) }.map(String.init)
      .filter {
        !["any", "some", "inout", "nonnull", "nullable", "const", "__kindof", "strong", "weak"].contains($0)
      }
    guard let last = words.last, words.count == 1 || written.contains("*") || written.contains(" ") else {
      return words.first.map(lastName)
    }
    if written.contains("->") || last.contains("[") { return nil }
    return lastName(String(last.prefix { $0 != "<" }))
  }
}
