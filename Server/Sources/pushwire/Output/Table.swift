/// A table for people: columns aligned, the last one broken at spaces where the window is narrow.
struct Table {
  struct Cell {
    var text: String
    var styles: [Styler.Style]
    init(_ text: String, _ styles: Styler.Style...) {
      self.text = String(printable(text).map { $0.isNewline ? " " : $0 })
      self.styles = styles
    }
  }

  enum Alignment { case left, right }

  var titles: [String]
  var alignments: [Alignment]
  private(set) var rows: [[Cell]] = []

  /// Columns by title; a title that starts with `>` is aligned to the right.
  init(_ titles: String...) {
    alignments = titles.map { $0.hasPrefix(">") ? .right : .left }
    self.titles = titles.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
  }

  mutating func add(_ cells: Cell...) { rows.append(cells) }

  /// The table as text. `width` is what the window offers; nil means that nothing is broken.
  func text(_ style: Styler, width: Int?) -> String {
    let header = titles.map { Cell($0) }
    var widths = titles.map(columns)
    for row in rows {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], columns(cell.text))
      }
    }
    let before = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    let room = width.map { max(20, $0 - before) } ?? Int.max
    var result = line(header.map { Cell($0.text, .bold) }, widths, room, style)
    for row in rows { result += line(row, widths, room, style) }
    return result
  }

  private func line(_ row: [Cell], _ widths: [Int], _ room: Int, _ style: Styler) -> String {
    var head = ""
    var used = 0
    for (index, cell) in row.enumerated() where index < widths.count - 1 {
      let padding = String(repeating: " ", count: max(0, widths[index] - columns(cell.text)))
      let text = style.apply(cell.text, cell.styles)
      head += (alignments[index] == .right ? padding + text : text + padding) + "  "
      used += widths[index] + 2
    }
    guard let last = row.last, row.count == widths.count else { return trimmed(head) + "\n" }
    if alignments.last == .right {
      let padding = String(repeating: " ", count: max(0, widths[widths.count - 1] - columns(last.text)))
      return head + padding + style.apply(last.text, last.styles) + "\n"
    }
    let lines = wrap(last.text, width: room).split(separator: "\n").map {
      style.apply(String($0), last.styles)
    }
    return trimmed(head + lines.joined(separator: "\n" + String(repeating: " ", count: used))) + "\n"
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
