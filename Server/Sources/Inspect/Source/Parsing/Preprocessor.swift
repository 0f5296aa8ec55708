internal import AppFacts

/// Lines of the C preprocessor, before anything else is read.
///
/// Imports and constants are taken from them. An `#if` around whole statements stays, as a branch; one that
/// cuts through a statement gives way to its first side.
struct Preprocessor {
  let text: [UInt8]
  let file: String

  private struct Group {
    /// Token of `#if`.
    var start: Int
    /// Token of the first `#else` or `#elif`.
    var second: Int?
    var isClean: Bool
    /// `#if 0`.
    var isOff: Bool
    /// Brackets that are open at the start, at the end of the first side, and the least in it.
    var depth: Int
    var firstDepth: Int?
    var least: Int
    var firstLeast: Int?
  }

  func run(_ tokens: [Token], into unit: inout SourceUnit) -> [Token] {
    // How many ranges that are dropped begin less those that end at a token.
    var drops = [Int](repeating: 0, count: tokens.count + 1)
    var groups: [Group] = []
    var depth = 0
    func drop(_ range: Range<Int>) {
      drops[range.lowerBound] += 1
      drops[range.upperBound] -= 1
    }
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .mark {
        switch token.first {
        case 0x28, 0x5B, 0x7B: depth += 1
        case 0x29, 0x5D, 0x7D:
          depth -= 1
          if let last = groups.indices.last { groups[last].least = min(groups[last].least, depth) }
        default: break
        }
      }
      guard token.kind == .directive else { continue }
      let (name, rest) = directive(token)
      switch name {
      case "if", "ifdef", "ifndef":
        let isOff = name == "if" && text[rest].elementsEqual("0".utf8)
        groups.append(
          Group(
            start: index, isClean: depth == 0 || isBoundary(tokens, index - 1), isOff: isOff, depth: depth,
            least: depth))
      case "elif", "else", "endif":
        guard var group = groups.popLast() else {
          drop(index..<(index + 1))
          continue
        }
        let isEmpty = tokens[index - 1].kind == .directive
        if depth != group.depth || group.least < group.depth { group.isClean = false }
        if depth > 0, !isEmpty, !isBoundary(tokens, index - 1) { group.isClean = false }
        if index + 1 < tokens.count, isElse(tokens[index + 1]) { group.isClean = false }
        group.firstDepth = group.firstDepth ?? depth
        group.firstLeast = group.firstLeast ?? group.least
        if name != "endif" {
          group.second = group.second ?? index
          group.least = group.depth
          depth = group.depth
          groups.append(group)
          continue
        }
        depth = group.firstDepth ?? depth
        if let last = groups.indices.last {
          groups[last].least = min(groups[last].least, group.firstLeast ?? group.least)
        }
        if group.isOff {
          drop(group.start..<((group.second ?? index) + 1))
          drop(index..<(index + 1))
        } else if !group.isClean {
          drop(group.start..<(group.start + 1))
          drop((group.second ?? index)..<(index + 1))
        }
      default:
        note(name, rest, token, into: &unit)
        drop(index..<(index + 1))
      }
    }
    for group in groups { drop(group.start..<(group.start + 1)) }
    var result: [Token] = []
    result.reserveCapacity(tokens.count)
    var dropped = 0
    for index in tokens.indices {
      dropped += drops[index]
      if dropped == 0 { result.append(tokens[index]) }
    }
    return result
  }

  /// A statement can end with this token.
  private func isBoundary(_ tokens: [Token], _ index: Int) -> Bool {
    guard index >= 0 else { return true }
    let token = tokens[index]
    return token.kind == .directive
      || (token.kind == .mark && [0x3B, 0x7B, 0x7D, 0x3A].contains(token.first))
  }

  private func isElse(_ token: Token) -> Bool {
    token.kind == .word && text[Int(token.start)..<Int(token.end)].elementsEqual("else".utf8)
  }

  /// The name of a directive, and the range of what follows it.
  func directive(_ token: Token) -> (name: String, rest: Range<Int>) {
    var at = Int(token.start) + 1
    var end = Int(token.end)
    while at < end, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
    let start = at
    while at < end, text[at].continuesWord { at += 1 }
    let name = String(decoding: text[start..<at], as: UTF8.self)
    while at < end, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
    while end > at, [0x20, 0x09, 0x0D].contains(text[end - 1]) { end -= 1 }
    return (name, at..<end)
  }

  private func note(_ name: String, _ rest: Range<Int>, _ token: Token, into unit: inout SourceUnit) {
    let place = Place(file, line: Int(token.line), column: Int(token.column))
    switch name {
    case "import", "include":
      let path = text[rest].drop { $0 == 0x22 || $0 == 0x3C }.prefix { $0 != 0x22 && $0 != 0x3E }
      if !path.isEmpty { unit.imports.append(Sourced(String(decoding: path, as: UTF8.self), place)) }
    case "define":
      var end = rest.lowerBound
      while end < rest.upperBound, text[end].continuesWord { end += 1 }
      guard end > rest.lowerBound, end < rest.upperBound, text[end] != 0x28, rest.upperBound - end < 4096,
        let value = constant(end..<rest.upperBound, token)
      else { return }
      unit.variables.append(
        .init(
          name: String(decoding: text[rest.lowerBound..<end], as: UTF8.self), owner: nil, type: nil,
          value: value,
          modifiers: ["define"], place: place))
    default: break
    }
  }

  /// The value of a macro that is one expression.
  private func constant(_ range: Range<Int>, _ token: Token) -> Expression? {
    var tokenizer = Tokenizer(
      text, file: file, language: .objectiveC, range: range, line: Int(token.line), column: Int(token.column))
    tokenizer.run()
    var tokens = tokenizer.tokens
    guard let first = tokens.first, tokens.count <= 64, first.kind != .directive,
      Brackets.match(&tokens, text, .objectiveC, depth: 16)
    else { return nil }
    let parser = Parser(text, tokens: tokens, unit: SourceUnit(file: file, language: .objectiveC))
    let value = parser.expression()
    guard parser.atEnd, parser.failure == nil else { return nil }
    var isKnown = true
    value.walk { if case .unknown = $0 { isKnown = false } }
    return isKnown ? value : nil
  }
}
