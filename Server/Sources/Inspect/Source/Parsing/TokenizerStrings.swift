internal import AppFacts

/// Where string and character literals end, whatever is computed in them.
extension Tokenizer {
  /// Strings in interpolations in strings: more than this is taken for an attack.
  static let stringDepth = 32
  /// Lines that an interpolation in a literal of one line may take.
  private static let interpolationLines = 24

  private struct Frame {
    /// Of a string; in code: nil.
    var quotes: Int?
    var hashes = 0
    /// Open brackets of the code.
    var depth = 0
  }

  /// The end of the literal that starts here, at its `"` or the `#` before it. One that is not closed ends
  /// with its line, one of several lines with the text.
  mutating func stringEnd(_ start: Int) -> Int {
    var at = start
    var frames: [Frame] = [openString(&at)]
    var lines = 0
    var lineEnd: Int?
    while at < limit, let frame = frames.last {
      let value = text[at]
      if value == 0x0A {
        lineEnd = lineEnd ?? at
        if frames[0].quotes == 1 {
          lines &+= 1
          let mayGoOn = frame.quotes != 1 && lines <= Self.interpolationLines
          let isContinued = language == .objectiveC && byte(at &- 1) == 0x5C
          if !mayGoOn && !isContinued { return lineEnd ?? at }
        }
      }
      guard let quotes = frame.quotes else {
        code(&at, &frames)
        continue
      }
      if value == 0x5C, !(language == .kotlin && quotes == 3) {
        escape(&at, &frames, frame)
      } else if value == 0x24, language == .kotlin, byte(at &+ 1) == 0x7B {
        push(Frame(depth: 1), &frames)
        at &+= 2
      } else if value == 0x22, closes(at, quotes, frame.hashes) {
        at &+= quotes &+ frame.hashes
        if language == .kotlin, quotes == 3 { while byte(at) == 0x22 { at &+= 1 } }
        frames.removeLast()
        if frames.isEmpty { return at }
      } else {
        at &+= 1
      }
    }
    return frames.first?.quotes == 1 ? lineEnd ?? limit : limit
  }

  /// The bracket that closes an interpolation whose code starts here; the limit where there is none.
  mutating func interpolationEnd(_ start: Int) -> Int {
    var at = start
    var frames = [Frame(depth: 1)]
    while at < limit, let frame = frames.last {
      if let quotes = frame.quotes {
        if text[at] == 0x5C, !(language == .kotlin && quotes == 3) {
          escape(&at, &frames, frame)
        } else if text[at] == 0x24, language == .kotlin, byte(at &+ 1) == 0x7B {
          push(Frame(depth: 1), &frames)
          at &+= 2
        } else if text[at] == 0x22, closes(at, quotes, frame.hashes) {
          at &+= quotes &+ frame.hashes
          frames.removeLast()
        } else {
          at &+= 1
        }
      } else {
        code(&at, &frames)
        if frames.isEmpty { return at &- 1 }
      }
    }
    return limit
  }

  private func openString(_ at: inout Int) -> Frame {
    var hashes = 0
    while byte(at) == 0x23 {
      hashes &+= 1
      at &+= 1
    }
    let isLong =
      language != .objectiveC && byte(at &+ 1) == 0x22 && byte(at &+ 2) == 0x22
      && (language != .swift || Self.endsLine(text, at &+ 3, limit))
    at &+= isLong ? 3 : 1
    return Frame(quotes: isLong ? 3 : 1, hashes: hashes)
  }

  /// Nothing but space stands before the line's end: in Swift, `"""` opens a literal of several lines only then.
  static func endsLine(_ text: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    var at = start
    while at < limit, text[at] == 0x20 || text[at] == 0x09 { at &+= 1 }
    return at >= limit || text[at] == 0x0A || text[at] == 0x0D
  }

  private func closes(_ at: Int, _ quotes: Int, _ hashes: Int) -> Bool {
    if quotes == 3, byte(at &+ 1) != 0x22 || byte(at &+ 2) != 0x22 { return false }
    var hash = 0
    while hash < hashes {
      if byte(at &+ quotes &+ hash) != 0x23 { return false }
      hash &+= 1
    }
    return true
  }

  private mutating func push(_ frame: Frame, _ frames: inout [Frame]) {
    if frames.count >= Self.stringDepth { isTooDeep = true }
    if isTooDeep { frames.removeAll() } else { frames.append(frame) }
  }

  /// A backslash in a string.
  private mutating func escape(_ at: inout Int, _ frames: inout [Frame], _ frame: Frame) {
    guard language == .swift else {
      // The line's end is looked at in the loop, so that an open literal ends there.
      at &+= byte(at &+ 1) == 0x0A ? 1 : 2
      return
    }
    var hash = 0
    while hash < frame.hashes, byte(at &+ 1 &+ hash) == 0x23 { hash &+= 1 }
    guard hash == frame.hashes else {
      at &+= 1
      return
    }
    let next = byte(at &+ 1 &+ hash)
    if next == 0x28 { push(Frame(depth: 1), &frames) }
    at &+= 1 &+ hash &+ (next == 0x0A ? 0 : 1)
  }

  /// One step through the code of an interpolation.
  private mutating func code(_ at: inout Int, _ frames: inout [Frame]) {
    let open: UInt8 = language == .kotlin ? 0x7B : 0x28
    let close: UInt8 = language == .kotlin ? 0x7D : 0x29
    let value = text[at]
    let last = frames.count - 1
    switch value {
    case open:
      frames[last].depth &+= 1
      at &+= 1
    case close:
      frames[last].depth &-= 1
      if frames[last].depth <= 0 { frames.removeLast() }
      at &+= 1
    case 0x22:
      let frame = openString(&at)
      push(frame, &frames)
    case 0x23 where language == .swift && (byte(at &+ 1) == 0x22 || byte(at &+ 1) == 0x23):
      var hashes = at
      while byte(hashes) == 0x23 { hashes &+= 1 }
      if byte(hashes) == 0x22 { push(openString(&at), &frames) } else { at = hashes }
    case 0x27 where language == .kotlin: at = max(characterEnd(at), at &+ 1)
    default: at &+= 1
    }
  }

  /// `'x'`; one that is not closed ends with its line.
  func characterEnd(_ start: Int) -> Int {
    var at = start &+ 1
    while at < limit, text[at] != 0x0A {
      if text[at] == 0x5C {
        at &+= 2
      } else if text[at] == 0x27 {
        return at &+ 1
      } else {
        at &+= 1
      }
    }
    return min(at, limit)
  }

  /// `"x(…)x"` of C++.
  func rawStringEnd(_ start: Int) -> Int {
    var at = start &+ 1
    while at < limit, text[at] != 0x28, at &- start < 18 { at &+= 1 }
    guard byte(at) == 0x28 else { return min(start &+ 1, limit) }
    let mark = text[(start &+ 1)..<at]
    at &+= 1
    while at < limit {
      if text[at] == 0x29, byte(at &+ 1 &+ mark.count) == 0x22,
        text[(at &+ 1)..<(at &+ 1 &+ mark.count)].elementsEqual(mark)
      {
        return at &+ 2 &+ mark.count
      }
      at &+= 1
    }
    return limit
  }
}
