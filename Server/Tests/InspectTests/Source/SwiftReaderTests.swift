import AppFacts
import Testing

@testable import Inspect

@Suite(.enabled(if: SwiftHelper.path != nil, SwiftHelper.reason))
struct SwiftReaderTests {
  private func tree(_ text: String) throws -> [String] { TreeText.of(try SwiftHelper.parse(text)) }
  /// The statements of `func f() { … }`.
  private func body(_ text: String) throws -> [String] {
    let unit = try SwiftHelper.parse("func f() {\n\(text)\n}")
    return (try #require(unit.functions.first?.body)).map(TreeText.statement)
  }

  @Test func anAppDelegate() throws {
    let found = try tree(
      """
      import UIKit
      import class UserNotifications.UNUserNotificationCenter
      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ application: UIApplication,
                         didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
          send(deviceToken.map { String(format: "%02x", $0) }.joined())
        }
        @objc(refresh:) private func refresh(_ sender: Any?) async throws -> Bool { false }
        init?(coder: NSCoder) { fatalError("no") }
        deinit { stop() }
      }
      """)
    #expect(
      found == [
        "import UIKit", "import UserNotifications.UNUserNotificationCenter",
        "@main class AppDelegate: UIResponder, UIApplicationDelegate",
        "func AppDelegate.application(_:didRegisterForRemoteNotificationsWithDeviceToken:) "
          + "[_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data] "
          + "{ send(deviceToken.map({|| String(format: '%02x', $0)}).joined()) }",
        "objc(refresh:) private async throws func AppDelegate.refresh(_:) [_ sender: Any?] -> Bool { false }",
        "func AppDelegate.init(coder:) [coder coder: NSCoder] { never fatalError('no') }",
        "func AppDelegate.deinit [] { stop() }",
      ])
  }

  @Test func typesInTypesAndExtensions() throws {
    let found = try tree(
      """
      enum Parcel { struct Router<T>: Hashable, Codable {} ; enum Task: String { case refresh, sync = "dev.sync" } }
      extension Parcel.Router: @unchecked Sendable where T: Sendable { static let all = 1 }
      protocol Carrier: AnyObject { var name: String { get } ; func carry() }
      actor Depot {}
      #if os(iOS)
      struct OnPhone {}
      #else
      struct Elsewhere {}
      #endif
      """)
    #expect(
      found == [
        "enum Parcel", "struct Parcel.Router: Hashable, Codable", "enum Parcel.Task: String",
        "extension Parcel.Router: Sendable", "interface Carrier: AnyObject", "actor Depot", "struct OnPhone",
        "struct Elsewhere",
        "var case Parcel.Task.refresh = 'refresh'", "var case Parcel.Task.sync = 'dev.sync'",
        "var static let Parcel.Router.all = 1", "var Carrier.name: String",
        "func Carrier.carry() [] declared",
      ])
  }

  @Test func variablesOfEveryKind() throws {
    let found = try tree(
      """
      let (host, port) = ("parcel", -443)
      struct Main: App {
        @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
        @State private var count: Int = 0 { didSet { save(count) } }
        var body: some Scene { WindowGroup { Text("a\\(count)b") } }
        static var id: String { get { "x" } set { store(newValue) } }
      }
      """)
    #expect(
      found == [
        "struct Main: App", "var let host = (() 'parcel' -443)", "var let port",
        "var UIApplicationDelegateAdaptor(AppDelegate.self) Main.delegate",
        "var State private Main.count: Int = 0 set { save(count) }",
        "var Main.body: some Scene get { WindowGroup({|| Text(i<'a' count 'b'>)}) }",
        "var static Main.id: String get { 'x' } set { store(newValue) }",
      ])
  }

  private func expect(
    _ text: String, _ statements: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try body(text)
    for (found, wanted) in zip(found, statements) { #expect(found == wanted, sourceLocation: location) }
    #expect(found.count == statements.count, sourceLocation: location)
  }

  @Test func calls() throws {
    try expect(
      """
      handler?(.newData)
      self.handler!(1)
      Foo<Bar>(x: 2)
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, _ in done(granted) }
      UIView.animate { a() } completion: { b() }
      Thing.init()
      handlers[0](3)
      #selector(AppDelegate.refresh( _: ))
      #Preview { Text("x") }
      a?.b?.c()
      """,
      [
        "handler(.newData)", "self.handler(1)", "Foo(x: 2)",
        "UNUserNotificationCenter.current().requestAuthorization(options: [.alert], {|granted,_| done(granted)})",
        "UIView.animate({|| a()}, completion: {|| b()})", "Thing.init()", "([] handlers 0).(3)",
        "#AppDelegate.refresh(_:)#", "#Preview({|| Text('x')})", "a.b.c()",
      ])
  }

  @Test func operators() throws {
    try expect(
      """
      a = b + c * d + e
      x += 1
      let y = p ? q : r ? s : t
      try? z = await load()
      n = try await m() + 1
      if !a && b || c == d ?? e ?? f {}
      _ = v as? [String: Any]
      go(&n, m is Int, -1, d["k"], \\.id)
      """,
      [
        "a = (+ b (* c d) e)", "x = 1", "var let y = (?: p q (?: r s t))", "z = (try? (await load()))",
        "n = (try (await (+ m() 1)))",
        "if (|| (&& (! a) b) (== c (?? d e f))) {}", "_ = (as? v [String: Any])",
        "go(n, (is m Int), -1, ([] d 'k'), (\\))",
      ])
  }

  @Test func controlFlow() throws {
    try expect(
      """
      guard let a, case .b(let c) = d else { return }
      if #available(iOS 16, *) { x() } else if let y = z { y() } else { w() }
      switch s { case .a, .b where t: one(); fallthrough
        case let .c(u): two(u)
        @unknown default: break }
      for await v in stream where ok { use(v) }
      while let n = next() { use(n) }
      repeat { go() } while more
      do { try q() } catch let e as Bad { r(e) } catch { s() }
      do { try q() } catch is Bad { }
      do { plain() }
      defer { end() }
      outer: for i in 1...2 { continue outer }
      throw Failure.x
      """,
      [
        "guard a, (case b(c) d) |a,c| {} else { return }",
        "if #available(iOS 16, *) { x() } else { if z |y| { y() } else { w() } }",
        "switch s [case .a, .b, t falls { one() } case c(u) { two(u) } default { break }]",
        "loop (await stream), ok { use(v) }", "loop next() { use(n) }", "loop+ more { go() }",
        "do { (try q()) } catch { r(e) } catch { s() } all", "do { (try q()) } catch {}", "{ plain() }",
        "defer { end() }", "loop (... 1 2) { continue outer }", "throw Failure.x",
      ])
  }

  @Test func valuesOfBranchesAreTakenApart() throws {
    try expect(
      """
      let x = if a { 1 } else { 2 }
      y = switch b { case .c: 3; default: 4 }
      return if a { 5 } else { 6 }
      """,
      [
        "var let x", "if a { x = 1 } else { x = 2 }", "switch b [case .c { y = 3 } default { y = 4 }]",
        "if a { return 5 } else { return 6 }",
      ])
  }

  @Test func conditionalCompilation() throws {
    try expect(
      """
      #if DEBUG && !os(macOS)
      a()
      #elseif RELEASE
      b()
      #else
      c()
      #endif
      """, ["#if (&& DEBUG (! os(macOS))) { a() } else { #if RELEASE { b() } else { c() } }"])
  }

  @Test func strings() throws {
    try expect(
      ##"""
      a("x\n\u{e9}\"")
      b(#"raw \n \#(v)"#)
      c("""
        two
          lines \
        joined
        """)
      d("é\t\(v)ü")
      """##, ["a('x\né\"')", "b(i<'raw \\n ' v>)", "c('two\n  lines joined')", "d(i<'é\t' v 'ü'>)"])
  }

  @Test func localFunctionsAndTypes() throws {
    let found = try tree(
      "class A { func f() { func g(_ h: @escaping () -> Void) { h() } ; struct B { func k() {} } ; g { } } }")
    #expect(
      found == [
        "class A", "struct B", "func B.k() [] {}",
        "func A.f() [] { func A.g(_:) [_ h: @escaping () -> Void] { h() }; g({|| }) }",
      ])
  }

  @Test func commentsThatSilence() throws {
    let found = try tree(
      """
      // pushwire:ignore SRC005, BG007 it is logged elsewhere

      func f() {
        g() // pushwire:ignore SRC008 handed on
        /* pushwire:ignore SRC009 */
        h()
        let text = "pushwire:ignore SRC001 no comment"
      }
      """)
    #expect(
      found.suffix(3) == [
        "ignore SRC005,BG007 line 3: it is logged elsewhere", "ignore SRC008 line 4: handed on",
        "ignore SRC009 line 6: ",
      ])
  }

  @Test func placesAreLinesAndCharacters() throws {
    let unit = try SwiftHelper.parse("let é = 1; func f() {\r\n  ü.register(\"x\")\r\n}\r\n")
    let function = try #require(unit.functions.first)
    #expect(function.place == Place("A.swift", line: 1, column: 17))
    guard case .expression(.call(let call)) = function.body?.first else {
      Issue.record("no call")
      return
    }
    #expect(call.place == Place("A.swift", line: 2, column: 5))
    #expect(call.base?.place == Place("A.swift", line: 2, column: 3))
    #expect(call.arguments.first?.value.place == Place("A.swift", line: 2, column: 14))
    #expect(unit.file == "A.swift" && unit.reader == "swift-syntax" && unit.language == .swift)
  }

  @Test func brokenSwiftIsReadAsFarAsItGoes() throws {
    let found = try tree("class A { func f() { a( } \n func g() { b() }\n\u{0}\u{1}")
    #expect(found.contains { $0.contains("A.f()") } && found.contains { $0.contains("b()") })
  }
}
