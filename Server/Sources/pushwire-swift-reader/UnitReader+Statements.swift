import AppFacts
import SwiftSyntax

extension UnitReader {
  mutating func statements(_ items: CodeBlockItemListSyntax) -> [Statement] {
    var read: [Statement] = []
    for item in items { read += statements(item) }
    return read
  }

  /// What one item of a body becomes: a declaration of several names is several statements.
  mutating func statements(_ item: CodeBlockItemSyntax) -> [Statement] {
    guard level < SourceConventions.depth else { return [.unknown(place(item))] }
    level += 1
    defer { level -= 1 }
    switch item.item {
    case .decl(let declaration): return local(declaration)
    case .stmt(let statement): return self.statement(statement)
    case .expr(let expression): return [self.statement(expression)]
    @unknown default: return [.unknown(place(item))]
    }
  }

  private mutating func local(_ declaration: DeclSyntax) -> [Statement] {
    if let node = declaration.as(VariableDeclSyntax.self) { return locals(node) }
    if let node = declaration.as(FunctionDeclSyntax.self) {
      return [.function(function(node))]
    }
    if let node = declaration.as(IfConfigDeclSyntax.self) { return conditional(node) }
    if let node = declaration.as(MacroExpansionDeclSyntax.self) { return [.expression(call(node))] }
    let outer = owner
    owner = nil
    self.declaration(declaration)
    owner = outer
    return []
  }

  /// `#if`: each further clause stands in the `otherwise` of the one before.
  private mutating func conditional(_ node: IfConfigDeclSyntax) -> [Statement] {
    var otherwise: [Statement]?
    for clause in node.clauses.reversed() {
      var body: [Statement] = []
      if case .statements(let items) = clause.elements { body = statements(items) }
      guard let condition = clause.condition else {
        otherwise = body
        continue
      }
      otherwise = [
        .branch(
          Statement.Branch(
            conditions: [expression(condition)], then: body, otherwise: otherwise,
            isConditionalCompilation: true, place: place(clause)))
      ]
    }
    return otherwise ?? []
  }

  private mutating func statement(_ node: StmtSyntax) -> [Statement] {
    switch node.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): return [statement(node.expression)]
    case .labeledStmt(let node): return statement(node.statement)
    case .guardStmt(let node):
      let conditions = conditions(node.conditions)
      return [
        .branch(
          Statement.Branch(
            conditions: conditions.values, bindings: conditions.names, then: [],
            otherwise: statements(node.body.statements), isGuard: true, place: place(node)))
      ]
    case .whileStmt(let node):
      return [
        .loop(
          Statement.Loop(
            head: conditions(node.conditions).values, body: statements(node.body.statements), runsOnce: false,
            place: place(node)))
      ]
    case .repeatStmt(let node):
      return [
        .loop(
          Statement.Loop(
            head: [expression(node.condition)], body: statements(node.body.statements), runsOnce: true,
            place: place(node)))
      ]
    case .forStmt(let node):
      var sequence = expression(node.sequence)
      if node.awaitKeyword != nil { sequence = .composed(symbol: "await", [sequence], place(node.sequence)) }
      if node.tryKeyword != nil { sequence = .composed(symbol: "try", [sequence], place(node.sequence)) }
      let condition = node.whereClause.map { expression($0.condition) }
      return [
        .loop(
          Statement.Loop(
            head: [sequence] + (condition.map { [$0] } ?? []), body: statements(node.body.statements),
            runsOnce: false, place: place(node)))
      ]
    case .doStmt(let node): return [attempt(node)]
    case .deferStmt(let node): return [.deferred(statements(node.body.statements), place(node))]
    case .returnStmt(let node):
      let place = place(node)
      guard let value = node.expression else { return [.leave(Statement.Leave(.return, nil, place))] }
      if let apart = takenApart(value, { .leave(Statement.Leave(.return, $0, place)) }) { return [apart] }
      return [.leave(Statement.Leave(.return, expression(value), place))]
    case .throwStmt(let node):
      return [.leave(Statement.Leave(.throw, expression(node.expression), place(node)))]
    case .breakStmt(let node): return [leave(.break, to: node.label, place(node))]
    case .continueStmt(let node): return [leave(.continue, to: node.label, place(node))]
    case .discardStmt(let node): return [.expression(expression(node.expression))]
    case .yieldStmt(let node):
      guard case .single(let value) = node.yieldedExpressions else { return [.unknown(place(node))] }
      return [.expression(expression(value))]
    default: return [.unknown(place(node))]
    }
  }

  private func leave(_ kind: Statement.Leave.Kind, to label: TokenSyntax?, _ place: Place) -> Statement {
    .leave(Statement.Leave(kind, label.map { .name(name($0), self.place($0)) }, place))
  }

  private mutating func attempt(_ node: DoStmtSyntax) -> Statement {
    let body = statements(node.body.statements)
    guard !node.catchClauses.isEmpty else { return .block(body) }
    let catches = node.catchClauses.map { statements($0.body.statements) }
    return .attempt(
      Statement.Attempt(
        body: body, catches: catches, catchesAll: node.catchClauses.last.map(takesAll) ?? false, finally: nil,
        place: place(node)))
  }

  /// `catch`, `catch let error`.
  private func takesAll(_ clause: CatchClauseSyntax) -> Bool {
    clause.catchItems.isEmpty
      || clause.catchItems.contains { item in
        guard item.whereClause == nil else { return false }
        guard let pattern = item.pattern else { return true }
        let inner = pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern
        return inner.is(IdentifierPatternSyntax.self) || inner.is(WildcardPatternSyntax.self)
      }
  }

  /// An expression where a statement may stand.
  mutating func statement(_ node: ExprSyntax) -> Statement {
    if let node = node.as(IfExprSyntax.self) { return .branch(branch(node)) }
    if let node = node.as(SwitchExprSyntax.self) { return .select(select(node)) }
    if let row = node.as(SequenceExprSyntax.self)?.elements, row.count == 3, let last = row.last,
      let first = row.first, row.contains(where: { $0.is(AssignmentExprSyntax.self) })
    {
      let target = expression(first)
      let place = place(node)
      if let apart = takenApart(last, { .assign(target: target, value: $0, place: place) }) { return apart }
    }
    return statement(of: expression(node))
  }

  private func statement(of expression: Expression) -> Statement {
    switch expression {
    case .composed("=", let sides, let place) where sides.count == 2:
      return .assign(target: sides[0], value: sides[1], place: place)
    case .composed(let word, let parts, let place)
    where word.hasPrefix("try") || word == "await":
      // `try a = b` is an assignment of `try b`.
      if parts.count == 1, case .assign(let target, let value, _) = statement(of: parts[0]) {
        return .assign(target: target, value: .composed(symbol: word, [value], place), place: place)
      }
    case .call(let call)
    where call.base == nil && SourceConventions.neverReturning.contains(call.name):
      return .leave(Statement.Leave(.never, expression, call.place))
    default: break
    }
    return .expression(expression)
  }

  mutating func branch(_ node: IfExprSyntax) -> Statement.Branch {
    let conditions = conditions(node.conditions)
    let then = statements(node.body.statements)
    var otherwise: [Statement]?
    switch node.elseBody {
    case .codeBlock(let block): otherwise = statements(block.statements)
    case .ifExpr(let next):
      level += 1
      otherwise = level < SourceConventions.depth ? [.branch(branch(next))] : [.unknown(place(next))]
      level -= 1
    default: break
    }
    return Statement.Branch(
      conditions: conditions.values, bindings: conditions.names, then: then, otherwise: otherwise,
      place: place(node))
  }

  private mutating func conditions(
    _ list: ConditionElementListSyntax
  ) -> (values: [Expression], names: [String]) {
    var values: [Expression] = []
    var names: [String] = []
    for element in list {
      switch element.condition {
      case .expression(let node): values.append(expression(node))
      case .availability(let node):
        let arguments = node.availabilityArguments.map { argument in
          Expression.Call.Argument(nil, .name(argument.argument.trimmedDescription, place(argument)))
        }
        values.append(
          .call(Expression.Call(base: nil, name: "#available", arguments: arguments, place: place(node))))
      case .matchingPattern(let node):
        names += bound(node.pattern).map(\.0)
        values.append(
          .composed(symbol: "case", [pattern(node.pattern), expression(node.initializer.value)], place(node)))
      case .optionalBinding(let node):
        let bound = bound(node.pattern)
        names += bound.map(\.0)
        if let initializer = node.initializer {
          values.append(expression(initializer.value))
        } else {
          values += bound.map { .name($0.0, $0.1) }
        }
      @unknown default: values.append(.unknown(place(element)))
      }
    }
    return (values, names)
  }

  mutating func select(_ node: SwitchExprSyntax) -> Statement.Select {
    let subject = expression(node.subject)
    return Statement.Select(subject: subject, cases: cases(node.cases), isComplete: true, place: place(node))
  }

  private mutating func cases(_ list: SwitchCaseListSyntax) -> [Statement.Select.Case] {
    var read: [Statement.Select.Case] = []
    for element in list {
      switch element {
      case .switchCase(let node):
        var patterns: [Expression] = []
        var isDefault = false
        switch node.label {
        case .case(let label):
          for item in label.caseItems {
            patterns.append(pattern(item.pattern))
            if let condition = item.whereClause?.condition { patterns.append(expression(condition)) }
          }
        case .default: isDefault = true
        @unknown default: patterns.append(.unknown(place(node)))
        }
        let falls = node.statements.last.map { $0.item.is(FallThroughStmtSyntax.self) } ?? false
        var body: [Statement] = []
        for item in node.statements where !item.item.is(FallThroughStmtSyntax.self) {
          body += statements(item)
        }
        read.append(
          Statement.Select.Case(patterns: patterns, isDefault: isDefault, body: body, fallsThrough: falls))
      case .ifConfigDecl(let node):
        for case .switchCases(let cases) in node.clauses.compactMap(\.elements) { read += self.cases(cases) }
      @unknown default: break
      }
    }
    return read
  }
}
