import AppFacts
import SwiftSyntax

extension UnitReader {
  /// Reads a declaration outside function bodies, or a type in one.
  mutating func declaration(_ declaration: DeclSyntax) {
    guard level < SourceConventions.depth else { return }
    level += 1
    defer { level -= 1 }
    switch declaration.as(DeclSyntaxEnum.self) {
    case .importDecl(let node):
      let path = node.path.map { name($0.name) }.joined(separator: ".")
      unit.imports.append(Sourced(path, place(node.path)))
    case .classDecl(let node):
      type(.class, name(node.name), node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    case .structDecl(let node):
      type(.struct, name(node.name), node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    case .enumDecl(let node):
      type(.enum, name(node.name), node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    case .actorDecl(let node):
      type(.actor, name(node.name), node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    case .protocolDecl(let node):
      type(.interface, name(node.name), node.name, node.attributes, node.inheritanceClause, node.memberBlock)
    case .extensionDecl(let node):
      type(
        .extension, plainName(node.extendedType), node.extendedType, node.attributes, node.inheritanceClause,
        node.memberBlock)
    case .functionDecl(let node): unit.functions.append(function(node))
    case .initializerDecl(let node):
      unit.functions.append(
        function(
          "init", node.initKeyword, node.attributes, node.modifiers, node.signature, body: node.body))
    case .deinitializerDecl(let node):
      unit.functions.append(
        FunctionDeclaration(
          name: "deinit", signature: "deinit", owner: owner, parameters: [],
          modifiers: words(node.attributes, node.modifiers),
          body: node.body.map { statements($0.statements) },
          place: place(node.deinitKeyword)))
    case .subscriptDecl(let node): subscripting(node)
    case .variableDecl(let node): unit.variables += variables(node)
    case .enumCaseDecl(let node): cases(node)
    case .ifConfigDecl(let node):
      for case .decls(let members) in node.clauses.compactMap(\.elements) { self.members(members) }
    default: break
    }
  }

  private mutating func members(_ members: MemberBlockItemListSyntax) {
    for member in members { declaration(member.decl) }
  }

  private mutating func type(
    _ kind: TypeDeclaration.Kind, _ name: String, _ node: some SyntaxProtocol,
    _ attributes: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?, _ block: MemberBlockSyntax
  ) {
    let outer = owner
    let full = outer.map { $0 + "." + name } ?? name
    var inherits: [String] = []
    for inherited in inheritance?.inheritedTypes ?? [] {
      if let several = inherited.type.as(CompositionTypeSyntax.self) {
        inherits += several.elements.map { plainName($0.type) }
      } else {
        inherits.append(plainName(inherited.type))
      }
    }
    unit.types.append(
      TypeDeclaration(
        kind: kind, name: full, inherits: inherits, attributes: words(attributes), place: place(node)))
    owner = full
    stringEnums.append(kind == .enum && inherits.contains("String"))
    members(block.members)
    stringEnums.removeLast()
    owner = outer
  }

  private mutating func cases(_ node: EnumCaseDeclSyntax) {
    for element in node.elements {
      let label = name(element.name)
      var value = element.rawValue.map { expression($0.value) }
      if value == nil, element.parameterClause == nil, stringEnums.last == true {
        value = .string(label, place(element.name))
      }
      unit.variables.append(
        VariableDeclaration(
          name: label, owner: owner, type: nil, value: value, modifiers: ["case"], place: place(element.name))
      )
    }
  }

  // Functions.

  mutating func function(_ node: FunctionDeclSyntax) -> FunctionDeclaration {
    function(name(node.name), node.name, node.attributes, node.modifiers, node.signature, body: node.body)
  }

  private mutating func function(
    _ name: String, _ token: TokenSyntax, _ attributes: AttributeListSyntax,
    _ modifiers: DeclModifierListSyntax,
    _ signature: FunctionSignatureSyntax, body: CodeBlockSyntax?
  ) -> FunctionDeclaration {
    let parameters = parameters(signature.parameterClause)
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    var words = words(attributes, modifiers)
    if signature.effectSpecifiers?.asyncSpecifier != nil { words.append("async") }
    if let throwing = signature.effectSpecifiers?.throwsClause { words.append(throwing.throwsSpecifier.text) }
    return FunctionDeclaration(
      name: name, signature: "\(name)(\(labels))", owner: owner, parameters: parameters,
      returns: signature.returnClause?.type.trimmedDescription, modifiers: words,
      body: body.map { statements($0.statements) }, place: place(token))
  }

  private func parameters(_ clause: FunctionParameterClauseSyntax) -> [FunctionDeclaration.Parameter] {
    clause.parameters.map { parameter in
      let first = name(parameter.firstName)
      return FunctionDeclaration.Parameter(
        label: first == "_" ? nil : first, name: parameter.secondName.map(name) ?? first,
        type: parameter.type.trimmedDescription + (parameter.ellipsis == nil ? "" : "..."))
    }
  }

  private mutating func subscripting(_ node: SubscriptDeclSyntax) {
    let parameters = parameters(node.parameterClause)
    let bodies = accessors(node.accessorBlock)
    for body in [bodies.getter, bodies.setter].compactMap({ $0 }) {
      unit.functions.append(
        FunctionDeclaration(
          name: "subscript", signature: "subscript", owner: owner, parameters: parameters,
          returns: node.returnClause.type.trimmedDescription,
          modifiers: words(node.attributes, node.modifiers),
          body: body, place: place(node.subscriptKeyword)))
    }
  }

  // Variables.

  mutating func variables(_ node: VariableDeclSyntax) -> [VariableDeclaration] {
    var variables: [VariableDeclaration] = []
    for binding in node.bindings { variables += self.variables(binding, of: node) }
    return variables
  }

  mutating func variables(
    _ binding: PatternBindingSyntax, of node: VariableDeclSyntax, withValue: Bool = true
  ) -> [VariableDeclaration] {
    var modifiers = words(node.attributes, node.modifiers)
    if node.bindingSpecifier.text == "let" { modifiers.append("let") }
    var variables: [VariableDeclaration] = []
    let names = bound(binding.pattern)
    var value = withValue ? binding.initializer.map { expression($0.value) } : nil
    let bodies = accessors(binding.accessorBlock)
    for (name, place) in names.isEmpty ? [("_", place(binding.pattern))] : names {
      var variable = VariableDeclaration(
        name: name, owner: owner, type: binding.typeAnnotation?.type.trimmedDescription, value: value,
        modifiers: modifiers, place: place)
      variable.getter = bodies.getter
      variable.setter = bodies.setter
      variables.append(variable)
      value = nil
    }
    return variables
  }

  private mutating func accessors(_ block: AccessorBlockSyntax?) -> (
    getter: [Statement]?, setter: [Statement]?
  ) {
    switch block?.accessors {
    case .getter(let items): return (statements(items), nil)
    case .accessors(let accessors):
      var getter: [Statement]?
      var setter: [Statement]?
      for accessor in accessors {
        guard let body = accessor.body else { continue }
        let read = statements(body.statements)
        switch accessor.accessorSpecifier.text {
        case "get", "_read", "read", "unsafeAddress": getter = (getter ?? []) + read
        default: setter = (setter ?? []) + read
        }
      }
      return (getter, setter)
    default: return (nil, nil)
    }
  }

  /// The names that a pattern binds.
  func bound(_ pattern: PatternSyntax) -> [(String, Place)] {
    if let identifier = pattern.as(IdentifierPatternSyntax.self) {
      return [(name(identifier.identifier), place(identifier))]
    }
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return boundIn(binding.pattern) }
    if let tuple = pattern.as(TuplePatternSyntax.self) { return tuple.elements.flatMap { bound($0.pattern) } }
    return boundIn(pattern)
  }

  /// Patterns in an expression: `.a(let x)`.
  private func boundIn(_ pattern: PatternSyntax) -> [(String, Place)] {
    var names: [(String, Place)] = []
    var waiting = [Syntax(pattern)]
    while let node = waiting.popLast() {
      if let identifier = node.as(IdentifierPatternSyntax.self) {
        names.append((name(identifier.identifier), place(identifier)))
      } else {
        waiting += node.children(viewMode: .sourceAccurate).reversed().filter { !$0.is(TokenSyntax.self) }
      }
    }
    return names
  }

  // Attributes and modifiers.

  func words(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax? = nil) -> [String] {
    var words: [String] = []
    for element in attributes {
      switch element {
      case .attribute(let attribute):
        var word = attribute.attributeName.trimmedDescription
        if let arguments = attribute.arguments { word += "(" + arguments.trimmedDescription + ")" }
        words.append(word)
      case .ifConfigDecl(let conditional):
        for case .attributes(let attributes) in conditional.clauses.compactMap(\.elements) {
          words += self.words(attributes)
        }
      @unknown default: break
      }
    }
    for modifier in modifiers ?? [] {
      words.append(modifier.name.text + (modifier.detail.map { $0.trimmedDescription } ?? ""))
    }
    return words
  }
}
