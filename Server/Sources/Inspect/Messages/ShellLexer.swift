/// Takes commands apart as a POSIX shell does: quotes, escapes, continued lines, here-documents; and variables
/// as far as the file itself assigns them.
///
/// Substitutions are never run: their values stay open.
struct ShellLexer {
  /// One command's words.
  struct Command {
    var words: [OriginText] = []
    /// What `<<WORD` put on its standard input.
    var input: OriginText?
    /// Offset behind it.
    var end = 0
    /// False where a quote never ends, or it is too long.
    var isWhole = true
  }

  /// Bytes of one command; more is none.
  static let limit = 1 << 20

  let text: [UInt8]
  /// What variables hold; nil inside: assigned, and not known.
  var variables: [String: String?] = [:]
  var at: Int
  /// Bytes that variables may still put in, in the whole file.
  var budget = 4 << 20
  private var isWhole = true
  private var size = 0
  private var pending: (word: [UInt8], isRaw: Bool, stripsTabs: Bool)?

  init(_ text: [UInt8], at: Int = 0, variables: [String: String?] = [:]) {
    self.text = text
    self.at = at
    self.variables = variables
  }

  /// The command that starts here.
  mutating func command() -> Command {
    var command = Command()
    isWhole = true
    size = 0
    pending = nil
    while let word = nextWord() { command.words.append(word) }
    command.isWhole = isWhole
    if let pending {
      self.pending = nil
      command.input = hereDocument(pending)
    }
    command.end = at
    return command
  }

  /// One word alone, as in an assignment.
  mutating func word() -> OriginText? {
    isWhole = true
    size = 0
    guard at < text.count, !isEnd(text[at]), text[at] > 0x20 else { return nil }
    let word = scanWord()
    return isWhole ? word : nil
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ")"): true
    default: false
    }
  }

  private mutating func nextWord() -> OriginText? {
    while at < text.count, isWhole {
      let byte = text[at]
      if byte <= 0x20, byte != 0x0A {
        at += 1
      } else if isContinuation {
        at += text[at + 1] == 0x0D ? 3 : 2
      } else if byte == UInt8(ascii: "#") {
        while at < text.count, text[at] != 0x0A { at += 1 }
      } else if isEnd(byte) {
        return nil
      } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
        redirection()
      } else if byte >= 0x30, byte <= 0x39, at + 1 < text.count, text[at + 1] == UInt8(ascii: ">") {
        at += 1  // 2>/dev/null
      } else {
        return scanWord()
      }
    }
    return nil
  }

  /// A backslash (`^` in Windows' shell) at the end of a line.
  private var isContinuation: Bool {
    guard text[at] == UInt8(ascii: "\\") || text[at] == UInt8(ascii: "^"), at + 1 < text.count else {
      return false
    }
    return text[at + 1] == 0x0A || (text[at + 1] == 0x0D && at + 2 < text.count && text[at + 2] == 0x0A)
  }

  private mutating func redirection() {
    let isHere = text[at...].starts(with: Array("<<".utf8)) && !text[at...].starts(with: Array("<<<".utf8))
    let stripsTabs = isHere && at + 2 < text.count && text[at + 2] == UInt8(ascii: "-")
    while at < text.count, text[at] == UInt8(ascii: "<") || text[at] == UInt8(ascii: ">") { at += 1 }
    if stripsTabs { at += 1 }
    if at < text.count, text[at] == UInt8(ascii: "&") { at += 1 }
    while at < text.count, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
    guard at < text.count, !isEnd(text[at]) else { return }
    let isRaw = text[at] == UInt8(ascii: "'") || text[at] == UInt8(ascii: "\"") || text[at] == 0x5C
    let word = scanWord()
    if isHere, !word.isEmpty { pending = (word.bytes, isRaw, stripsTabs) }
  }

  /// Lines from the next one up to the delimiter alone.
  private mutating func hereDocument(
    _ document: (word: [UInt8], isRaw: Bool, stripsTabs: Bool)
  ) -> OriginText? {
    while at < text.count, text[at] != 0x0A { at += 1 }
    at = min(at + 1, text.count)
    var out = OriginText(start: at)
    while at < text.count {
      var line = at
      let end = text[at...].firstIndex(of: 0x0A) ?? text.count
      if document.stripsTabs { while line < end, text[line] == 0x09 { line += 1 } }
      if text[line..<end].elementsEqual(document.word) {
        at = min(end + 1, text.count)
        return out
      }
      guard out.count + (end - line) < Self.limit else { break }
      if document.isRaw {
        out.append(OriginText(text, line..<min(end + 1, text.count)))
        at = min(end + 1, text.count)
      } else {
        at = line
        while at < end { expandOrTake(into: &out, quoted: true) }
        if at < text.count, at == end {
          out.append(0x0A, at)
          at += 1
        }
      }
    }
    return nil
  }
}

extension ShellLexer {
  mutating func scanWord() -> OriginText {
    var word = OriginText(start: at)
    while at < text.count {
      let byte = text[at]
      // `…/3/device/<token>` is no redirection to whoever wrote it.
      if byte == UInt8(ascii: "<"), let last = word.bytes.last, last == UInt8(ascii: "/"),
        let close = text[at...].prefix(160).firstIndex(of: UInt8(ascii: ">")),
        !text[at..<close].contains(0x0A)
      {
        word.append(OriginText(text, at..<(close + 1)))
        at = close + 1
        continue
      }
      if byte <= 0x20 || isEnd(byte) || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") { break }
      guard size + word.count < Self.limit else {
        isWhole = false
        break
      }
      switch byte {
      case UInt8(ascii: "'"): single(&word)
      case UInt8(ascii: "\""): double(&word)
      case UInt8(ascii: "$") where at + 1 < text.count && text[at + 1] == UInt8(ascii: "'"): ansi(&word)
      case UInt8(ascii: "\\"), UInt8(ascii: "^"):
        if isContinuation {
          at += text[at + 1] == 0x0D ? 3 : 2
        } else if byte == UInt8(ascii: "\\"), at + 1 < text.count {
          word.append(text[at + 1], at + 1)
          at += 2
        } else {
          word.append(byte, at)
          at += 1
        }
      default: expandOrTake(into: &word, quoted: false)
      }
      guard isWhole else { break }
    }
    size += word.count
    return word
  }

  private mutating func single(_ word: inout OriginText) {
    guard let end = text[(at + 1)...].firstIndex(of: UInt8(ascii: "'")), end - at < Self.limit else {
      isWhole = false
      at = text.count
      return
    }
    word.append(OriginText(text, (at + 1)..<end))
    at = end + 1
  }

  private mutating func double(_ word: inout OriginText) {
    at += 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\") where at + 1 < text.count:
        let next = text[at + 1]
        if next == 0x0A {
          at += 2
        } else if [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`")].contains(
          next)
        {
          word.append(next, at + 1)
          at += 2
        } else {
          word.append(text[at], at)
          at += 1
        }
      default: expandOrTake(into: &word, quoted: true)
      }
      guard word.count < Self.limit else { break }
    }
    isWhole = false
    at = text.count
  }

  /// `$'…'`
  private mutating func ansi(_ word: inout OriginText) {
    at += 2
    let letters: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "a"): 7,
      UInt8(ascii: "b"): 8, UInt8(ascii: "e"): 0x1B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]
    while at < text.count {
      if text[at] == UInt8(ascii: "'") {
        at += 1
        return
      }
      if text[at] == UInt8(ascii: "\\"), at + 1 < text.count {
        // Numbers (\x41) are left as they stand: JSON has its own.
        let next = text[at + 1]
        if next == UInt8(ascii: "x") || next == UInt8(ascii: "u") || (next >= 0x30 && next <= 0x39) {
          word.append(text[at], at)
          at += 1
        } else {
          word.append(letters[next] ?? next, at + 1)
          at += 2
        }
      } else {
        word.append(text[at], at)
        at += 1
      }
      guard word.count < Self.limit else { break }
    }
    isWhole = false
    at = text.count
  }
}
