import AppFacts
import Testing

@testable import Inspect

@Suite struct SourceParserTests {
  private func parse(_ language: SourceUnit.Language, _ text: String) throws -> SourceUnit {
    try SourceParser.parse(Array(text.utf8), file: "F", language: language, limits: InspectLimits()).get()
  }

  @Test func languagesGoByTheEnding() {
    #expect(SourceParser.language(forFileName: "AppDelegate.swift") == .swift)
    #expect(SourceParser.language(forFileName: "AppDelegate.MM") == .objectiveC)
    #expect(SourceParser.language(forFileName: "Parcel.h") == .objectiveC)
    #expect(SourceParser.language(forFileName: "build.gradle.kts") == .kotlin)
    #expect(SourceParser.language(forFileName: "PushService.java") == .java)
    #expect(SourceParser.language(forFileName: "Makefile") == nil)
  }

  @Test(arguments: HostileSourceTests.languages)
  func commentsSilenceTheirLine(_ language: SourceUnit.Language) throws {
    let unit = try parse(
      language,
      """
      // pushwire:ignore SRC005,SRC006 the log has it
      // Another comment.

      import a; // pushwire:ignore BG001
      /* pushwire:ignore BG007 once only */ import b;
      """)
    #expect(unit.ignores.map(\.line) == [4, 4, 5])
    #expect(unit.ignores.map(\.rules) == [["SRC005", "SRC006"], ["BG001"], ["BG007"]])
    #expect(unit.ignores.map(\.reason) == ["the log has it", "", "once only"])
    #expect(unit.ignores.map { $0.place.column } == [1, 11, 1])
  }

  @Test func placesAreLinesAndCharacters() throws {
    let unit = try parse(.swift, "let é = 1; func f() {\r\n  ü.register(\"x\")\r\n}\r\n")
    let function = try #require(unit.functions.first)
    #expect(function.place == Place("F", line: 1, column: 17))
    guard case .expression(.call(let call)) = function.body?.first else {
      Issue.record("no call")
      return
    }
    #expect(call.place == Place("F", line: 2, column: 5))
    #expect(call.base?.place == Place("F", line: 2, column: 3))
    #expect(call.arguments.first?.value.place == Place("F", line: 2, column: 14))
  }

  @Test func whatCannotBeReadLeavesTheRest() throws {
    try expectTree(
      .swift, "func f() {\n  one()\n  ) ] what ever = = 2\n  two()\n}\nfunc g() {}",
      """
      func f() ()
        one()
        UNKNOWN
        two()
      func g() ()
      """)
    try expectTree(
      .objectiveC,
      """
      @implementation A
      - (void)f {
        one();
        @@ ?? strange;
        two();
      }
      - (void)g { [self h:{ }
      @end
      @implementation B
      - (void)h {}
      @end
      """,
      """
      class A
      class B
      func A.f () -> void
        one()
        UNKNOWN
        UNKNOWN
        two()
      func A.g () -> void
        self.h:(h: [])
      func B.h () -> void
      """)
    try expectTree(
      .kotlin, "fun f() {\n  one()\n  val = = 3\n  two()\n}\nclass A { fun g() = 1 }",
      """
      class A
      func f ()
        one()
        UNKNOWN
        two()
      func A.g ()
        return 1
      """)
    try expectTree(
      .java, "class A { void f() { one(); int = ; two(); } void g() { } }",
      """
      class A
      func A.f () -> void
        one()
        int = UNKNOWN
        two()
      func A.g () -> void
      """)
  }

  @Test func tooLargeIsUnreadable() {
    var limits = InspectLimits()
    limits.source = 3
    #expect(
      SourceParser.parse(Array("let".utf8) + [0x20], file: "F", language: .swift, limits: limits)
        == .failure(.init(why: "it has more than 3 bytes")))
  }

  @Test func aPreprocessorThatCutsAStatementGivesItsFirstSide() throws {
    try expectTree(
      .objectiveC,
      """
      @implementation A
      - (void)f {
      #if ONE
        if (a) {
      #else
        if (b) {
      #endif
          c();
        }
      #ifdef DEBUG
        d();
      #endif
      #if 0
        old();
      #else
        now();
      #endif
      }
      @end
      """,
      """
      class A
      func A.f () -> void
        if a
          c()
        #if DEBUG
          d()
        now()
      """)
  }
}
