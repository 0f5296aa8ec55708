import AppFacts
import TestSupport
import Testing

@testable import Audit

/// Generated functions, of which every path is also run one by one.
@Suite struct PathWalkTests {
  @Test func generatedFunctionsHaveTheSamePaths() {
    var judged = 0
    var faulty = 0
    Fuzz.run("path engine against single paths") { _, random in
      var writer = BodyWriter(random: random)
      let body = writer.body(depth: 3)
      random = writer.random
      let paths = PathWalker.follow(
        "done", in: body, function: nil, form: .closure, index: SourceIndex([]), files: [])
      guard !paths.isUnknown else { return }
      guard let counts = SinglePaths.counts(body) else { return }
      judged += 1
      if !paths.lost.isEmpty || !paths.doubled.isEmpty { faulty += 1 }
      #expect(paths.lost.isEmpty == !counts.contains(0), "\(counts) in \(body)")
      #expect(paths.doubled.isEmpty == !counts.contains { $0 > 1 }, "\(counts) in \(body)")
    }
    #expect(judged > 0 && faulty > 0)
  }
}

/// Writes bodies of what the engine follows exactly.
private struct BodyWriter {
  var random: SeededRandom
  private var asked = 0

  init(random: SeededRandom) { self.random = random }

  mutating func body(depth: Int) -> [Statement] {
    var body: [Statement] = []
    for _ in 0..<(1 + random.below(3)) { body.append(statement(depth)) }
    return body
  }

  private mutating func condition() -> Expression {
    // Sometimes one that was asked before.
    if asked == 0 || !random.chance(4) { asked += 1 }
    let name = Tree.name("c\(random.chance(4) ? random.below(asked) : asked - 1)")
    return random.chance(3) ? Tree.not(name) : name
  }

  private mutating func statement(_ depth: Int) -> Statement {
    guard depth > 0 else { return simple() }
    switch random.below(9) {
    case 0: return Tree.when(condition(), body(depth: depth - 1))
    case 1: return Tree.when(condition(), body(depth: depth - 1), else: body(depth: depth - 1))
    case 2: return Tree.ensure(condition(), else: body(depth: depth - 1) + [Tree.returns()])
    case 3:
      let name = Tree.name("s\(random.below(1_000_000))")
      return Tree.choose(name, complete: !random.chance(3), [body(depth: depth - 1), body(depth: depth - 1)])
    case 4: return Tree.attempt(body(depth: depth - 1) + [trying()], catch: body(depth: depth - 1))
    case 5: return .deferred([simple()].filter { if case .leave = $0 { false } else { true } }, Tree.at())
    case 6:
      let queue = Tree.member(Tree.name("DispatchQueue"), "main")
      return Tree.run(Tree.call("async", Tree.closure([], body(depth: depth - 1)), on: queue))
    case 7: return .block(body(depth: depth - 1))
    default: return simple()
    }
  }

  private mutating func trying() -> Statement {
    asked += 1
    return Tree.run(Tree.composed("try", Tree.call("t\(asked)x")))
  }

  private mutating func simple() -> Statement {
    switch random.below(6) {
    case 0, 1, 2: Tree.run(Tree.call("done"))
    case 3: Tree.returns()
    default: Tree.run(Tree.call("work"))
    }
  }
}

/// Runs a body once for each way that its questions can be answered.
private struct SinglePaths {
  private enum End { case next, returned, thrown }

  /// Answers given so far, by what was asked: a condition has one answer on a path.
  private var answers: [String: Int] = [:]
  /// The order in which they were first asked, with how many answers there are.
  private var asked: [(key: String, ways: Int)] = []
  private var plan: [Int]
  private var count = 0
  private var steps = 0

  private init(plan: [Int]) { self.plan = plan }

  /// How often the completion is called, on every path; nil where there are too many.
  static func counts(_ body: [Statement]) -> Set<Int>? {
    var found: Set<Int> = []
    var plan: [Int] = []
    for _ in 0..<20_000 {
      var path = SinglePaths(plan: plan)
      _ = path.run(body)
      found.insert(path.count)
      // The next plan in order: the last answer that has another.
      var next = path.asked.map { path.answers[$0.key] ?? 0 }
      while let last = next.last, last + 1 >= path.asked[next.count - 1].ways { next.removeLast() }
      guard let last = next.last else { return found }
      next[next.count - 1] = last + 1
      plan = next
    }
    return nil
  }

  private mutating func answer(_ key: String, ways: Int) -> Int {
    if let known = answers[key] { return known }
    let value = asked.count < plan.count ? plan[asked.count] : 0
    asked.append((key, ways))
    answers[key] = value
    return value
  }

  private mutating func run(_ body: [Statement]) -> End {
    var late: [[Statement]] = []
    var end = End.next
    for statement in body {
      if case .deferred(let body, _) = statement {
        late.append(body)
        continue
      }
      end = run(statement)
      if end != .next { break }
    }
    for body in late.reversed() { _ = run(body) }
    return end
  }

  private mutating func holds(_ condition: Expression) -> Bool {
    if case .composed("!", let parts, _) = condition { return !holds(parts[0]) }
    return answer(condition.key, ways: 2) == 1
  }

  private mutating func run(_ statement: Statement) -> End {
    switch statement {
    case .expression(.call(let call)):
      if call.name == "done" { count += 1 }
      if call.name == "async", case .closure(let closure)? = call.arguments.first?.value {
        _ = run(closure.body)
      }
      return .next
    case .expression(.composed("try", let parts, _)):
      return answer("throws " + parts[0].key, ways: 2) == 1 ? .thrown : .next
    case .branch(let branch):
      let holds = holds(branch.conditions[0])
      return run(holds ? branch.then : branch.otherwise ?? [])
    case .select(let select):
      let ways = select.cases.count + (select.isComplete ? 0 : 1)
      let taken = answer("switch " + (select.subject?.key ?? ""), ways: ways)
      return taken < select.cases.count ? run(select.cases[taken].body) : .next
    case .attempt(let attempt):
      let end = run(attempt.body)
      return end == .thrown ? run(attempt.catches[0]) : end
    case .block(let body): return run(body)
    case .leave: return .returned
    default: return .next
    }
  }
}
