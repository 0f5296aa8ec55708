import AppFacts

/// A build script as statements with the blocks that they stand in, without knowing the language's grammar.
struct GradleStatements {
  struct Statement {
    /// Names of the blocks around it, the outermost first: `["android", "productFlavors", "free"]`.
    var blocks: [String]
    var tokens: [GradleTokens.Token]

    /// Blocks and the words that it begins with: `android.defaultConfig.applicationId` in no block and
    /// `applicationId` in these blocks are the same.
    var path: [String] {
      blocks + (tokens.first?.word.map { $0.split(separator: ".").map(String.init) } ?? [])
    }
    /// What follows its first words, without `=`, `(` and `)` around it.
    var argument: ArraySlice<GradleTokens.Token> {
      var rest = tokens.dropFirst()
      while let first = rest.first, first.isSign("=") || first.isSign("(") { rest = rest.dropFirst() }
      // Of calls in it, as in `get()`, the parentheses stay.
      var unopened = rest.count { $0.isSign(")") } - rest.count { $0.isSign("(") }
      while unopened > 0, let last = rest.last, last.isSign(")") {
        rest = rest.dropLast()
        unopened -= 1
      }
      return rest
    }
  }

  private static let deepest = 32

  static func split(_ tokens: [GradleTokens.Token]) -> [Statement] {
    var statements: [Statement] = []
    var blocks: [String] = []
    /// Open parentheses in each block, the innermost last.
    var parentheses = [0]
    var current: [GradleTokens.Token] = []
    func finish() {
      if !current.isEmpty { statements.append(Statement(blocks: blocks, tokens: current)) }
      current = []
    }
    for token in tokens {
      switch token.kind {
      case .sign(UInt8(ascii: "{")):
        let name = blockName(current)
        finish()
        // Deeper ones say nothing, and must not cost.
        if parentheses.count <= deepest { blocks.append(name) }
        parentheses.append(0)
      case .sign(UInt8(ascii: "}")):
        finish()
        guard parentheses.count > 1 else { continue }
        parentheses.removeLast()
        if parentheses.count <= deepest { blocks.removeLast() }
      case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "[")):
        parentheses[parentheses.count - 1] += 1
        current.append(token)
      case .sign(UInt8(ascii: ")")), .sign(UInt8(ascii: "]")):
        parentheses[parentheses.count - 1] = max(0, parentheses[parentheses.count - 1] - 1)
        current.append(token)
      case .line, .sign(UInt8(ascii: ";")):
        if parentheses[parentheses.count - 1] == 0 { finish() }
      default: current.append(token)
      }
    }
    finish()
    return statements
  }

  /// `free` for `free {`, `create("free") {`, `named("free") {`; else the first word.
  private static func blockName(_ tokens: [GradleTokens.Token]) -> String {
    guard let first = tokens.first?.word else { return "" }
    let makers: Set = ["create", "register", "getByName", "named", "maybeCreate"]
    guard let last = first.split(separator: ".").last, makers.contains(String(last)) else { return first }
    for token in tokens {
      if case .text(let name, true) = token.kind { return name }
    }
    return first
  }
}
