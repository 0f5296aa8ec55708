public import AppFacts

/// Sources as rules ask for them: calls, functions, types and literals of all files in one place.
public struct SourceIndex: Sendable {
  /// A function or accessor with a body, and where it stands.
  public struct Function: Sendable {
    /// Into ``units``.
    public var unit: Int
    public var declaration: FunctionDeclaration
  }

  /// A call, and the function that it stands in.
  public struct CallSite: Sendable {
    public var unit: Int
    /// Into ``functions``; nil for a call in a variable's value or at the top level.
    public var function: Int?
    public var call: Expression.Call
  }

  public var units: [SourceUnit]
  public private(set) var functions: [Function] = []
  public private(set) var calls: [CallSite] = []
  private var callsByName: [String: [Int]] = [:]
  private var functionsByName: [String: [Int]] = [:]

  public init(_ units: [SourceUnit]) {
    self.units = units
    for (index, unit) in units.enumerated() {
      for function in unit.functions { add(function, in: index) }
      for variable in unit.variables {
        variable.value?.walk { record($0, index, nil) }
        for body in [variable.getter, variable.setter].compactMap({ $0 }) {
          add(
            FunctionDeclaration(
              name: variable.name, signature: variable.name, owner: variable.owner, parameters: [],
              returns: variable.type, modifiers: variable.modifiers, body: body, place: variable.place),
            in: index)
        }
      }
      for statement in unit.topLevel { statement.walk { record($0, index, nil) } }
    }
  }

  private mutating func add(_ declaration: FunctionDeclaration, in unit: Int) {
    let number = functions.count
    functions.append(Function(unit: unit, declaration: declaration))
    functionsByName[declaration.name, default: []].append(number)
    for statement in declaration.body ?? [] { statement.walk { record($0, unit, number) } }
  }

  private mutating func record(_ expression: Expression, _ unit: Int, _ function: Int?) {
    guard case .call(let call) = expression else { return }
    callsByName[call.name, default: []].append(calls.count)
    calls.append(CallSite(unit: unit, function: function, call: call))
  }

  /// Calls of this name (an Objective-C selector is a name), in these files only where given.
  public func calls(_ names: String..., in files: Set<Int>? = nil) -> [CallSite] {
    names.flatMap { callsByName[$0] ?? [] }.map { calls[$0] }.filter { files?.contains($0.unit) ?? true }
  }

  /// Functions of this name, in these files only where given.
  public func functions(_ names: String..., in files: Set<Int>? = nil) -> [Function] {
    names.flatMap { functionsByName[$0] ?? [] }.map { functions[$0] }.filter {
      files?.contains($0.unit) ?? true
    }
  }
}
