public import AppFacts

/// What a call stands in, from the outside to the inside.
public enum SiteFrame: Sendable {
  /// In a closure that is an argument of this call, under this label.
  case closure(of: Expression.Call, label: String?, Expression.Closure)
  /// In a closure that is stored or returned.
  case looseClosure(Expression.Closure)
  /// Reached only where the conditions hold (`holds`), or only where they do not.
  case condition(Statement.Branch, holds: Bool)
  /// In a case of a switch.
  case choice(subject: Expression?, patterns: [Expression])
  case loop
  /// In a catch.
  case rescue
  /// In a function inside a function.
  case localFunction(String)
}

/// Visits what stands in a body, each with the frames around it.
struct SiteWalk {
  enum Seen {
    case call(Expression.Call)
    case assignment(target: Expression, value: Expression, Place)
    /// A name used as a value: a function passed by name, a property.
    case mention(String, Place)
  }

  let visit: (Seen, [SiteFrame]) -> Void

  func statements(_ body: [Statement], _ frames: [SiteFrame]) {
    var frames = frames
    for statement in body {
      self.statement(statement, frames)
      // What follows a guard, or an `if` that leaves, is reached on one side only.
      guard case .branch(let branch) = statement else { continue }
      if branch.isGuard {
        frames.append(.condition(branch, holds: true))
      } else if branch.otherwise == nil, branch.then.leaves {
        frames.append(.condition(branch, holds: false))
      }
    }
  }

  private func statement(_ statement: Statement, _ frames: [SiteFrame]) {
    switch statement {
    case .expression(let value): expression(value, frames)
    case .variable(let variable):
      if let value = variable.value { expression(value, frames) }
      for body in [variable.getter, variable.setter].compactMap({ $0 }) { statements(body, frames) }
    case .assign(let target, let value, let place):
      visit(.assignment(target: target, value: value, place), frames)
      expression(target, frames)
      expression(value, frames)
    case .branch(let branch):
      for condition in branch.conditions { expression(condition, frames) }
      statements(branch.then, frames + [.condition(branch, holds: true)])
      if let otherwise = branch.otherwise {
        statements(otherwise, frames + [.condition(branch, holds: false)])
      }
    case .select(let select):
      if let subject = select.subject { expression(subject, frames) }
      for choice in select.cases {
        for pattern in choice.patterns { expression(pattern, frames) }
        let inner = frames + [.choice(subject: select.subject, patterns: choice.patterns)]
        statements(choice.body, inner)
      }
    case .loop(let loop):
      for head in loop.head { expression(head, frames) }
      statements(loop.body, frames + [.loop])
    case .attempt(let attempt):
      statements(attempt.body, frames)
      for rescue in attempt.catches { statements(rescue, frames + [.rescue]) }
      if let finally = attempt.finally { statements(finally, frames) }
    case .leave(let leave): if let value = leave.value { expression(value, frames) }
    case .deferred(let body, _), .block(let body): statements(body, frames)
    case .function(let function):
      statements(function.body ?? [], frames + [.localFunction(function.name)])
    case .unknown: break
    }
  }

  func expression(_ expression: Expression, _ frames: [SiteFrame]) {
    switch expression {
    case .call(let call):
      visit(.call(call), frames)
      if let base = call.base { self.expression(base, frames) }
      for argument in call.arguments {
        if case .closure(let closure) = argument.value {
          let frame = SiteFrame.closure(of: call, label: argument.label, closure)
          statements(closure.body, frames + [frame])
        } else {
          self.expression(argument.value, frames)
        }
      }
    case .closure(let closure): statements(closure.body, frames + [.looseClosure(closure)])
    case .composed("if", let parts, _), .composed("switch", let parts, _):
      for part in parts {
        if case .closure(let closure) = part { statements(closure.body, frames) }
      }
    case .name(let name, let place), .selector(let name, let place): visit(.mention(name, place), frames)
    case .member(let base, let name, let place):
      visit(.mention(name, place), frames)
      if let base { self.expression(base, frames) }
    default: for part in expression.parts { self.expression(part, frames) }
    }
  }
}

extension [Statement] {
  /// The last statement leaves the function or loop.
  var leaves: Bool {
    switch last {
    case .leave: true
    case .block(let body): body.leaves
    case .branch(let branch): branch.then.leaves && (branch.otherwise?.leaves ?? false)
    default: false
    }
  }
}
