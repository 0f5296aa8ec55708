public import AppFacts

/// Sources as rules ask for them: calls, functions, types and literals of all files in one place.
public struct SourceIndex: Sendable {
  /// A function or accessor with a body, and where it stands.
  public struct Function: Sendable {
    /// Into ``SourceIndex/units``.
    public var unit: Int
    public var declaration: FunctionDeclaration
    /// A getter or setter: read or written, not called.
    public var isAccessor = false
    /// Names used as values in it: functions passed by name, properties, selectors.
    public var mentions: Set<String> = []
    /// Into ``SourceIndex/calls``.
    public var calls: [Int] = []

    /// The owner's last name: `AppDelegate` of `Parcel.AppDelegate`.
    public var owner: String? { declaration.owner.map(SourceIndex.lastName) }
  }

  /// A call, and the function that it stands in.
  public struct CallSite: Sendable {
    /// Into ``SourceIndex/units``.
    public var unit: Int
    /// Into ``SourceIndex/functions``; nil for a call in a variable's value or at the top level.
    public var function: Int?
    public var call: Expression.Call
    /// What it stands in, from the outside to the inside.
    public var frames: [SiteFrame] = []
    public var place: Place { call.place }
  }

  /// `target = value`
  public struct Assignment: Sendable {
    public var unit: Int
    public var function: Int?
    public var target: Expression
    public var value: Expression
    public var frames: [SiteFrame]
    public var place: Place
  }

  /// A type, an extension of one, and its file.
  public struct TypeSite: Sendable {
    public var unit: Int
    public var declaration: TypeDeclaration
  }

  /// A constant or variable outside functions, and its file.
  public struct Variable: Sendable {
    public var unit: Int
    public var declaration: VariableDeclaration
  }

  public var units: [SourceUnit]
  public private(set) var functions: [Function] = []
  public private(set) var calls: [CallSite] = []
  public private(set) var assignments: [Assignment] = []
  public private(set) var types: [TypeSite] = []
  public private(set) var variables: [Variable] = []
  private var callsByName: [String: [Int]] = [:]
  private var functionsByName: [String: [Int]] = [:]
  private var functionsBySignature: [String: [Int]] = [:]
  private var functionsByOwner: [String: [Int]] = [:]
  private var typesByName: [String: [Int]] = [:]
  private var variablesByName: [String: [Int]] = [:]

  public init(_ units: [SourceUnit]) {
    self.units = units
    for (index, unit) in units.enumerated() {
      for type in unit.types {
        typesByName[Self.lastName(type.name), default: []].append(types.count)
        types.append(TypeSite(unit: index, declaration: type))
      }
      for function in unit.functions { add(function, in: index, isAccessor: false) }
      for variable in unit.variables {
        variablesByName[variable.name, default: []].append(variables.count)
        variables.append(Variable(unit: index, declaration: variable))
        if let value = variable.value { record([.expression(value)], index, nil) }
        for body in [variable.getter, variable.setter].compactMap({ $0 }) {
          add(
            FunctionDeclaration(
              name: variable.name, signature: variable.name, owner: variable.owner, parameters: [],
              returns: variable.type, modifiers: variable.modifiers, body: body, place: variable.place),
            in: index, isAccessor: true)
        }
      }
      record(unit.topLevel, index, nil)
    }
  }

  private mutating func add(_ declaration: FunctionDeclaration, in unit: Int, isAccessor: Bool) {
    let number = functions.count
    functions.append(Function(unit: unit, declaration: declaration, isAccessor: isAccessor))
    functionsByName[declaration.name, default: []].append(number)
    functionsBySignature[declaration.signature, default: []].append(number)
    if let owner = declaration.owner {
      functionsByOwner[Self.lastName(owner), default: []].append(number)
    }
    record(declaration.body ?? [], unit, number)
  }

  private mutating func record(_ body: [Statement], _ unit: Int, _ function: Int?) {
    var found: [(SiteWalk.Seen, [SiteFrame])] = []
    SiteWalk { found.append(($0, $1)) }.statements(body, [])
    for (seen, frames) in found {
      switch seen {
      case .call(let call):
        callsByName[call.name, default: []].append(calls.count)
        if let function { functions[function].calls.append(calls.count) }
        calls.append(CallSite(unit: unit, function: function, call: call, frames: frames))
      case .assignment(let target, let value, let place):
        assignments.append(
          Assignment(
            unit: unit, function: function, target: target, value: value, frames: frames, place: place))
      case .mention(let name, let place):
        if let function { functions[function].mentions.insert(name) }
        // Handed over by name, to be called there: `async(execute: application.registerForRemoteNotifications)`.
        guard KnownAPI.passedByName.contains(name) else { continue }
        let call = Expression.Call(base: nil, name: name, arguments: [], place: place)
        callsByName[name, default: []].append(calls.count)
        if let function { functions[function].calls.append(calls.count) }
        calls.append(CallSite(unit: unit, function: function, call: call, frames: frames))
      }
    }
  }

  /// `refresh` of `Parcel.TaskID.refresh`.
  public static func lastName(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension SourceIndex {
  /// Calls of this name (an Objective-C selector is a name), in these files only where given.
  public func calls(_ names: String..., in files: Set<Int>? = nil) -> [CallSite] {
    calls(named: names, in: files)
  }

  public func calls(named names: some Sequence<String>, in files: Set<Int>? = nil) -> [CallSite] {
    names.flatMap { callsByName[$0] ?? [] }.map { calls[$0] }.filter { files?.contains($0.unit) ?? true }
  }

  /// Functions of this name, in these files only where given.
  public func functions(_ names: String..., in files: Set<Int>? = nil) -> [Function] {
    names.flatMap { functionNumbers(named: $0, in: files) }.map { functions[$0] }
  }

  /// Into ``functions``.
  func functionNumbers(named name: String, in files: Set<Int>? = nil) -> [Int] {
    (functionsByName[name] ?? []).filter { files?.contains(functions[$0].unit) ?? true }
  }

  /// Into ``functions``; a signature as ``FunctionDeclaration/signature`` has it.
  func functionNumbers(signature: String, in files: Set<Int>? = nil) -> [Int] {
    (functionsBySignature[signature] ?? []).filter { files?.contains(functions[$0].unit) ?? true }
  }

  /// Into ``functions``; the owner by its last name.
  func functionNumbers(owner: String, in files: Set<Int>? = nil) -> [Int] {
    (functionsByOwner[owner] ?? []).filter { files?.contains(functions[$0].unit) ?? true }
  }

  /// Declarations and extensions of a type, by its last name.
  func types(named name: String, in files: Set<Int>? = nil) -> [TypeSite] {
    (typesByName[name] ?? []).map { types[$0] }.filter { files?.contains($0.unit) ?? true }
  }

  func variables(named name: String, in files: Set<Int>? = nil) -> [Variable] {
    (variablesByName[name] ?? []).map { variables[$0] }.filter { files?.contains($0.unit) ?? true }
  }

  /// Superclasses and protocols of a type by its last name, through its extensions and their own parents.
  func ancestors(of name: String, in files: Set<Int>? = nil) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast(), found.count < 200 {
      for type in types(named: next, in: files) {
        for parent in type.declaration.inherits.map(Self.lastName) where found.insert(parent).inserted {
          waiting.append(parent)
        }
      }
    }
    return found
  }

  /// A protocol or interface that the sources declare.
  func isInterface(_ name: String) -> Bool {
    types(named: Self.lastName(name)).contains { $0.declaration.kind == .interface }
  }
}
