/// Text made line by line, with an indentation.
struct SourceText {
  private(set) var text = ""
  private var depth = 0
  private let unit: String

  /// - Parameter unit: one step of indentation.
  init(unit: String = "  ") { self.unit = unit }

  /// A line; an empty one has no blanks.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: unit, count: depth) + line }
    text += "\n"
  }

  mutating func lines(_ lines: [String]) {
    for line in lines { self.line(line) }
  }

  /// A block: `head`, then what `body` writes one step further in, then `tail` if there is one.
  mutating func block(_ head: String, _ tail: String? = "}", _ body: (inout SourceText) -> Void) {
    line(head)
    depth += 1
    body(&self)
    depth -= 1
    if let tail { line(tail) }
  }
}
