import AppFacts
import Testing

@testable import Audit

/// A completion followed through bodies written by hand.
@Suite struct PathWalkerTests {
  /// The completion called.
  private func done(_ line: Int = 1) -> Statement { Tree.run(Tree.call("done", line: line)) }
  private func work() -> Statement { Tree.run(Tree.call("work")) }
  private let done = Tree.name("done")
  private func ask(_ name: String) -> Expression { Tree.name(name) }

  private func follow(_ body: [Statement], helpers: [FunctionDeclaration] = [], owner: String? = nil)
    -> CompletionPaths
  {
    var unit = SourceUnit(file: "Parcel.swift", language: .swift)
    unit.functions = [Tree.function("handle", [("done", "done", "() -> Void")], owner: owner, body)] + helpers
    let index = SourceIndex([unit])
    return PathWalker.follow("done", in: body, function: 0, form: .closure, index: index, files: [0])
  }

  private func isClean(_ paths: CompletionPaths) -> Bool {
    paths.lost.isEmpty && paths.doubled.isEmpty && paths.completes && !paths.isUnknown
  }

  @Test func onceIsClean() { #expect(isClean(follow([work(), done()]))) }

  @Test func neverIsLost() {
    let paths = follow([work()])
    #expect(!paths.completes)
    #expect(paths.lost.count == 1)
  }

  @Test func aGuardThatLeavesWithoutIt() {
    let paths = follow([Tree.ensure(ask("a"), else: [Tree.returns(7)]), done()])
    #expect(paths.completes)
    #expect(paths.lost.map(\.end?.line) == [7])
    #expect(paths.doubled.isEmpty)
  }

  @Test func aMissingReturnCallsTwice() {
    let paths = follow([Tree.when(ask("a"), [done(3)]), done(5)])
    #expect(paths.lost.isEmpty)
    #expect(paths.doubled.map { $0.calls.map(\.line) } == [[3, 5]])
  }

  @Test func theSameConditionTwiceIsFollowed() {
    #expect(isClean(follow([Tree.when(ask("a"), [done()]), Tree.when(Tree.not(ask("a")), [done()])])))
    #expect(!follow([Tree.when(ask("a"), [done()]), Tree.when(ask("b"), [done()])]).lost.isEmpty)
  }

  @Test func aFlagThatIsSetIsNotJudged() {
    let body = [
      Tree.variable("sent", .flag(false, Tree.at())),
      Tree.when(ask("a"), [done(), Tree.set(Tree.name("sent"), .flag(true, Tree.at()))]),
      Tree.when(Tree.not(Tree.name("sent")), [done()]),
    ]
    let paths = follow(body)
    #expect(paths.lost.isEmpty && paths.doubled.isEmpty)
  }

  @Test func chainsOverOneValueAreNotJudged() {
    func isState(_ state: String) -> Expression { Tree.composed("==", ask("state"), Tree.member(nil, state)) }
    let body = [
      Tree.when(
        isState("active"), [done()],
        else: [Tree.when(isState("inactive"), [done()], else: [Tree.when(isState("background"), [done()])])])
    ]
    #expect(isClean(follow(body)))
  }

  @Test func deferRunsOnEveryWayOut() {
    #expect(isClean(follow([.deferred([done()], Tree.at()), Tree.ensure(ask("a"), else: [Tree.returns()])])))
    // A defer that is met too late.
    let late = follow([Tree.ensure(ask("a"), else: [Tree.returns(4)]), .deferred([done()], Tree.at())])
    #expect(late.lost.map(\.end?.line) == [4])
  }

  @Test func switches() {
    #expect(isClean(follow([Tree.choose(ask("a"), [[done()], [done()]])])))
    #expect(follow([Tree.choose(ask("a"), [[done()], [work()]])]).lost.count == 1)
    #expect(follow([Tree.choose(ask("a"), complete: false, [[done()], [done()]])]).lost.count == 1)
  }

  @Test func aLoopThatMayNotRun() {
    #expect(follow([Tree.loop(ask("list"), [done(), Tree.returns()])]).lost.count == 1)
    #expect(isClean(follow([Tree.loop(ask("list"), [work()]), done()])))
    // What a second round does is not judged.
    #expect(follow([Tree.loop(ask("list"), [done()])]).doubled.isEmpty)
  }

  @Test func errorsLeaveAtTheCallThatThrows() {
    let trying = Tree.run(Tree.composed("try", Tree.call("load")))
    #expect(isClean(follow([Tree.attempt([trying, done()], catch: [done()])])))
    #expect(follow([Tree.attempt([trying, done()], catch: [work()])]).lost.count == 1)
    #expect(isClean(follow([Tree.attempt([trying], catch: [work()]), done()])))
  }

  @Test func throwingHelpersAreFollowedToTheirErrors() {
    let helper = Tree.function(
      "load", [("then", "then", "() -> Void")],
      [
        Tree.ensure(ask("ready"), else: [.leave(.init(.throw, Tree.name("error"), Tree.at()))]),
        Tree.run(Tree.call("then")),
      ])
    let trying = Tree.run(Tree.composed("try", Tree.call("load", labelled: [("then", done)])))
    #expect(isClean(follow([Tree.attempt([trying], catch: [done()])], helpers: [helper])))
    #expect(follow([Tree.attempt([trying], catch: [work()])], helpers: [helper]).lost.count == 1)
  }

  @Test func aCallbackThatCompletes() {
    let callback = Tree.closure(["result"], [done()])
    #expect(isClean(follow([Tree.run(Tree.call("fetch", callback))])))
  }

  @Test func aCallbackThatLosesItOnAPath() {
    let callback = Tree.closure(["error"], [Tree.when(ask("error"), [Tree.returns(9)]), done()])
    let paths = follow([Tree.run(Tree.call("fetch", callback))])
    #expect(paths.lost.map(\.end?.line) == [9])
    #expect(paths.completes)
  }

  @Test func aCallThatFollowsACallbackDoubles() {
    let callback = Tree.closure([], [done(3)])
    #expect(follow([Tree.run(Tree.call("fetch", callback)), done(5)]).doubled.count == 1)
    // What runs on expiry, or any number of times, promises nothing.
    for name in ["beginBackgroundTask", "onTimeout", "addObserver"] {
      #expect(follow([Tree.run(Tree.call(name, callback)), done(5)]).doubled.isEmpty, "\(name)")
    }
  }

  @Test func passedOnIsSomebodyElses() {
    #expect(isClean(follow([Tree.run(Tree.call("handle", done, on: Tree.name("sdk")))])))
    #expect(isClean(follow([Tree.set(Tree.member(Tree.name("self"), "stored"), done)])))
    #expect(isClean(follow([Tree.variable("once", Tree.call("Once", done))])))
    #expect(isClean(follow([.leave(.init(.return, done, Tree.at()))])))
    // An SDK says whether it took it.
    let taken = Tree.call("handle", done, on: Tree.name("sdk"))
    #expect(isClean(follow([Tree.when(taken, [Tree.returns()]), done()])))
  }

  @Test func localClosuresAreFollowed() {
    let finish = Tree.variable("finish", Tree.closure(["result"], [work(), done()]))
    #expect(isClean(follow([finish, Tree.run(Tree.call("finish"))])))
    #expect(follow([finish, work()]).lost.count == 1)
    #expect(follow([finish, Tree.run(Tree.call("finish")), done()]).doubled.count == 1)
    let local = Statement.function(Tree.function("finish", [], [done()]))
    #expect(isClean(follow([local, Tree.run(Tree.call("finish"))])))
  }

  @Test func aWrapperThatCallsOnceIsNotJudged() {
    let wrapper = Tree.closure(
      [],
      [
        Tree.ensure(Tree.not(Tree.name("called")), else: [Tree.returns()]),
        Tree.set(Tree.name("called"), .flag(true, Tree.at())), done(),
      ])
    let paths = follow([
      Tree.variable("called", .flag(false, Tree.at())), Tree.variable("finish", wrapper),
      Tree.run(Tree.call("finish")), Tree.run(Tree.call("finish")),
    ])
    #expect(paths.lost.isEmpty && paths.doubled.isEmpty)
  }

  @Test func queuesAndTasksRunWhatTheyAreGivenOnce() {
    let main = Tree.member(Tree.name("DispatchQueue"), "main")
    let async = Tree.run(Tree.call("async", Tree.closure([], [done()]), on: main))
    #expect(isClean(follow([async])))
    #expect(follow([async, done()]).doubled.count == 1)
    let task = Tree.closure(
      [], [Tree.run(Tree.composed("try", Tree.composed("await", Tree.call("load")))), done()])
    #expect(follow([Tree.run(Tree.call("Task", task))]).lost.count == 1)
    let quiet = Tree.closure(
      [], [Tree.run(Tree.composed("try?", Tree.composed("await", Tree.call("load")))), done()])
    #expect(isClean(follow([Tree.run(Tree.call("Task", quiet))])))
  }

  @Test func helpersAreFollowed() {
    let good = Tree.function("finish", [("then", "then", "() -> Void")], [Tree.run(Tree.call("then"))])
    let bad = Tree.function(
      "finish", [("then", "then", "() -> Void")],
      [Tree.ensure(ask("ready"), else: [Tree.returns(40)]), Tree.run(Tree.call("then"))])
    let call = Tree.run(Tree.call("finish", labelled: [("then", done)]))
    #expect(isClean(follow([call], helpers: [good])))
    #expect(follow([call], helpers: [bad]).lost.map(\.end?.line) == [40])
    #expect(follow([call, done()], helpers: [good]).doubled.count == 1)
    // A closure given to the helper runs where the helper calls it.
    let wrapped = Tree.run(Tree.call("finish", labelled: [(nil, Tree.closure([], [done()]))]))
    #expect(isClean(follow([wrapped], helpers: [good])))
    #expect(follow([wrapped], helpers: [bad]).lost.count == 1)
    // Two functions of that name: which one is not known.
    let other = Tree.function("finish", [("then", "then", "() -> Void")], [])
    #expect(isClean(follow([call], helpers: [bad, other])))
  }

  @Test func whatMayBeGoneIsNotJudged() {
    let me = Tree.closure(
      [], [Tree.ensure(Tree.name("self"), binds: ["self"], else: [Tree.returns()]), done()])
    #expect(isClean(follow([Tree.run(Tree.call("fetch", me))])))
    #expect(isClean(follow([Tree.when(done, [done()])])))
    #expect(isClean(follow([Tree.when(done, [Tree.run(Tree.call("other"))], binds: ["other"])])))
    #expect(isClean(follow([Tree.run(Tree.composed("?:", done, Tree.call("done"), .null(Tree.at())))])))
  }

  @Test func unknownStatementsAreNotJudged() {
    let paths = follow([.unknown(Tree.at())])
    #expect(paths.lost.isEmpty)
    #expect(follow([Tree.when(.unknown(Tree.at()), [done()])]).lost.isEmpty)
  }

  @Test func debugBuildsAreNotJudged() {
    let debug = Tree.compiled(Tree.name("DEBUG"), [Tree.returns()])
    #expect(isClean(follow([debug, done()])))
    let phone = Tree.compiled(Tree.call("os", Tree.name("iOS")), [done()])
    #expect(isClean(follow([phone])))
    #expect(follow([debug, work()]).lost.count == 1)
  }

  @Test func whatNeverComesBackNeedsNoCall() {
    let dead = Statement.leave(.init(.never, Tree.call("fatalError"), Tree.at()))
    #expect(isClean(follow([Tree.ensure(ask("a"), else: [dead]), done()])))
  }

  @Test func tasksAreCompletedByAMethod() {
    func follow(_ body: [Statement]) -> CompletionPaths {
      PathWalker.follow(
        "task", in: body, function: nil, form: .object(methods: KnownAPI.taskMethods),
        index: SourceIndex([]), files: [])
    }
    let complete = Tree.run(
      Tree.call("setTaskCompleted", labelled: [("success", .flag(true, Tree.at()))], on: Tree.name("task")))
    let expires = Tree.set(
      Tree.member(Tree.name("task"), "expirationHandler"), Tree.closure([], [complete]))
    let good = follow([expires, complete])
    #expect(isClean(good) && good.setsExpiration)
    let bad = follow([expires, work()])
    #expect(bad.lost.count == 1 && !bad.completes)
    #expect(!follow([complete]).setsExpiration)
    let cast = Tree.composed("as?", Tree.name("task"), Tree.name("BGAppRefreshTask"))
    let other = Tree.run(
      Tree.call("setTaskCompleted", labelled: [("success", .flag(true, Tree.at()))], on: Tree.name("refresh"))
    )
    #expect(isClean(follow([Tree.ensure(cast, binds: ["refresh"], else: [Tree.returns()]), other])))
    #expect(isClean(follow([Tree.variable("refresh", cast), other])))
    let completing = Tree.set(
      Tree.member(Tree.name("operation"), "completionBlock"), Tree.closure([], [complete]))
    #expect(isClean(follow([completing])))
  }

  @Test func aHelperThatSaysWhetherItTookIt() {
    var helper = Tree.function(
      "take", [("then", "then", "() -> Void")],
      [
        Tree.ensure(ask("mine"), else: [.leave(.init(.return, .flag(false, Tree.at()), Tree.at()))]),
        Tree.run(Tree.call("then")), .leave(.init(.return, .flag(true, Tree.at()), Tree.at())),
      ])
    helper.returns = "Bool"
    let taken = Tree.call("take", labelled: [("then", done)])
    #expect(isClean(follow([Tree.when(taken, [Tree.returns()]), done()], helpers: [helper])))
    #expect(isClean(follow([Tree.run(taken)], helpers: [helper])))
    helper.body = [.leave(.init(.return, .flag(false, Tree.at()), Tree.at()))]
    #expect(follow([Tree.run(taken)], helpers: [helper]).lost.count == 1)
  }

  @Test func whatACallFixesIsNotAsked() {
    let helper = Tree.function(
      "finish", [("then", "then", "() -> Void"), ("now", "now", "Bool")],
      [Tree.when(ask("now"), [Tree.run(Tree.call("then"))])])
    func call(_ now: Expression) -> [Statement] {
      [Tree.run(Tree.call("finish", labelled: [("then", done), ("now", now)]))]
    }
    #expect(isClean(follow(call(.flag(true, Tree.at())), helpers: [helper])))
    #expect(follow(call(ask("ready")), helpers: [helper]).lost.count == 1)
  }

  @Test func aListThatIsNeverEmpty() {
    let handlers = Tree.loop(
      ask("handlers"), [Tree.when(Tree.call("handler", done), [.leave(.init(.break, nil, Tree.at()))])])
    #expect(isClean(follow([handlers])))
  }

  @Test func exceptionsOfObjectiveCThatNothingCatches() {
    let some = Statement.attempt(
      .init(
        body: [Tree.run(Tree.call("fetch", Tree.closure([], [done()])))], catches: [[done()]],
        catchesAll: false,
        finally: nil, place: Tree.at()))
    #expect(isClean(follow([some])))
  }
}
