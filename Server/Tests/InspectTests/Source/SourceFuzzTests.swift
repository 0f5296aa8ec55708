import AppFacts
import TestSupport
import Testing

@testable import Inspect

/// Changed sources of each language: none may trap, hang, or give a tree that is too deep to be walked.
@Suite struct SourceFuzzTests {
  private static let words = [
    "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "\\(", "${", "'", "`", "/*", "*/", "//", "\n",
    ";", ":",
    "->", "?.", "??", "...", "#if X\n", "#else\n", "#endif\n", "@interface A", "@end", "@implementation A",
    "^{", "@\"",
    "if ", "else ", "case ", "switch ", "when ", "try ", "catch ", "func f", "fun f", "class A", "let x = ",
    "return ",
    "object : A {", "new A() {", "enum E {", "in ", "as ", "is ", "\u{FEFF}", "é", "\u{0}", "R\"x(", "#\"",
    "/x/",
  ].map { Array($0.utf8) }

  @Test(arguments: HostileSourceTests.languages)
  func fuzzParser(_ language: SourceUnit.Language) throws {
    let fuzzer = try CorpusFuzzer("source-\(language.rawValue)", words: Self.words)
    try fuzzer.run { input in
      guard
        case .success(let unit) = SourceParser.parse(
          input, file: "F", language: language, limits: InspectLimits())
      else { return false }
      // Whoever reads the tree walks all of it.
      return !SourceDump.text(unit).isEmpty
    }
  }
}
