/// Finds Swift that the parser would not come to an end with: the time doubles with each `[` in a `[`.
///
/// Looks at brackets outside comments and strings; those in a string's interpolation count.
enum SwiftNesting {
  /// `[` in each other without a brace between them.
  static let squareLevels = 12
  /// Brackets of any kind in each other.
  static let levels = 256

  /// Why a source is not given to the parser, as a sentence; nil where it can be.
  static func refusal(_ source: [UInt8]) -> String? {
    source.withUnsafeBufferPointer { bytes in
      var scan = Scan(bytes: bytes)
      return scan.run()
    }
  }

  private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>
    var at = 0
    /// Open brackets, as their first characters; `s` is a string around an interpolation.
    var open: [UInt8] = []
    /// For each `s`: how many `#`, and whether it has three quotes.
    var strings: [(pounds: Int, isLong: Bool)] = []
    /// `[` since the innermost brace or string.
    var squares = [0]

    mutating func run() -> String? {
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skipBlock()
        case UInt8(ascii: "\""): string(pounds: 0)
        case UInt8(ascii: "#"):
          let start = at
          while at < bytes.count, bytes[at] == UInt8(ascii: "#") { at += 1 }
          if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { string(pounds: at - start) }
        case UInt8(ascii: "["):
          push(UInt8(ascii: "["))
          squares[squares.count - 1] += 1
          guard squares[squares.count - 1] <= squareLevels else {
            return "brackets ([) are nested more than \(squareLevels) deep"
          }
        case UInt8(ascii: "("): push(UInt8(ascii: "("))
        case UInt8(ascii: "{"):
          push(UInt8(ascii: "{"))
          squares.append(0)
        case UInt8(ascii: "]"): pop(UInt8(ascii: "["))
        case UInt8(ascii: ")"):
          let index = open.lastIndex { $0 != UInt8(ascii: "[") }
          if let index, open[index] == UInt8(ascii: "s"), let string = strings.popLast() {
            // The end of an interpolation.
            open.removeSubrange(index...)
            squares.removeLast()
            at += 1
            rest(of: string.pounds, string.isLong)
          } else {
            pop(UInt8(ascii: "("))
          }
        case UInt8(ascii: "}"): pop(UInt8(ascii: "{"))
        default: at += 1
        }
        guard open.count <= levels else { return "code is nested more than \(levels) deep" }
      }
      return nil
    }

    private var next: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

    private mutating func push(_ bracket: UInt8) {
      open.append(bracket)
      at += 1
    }

    /// Closes the innermost bracket of this kind, and what was left open in it; a stray one closes nothing.
    private mutating func pop(_ bracket: UInt8) {
      at += 1
      guard let index = open.lastIndex(where: { $0 == bracket || $0 == UInt8(ascii: "s") }),
        open[index] == bracket
      else { return }
      for closed in open[index...].reversed() {
        if closed == UInt8(ascii: "{") {
          if squares.count > 1 { squares.removeLast() }
        } else if closed == UInt8(ascii: "[") {
          squares[squares.count - 1] -= 1
        }
      }
      open.removeSubrange(index...)
    }

    private mutating func skipLine() {
      while at < bytes.count, bytes[at] != 0x0a { at += 1 }
    }

    private mutating func skipBlock() {
      var depth = 0
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
          depth += 1
          at += 2
        } else if bytes[at] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          depth -= 1
          at += 2
          if depth == 0 { return }
        } else {
          at += 1
        }
      }
    }

    /// At a quote.
    private mutating func string(pounds: Int) {
      let isLong = quotes(3)
      at += isLong ? 3 : 1
      rest(of: pounds, isLong)
    }

    private func quotes(_ count: Int) -> Bool {
      at + count <= bytes.count && (at..<at + count).allSatisfy { bytes[$0] == UInt8(ascii: "\"") }
    }

    private func hasPounds(_ count: Int, after position: Int) -> Bool {
      position + count <= bytes.count
        && (position..<position + count).allSatisfy { bytes[$0] == UInt8(ascii: "#") }
    }

    /// From within a string to its end, or to an interpolation.
    private mutating func rest(of pounds: Int, _ isLong: Bool) {
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "\\") where hasPounds(pounds, after: at + 1):
          at += 1 + pounds
          guard at < bytes.count else { return }
          if bytes[at] == UInt8(ascii: "(") {
            strings.append((pounds, isLong))
            open.append(UInt8(ascii: "s"))
            squares.append(0)
            at += 1
            return
          }
          // A string of one line ends with it, whatever stands before.
          if bytes[at] != 0x0a { at += 1 }
        case UInt8(ascii: "\"") where !isLong || quotes(3):
          let end = at + (isLong ? 3 : 1)
          if hasPounds(pounds, after: end) {
            at = end + pounds
            return
          }
          at += 1
        case 0x0a where !isLong: return
        default: at += 1
        }
      }
    }
  }
}
