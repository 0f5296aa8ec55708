internal import AppFacts

/// Reads a source file of any of the languages into the one tree, without its compiler.
///
/// It is tolerant: what it does not understand becomes `unknown`, and it goes on behind it. Its time and
/// memory are linear in the size of the text, and its depth has a limit.
enum SourceParser {
  /// Why a file cannot be read at all, as the end of "it cannot be read: …".
  struct Failure: Error, Equatable, Sendable {
    var why: String
  }

  /// Levels of brackets.
  static let brackets = 200
  /// Levels of statements and expressions in each other, as the parser descends.
  static let levels = 320
  /// Levels of the tree, long chains of calls included.
  static let height = SourceConventions.depth

  static func parse(
    _ text: [UInt8], file: String, language: SourceUnit.Language, limits: InspectLimits
  ) -> Result<SourceUnit, Failure> {
    guard text.count <= limits.source else {
      return .failure(Failure(why: "it has more than \(limits.source) bytes"))
    }
    var tokenizer = Tokenizer(text, file: file, language: language)
    tokenizer.run()
    if tokenizer.isTooDeep { return .failure(tooDeep) }
    var tokens = tokenizer.tokens
    var unit = SourceUnit(file: file, language: language)
    unit.reader = "tokenizer"
    unit.ignores = tokenizer.ignores
    if language == .objectiveC {
      tokens = Preprocessor(text: text, file: file).run(tokens, into: &unit)
    }
    guard Brackets.match(&tokens, text, language, depth: brackets) else { return .failure(tooDeep) }
    let parser = Parser(text, tokens: tokens, unit: unit)
    parser.file()
    if let failure = parser.failure { return .failure(failure) }
    return .success(parser.unit)
  }

  static let tooDeep = Failure(why: "it is nested deeper than \(brackets) levels")

  /// By the ending of a file's name; nil where no reader knows it. A header is Objective-C.
  static func language(forFileName name: String) -> SourceUnit.Language? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return switch name[name.index(after: dot)...].lowercased() {
    case "swift": .swift
    case "m", "mm", "h", "hpp", "hh", "pch": .objectiveC
    case "kt", "kts": .kotlin
    case "java": .java
    default: nil
    }
  }
}
