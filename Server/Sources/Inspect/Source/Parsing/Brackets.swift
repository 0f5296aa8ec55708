internal import AppFacts

/// Finds the partner of each bracket, so that nothing reads beyond the braces around it.
enum Brackets {
  /// False where they are nested deeper than `depth`.
  ///
  /// A brace closes what is open inside it; a parenthesis or square bracket never closes a brace.
  static func match(
    _ tokens: inout [Token], _ text: [UInt8], _ language: SourceUnit.Language, depth: Int
  ) -> Bool {
    var open: [Int] = []
    // Open braces among them, so that a stray closing brace does not search.
    var braces = 0
    for index in tokens.indices {
      let token = tokens[index]
      if language == .objectiveC, token.kind == .at, token.length >= 4, endsAll(token, text) {
        for start in open { tokens[start].match = Int32(clamping: index) }
        open.removeAll()
        braces = 0
        continue
      }
      guard token.kind == .mark else { continue }
      switch token.first {
      case 0x28, 0x5B, 0x7B:
        if open.count >= depth { return false }
        open.append(index)
        if token.first == 0x7B { braces += 1 }
      case 0x29, 0x5D:
        // What stands between may be a bracket that was never closed, but no brace.
        let wanted: UInt8 = token.first == 0x29 ? 0x28 : 0x5B
        guard
          let found = open.reversed().prefix(while: { tokens[$0].first != 0x7B }).first(where: {
            tokens[$0].first == wanted
          })
        else { continue }
        close(found, index, &open, &tokens)
      case 0x7D:
        guard braces > 0, let found = open.last(where: { tokens[$0].first == 0x7B }) else { continue }
        braces -= 1
        close(found, index, &open, &tokens)
      default: continue
      }
    }
    for start in open { tokens[start].match = Int32(clamping: tokens.count) }
    return true
  }

  private static func close(_ found: Int, _ index: Int, _ open: inout [Int], _ tokens: inout [Token]) {
    while let last = open.popLast() {
      tokens[last].match = Int32(clamping: index)
      if last == found { break }
    }
    tokens[index].match = Int32(clamping: found)
  }

  /// `@end`, `@interface`, `@implementation`: nothing that is open before them is closed behind them.
  private static func endsAll(_ token: Token, _ text: [UInt8]) -> Bool {
    let word = text[Int(token.start)..<Int(token.end)]
    return ["@end", "@interface", "@implementation"].contains { word.elementsEqual($0.utf8) }
  }
}
