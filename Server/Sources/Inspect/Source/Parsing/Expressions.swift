internal import AppFacts

/// What all languages share in expressions: operands with operators between them.
extension Parser {
  /// One expression, assignments and ternaries included. Takes at least one token unless at the end.
  func expression() -> Expression {
    let start = position
    let result = deeper(or: .unknown(place)) { sequence() }
    if position == start, position < end { position += 1 }
    return result
  }

  /// An expression in which a `{` opens what follows.
  func head() -> Expression { stopping({ $0.brace = true }) { expression() } }

  private func sequence() -> Expression {
    var start = place
    var sequence = OperandRun(operand(), start)
    while !atEnd, let infix = infix() {
      let before = position
      position += infix.length
      switch infix.form {
      case .cast:
        sequence.cast(infix, typeOperand())
        height += 1
        if height > SourceParser.height { fail() }
      case .ternary:
        let middle = stopping({ $0.isMiddle = true }) { expression() }
        guard take(":") else {
          position = before
          return sequence.finish()
        }
        start = place
        sequence.add(infix, middle: middle, operand(), start)
        height += 1
        if height > SourceParser.height { fail() }
      case .binary:
        start = place
        if position >= end { return sequence.finish() }
        var plain = infix
        // `+=` inside an expression is an assignment like any other.
        if infix.isAssignment { plain.symbol = "=" }
        sequence.add(plain, middle: nil, operand(), start)
        if infix.isRight, infix.symbol != "??" { height += 1 }
        if height > SourceParser.height { fail() }
      }
    }
    height += 1
    return sequence.finish()
  }

  private func infix() -> InfixOperator? {
    switch language {
    case .swift: swiftInfix()
    case .objectiveC: objectiveCInfix()
    case .kotlin: kotlinInfix()
    case .java: javaInfix()
    }
  }

  func operand() -> Expression {
    switch language {
    case .swift: swiftOperand()
    case .objectiveC: objectiveCOperand()
    case .kotlin: kotlinOperand()
    case .java: javaOperand()
    }
  }

  /// An operand with the signs before it.
  func prefixed(_ operand: Expression, _ signs: [(String, Place)]) -> Expression {
    height += signs.count
    guard height <= SourceParser.height else {
      fail()
      return operand
    }
    var result = operand
    for (sign, place) in signs.reversed() {
      if sign == "&" { continue }
      if sign == "-", case .number(let digits, _) = result {
        result = .number("-" + digits, place)
      } else {
        result = .composed(symbol: sign, [result], place)
      }
    }
    return result
  }

  private func typeOperand() -> Expression {
    let start = position
    let place = place
    typeEnd()
    defer {
      // `x instanceof Parcel parcel`
      if language == .java, isWord(position) { position += 1 }
      if language == .java, isMark(position, 0x28), !token.newlineBefore { skip() }
    }
    guard start < position else { return .unknown(place) }
    // Without generic arguments, as everywhere.
    var last = start
    while last < position, isWord(last) || isMark(last, 0x2E) { last += 1 }
    let isPlain = last > start && isMark(last, 0x3C) && isMark(position - 1, 0x3E)
    return .name(written(start, isPlain ? last : position), place)
  }

  /// Steps over a type.
  func typeEnd() {
    switch language {
    case .swift: swiftTypeEnd()
    case .objectiveC: objectiveCTypeEnd()
    case .kotlin: kotlinTypeEnd()
    case .java: javaTypeEnd()
    }
  }

  /// An operator with its neighbours: `>` `>` are cut apart for generic arguments, and are one here.
  func joinedMark() -> (symbol: String, length: Int) {
    var symbol = text(position)
    var length = 1
    if token.first == 0x3E, symbol == ">" {
      while length < 4, token(position + length).kind == .mark, !token(position + length).spaceBefore,
        token(position + length).first == 0x3E
      {
        symbol += text(position + length)
        length += 1
      }
    }
    return (symbol, length)
  }

  // MARK: Arguments

  /// The parts between commas inside the bracket here, each by `body`; what `body` leaves over is skipped, and
  /// makes the part unknown as far as it was not understood.
  func list(_ body: () -> Expression) -> [Expression] {
    inside {
      var parts: [Expression] = []
      while !atEnd {
        let part = body()
        parts.append(ended(part))
      }
      return parts
    }
  }

  /// A part that has to end at a comma or the bracket: skips what is left of it, and the comma.
  func ended(_ part: Expression) -> Expression {
    guard !atEnd else { return part }
    if take(",") { return part }
    let place = place
    while !atEnd, !sees(",") { skip() }
    take(",")
    return .composed(symbol: "unknown", [part, .unknown(place)], part.place)
  }

  /// Where generic arguments that open here end: behind their `>`. Nil where `<` is an operator.
  func genericEnd(_ start: Int, reach: Int = 256) -> Int? {
    guard isMark(start, 0x3C) || (token(start).kind == .mark && sees("<", at: start)) else { return nil }
    var level = 0
    var at = start
    while at < end, at - start < reach {
      let token = token(at)
      switch token.kind {
      case .word, .at, .number: at += 1
      case .mark:
        switch token.first {
        case 0x3C where token.length == 1:
          level += 1
          at += 1
        case 0x3E where token.length == 1:
          level -= 1
          at += 1
          if level == 0 { return at }
        case 0x28, 0x5B: at = behind(at)
        case 0x2C, 0x2E, 0x3A, 0x3F, 0x26, 0x2A, 0x7E, 0x5E, 0x40: at += 1
        case 0x21 where token.length == 1: at += 1
        case 0x2D where token.length == 2: at += 1
        case 0x3D where language == .swift && token.length == 2: at += 1
        default: return nil
        }
      default: return nil
      }
    }
    return nil
  }
}
