import AppFacts
import Testing

@testable import Inspect

/// Texts made to take the machine: each ends, and what is nested too deeply is said to be unreadable.
@Suite struct HostileSourceTests {
  static let languages: [SourceUnit.Language] = [.swift, .objectiveC, .kotlin, .java]

  private func parse(_ text: String, _ language: SourceUnit.Language) -> Result<
    SourceUnit, SourceParser.Failure
  > {
    SourceParser.parse(Array(text.utf8), file: "F", language: language, limits: InspectLimits())
  }

  private func wrapped(_ body: String, _ language: SourceUnit.Language) -> String {
    switch language {
    case .swift: "func f() {\n\(body)\n}"
    case .objectiveC: "@implementation A\n- (void)f {\n\(body);\n}\n@end"
    case .kotlin: "fun f() {\n\(body)\n}"
    case .java: "class A { void f() {\n\(body);\n} }"
    }
  }

  @Test(arguments: languages)
  func bracketsNestedTooDeeplyAreUnreadable(_ language: SourceUnit.Language) {
    for open in ["[", "(", "{"] {
      let text = wrapped(String(repeating: open, count: 20_000), language)
      #expect(parse(text, language) == .failure(SourceParser.tooDeep))
    }
    let braces = String(repeating: "{", count: 1 << 20)
    #expect(parse(braces, language) == .failure(SourceParser.tooDeep))
  }

  @Test(arguments: languages)
  func nestedBranchesAreUnreadable(_ language: SourceUnit.Language) {
    let condition = language == .swift ? "if x { " : "if (x) "
    let text = wrapped(String(repeating: condition, count: 30_000), language)
    #expect(parse(text, language) == .failure(SourceParser.tooDeep))
  }

  @Test(arguments: languages)
  func whatGrowsWithoutBracketsIsUnreadableToo(_ language: SourceUnit.Language) {
    let minus = String(repeating: "- ", count: 20_000) + "x"
    let chain = "x" + String(repeating: ".a", count: 20_000)
    let ternary = String(repeating: language == .kotlin ? "if (x) y else " : "x ? y : ", count: 20_000) + "z"
    let ladder = String(repeating: language == .swift ? "if x { } else " : "if (x) { } else ", count: 20_000)
    for body in [minus, chain, ternary, ladder + "{ }"] {
      #expect(parse(wrapped(body, language), language) == .failure(SourceParser.tooDeep))
    }
  }

  @Test(arguments: languages)
  func longIsNotDeep(_ language: SourceUnit.Language) throws {
    let sum = "x = " + Array(repeating: "a", count: 10_000).joined(separator: " + ")
    let calls = Array(repeating: "f(1)", count: 10_000).joined(separator: ";\n")
    let angles = Array(repeating: "a<b", count: 10_000).joined(separator: ";\n")
    for body in [sum, calls, angles] {
      let unit = try parse(wrapped(body, language), language).get()
      #expect(unit.functions.count == 1)
    }
  }

  @Test(arguments: languages)
  func whatIsNotClosedEnds(_ language: SourceUnit.Language) throws {
    let starts = [
      "\"", "\"\"\"", "/*", "'", "#\"", "\"\\(", "\"${", "@\"", "R\"(", "`", "@", "#", "#if", "\\", "case",
      "else",
      "switch x {", "x ? y", "class", "fun", "func", "-", "^", "[a", "(a", "{ (a) in", "when", "try", "catch",
      "@interface", "@implementation", "@property", "typedef", "#define X \"", "import", "let x: A<", "new",
      "<", "->",
    ]
    for start in starts {
      for text in [start, wrapped(start, language), String(repeating: start + "\n", count: 2_000)] {
        guard case .success(let unit) = parse(text, language) else { continue }
        #expect(unit.language == language)
      }
    }
  }
}
