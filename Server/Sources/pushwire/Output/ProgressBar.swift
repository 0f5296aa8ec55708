/// How far a long run is, on standard error and only where that is a terminal.
struct ProgressBar {
  private let output: Output
  private let total: Int
  private let start: Double
  private var drawn: Double
  private var isShown = false
  private let unit: Unit

  /// How the done and the total are told.
  enum Unit {
    case count
    /// As a share only, where they are bytes or the like.
    case share
  }

  /// `now` in seconds of any steady clock; `total` may be zero where it is unknown.
  init(_ output: Output, total: Int, now: Double, unit: Unit = .count) {
    self.unit = unit
    self.output = output
    self.total = total
    start = now
    drawn = now
  }

  /// Draws anew, ten times a second at most.
  mutating func update(_ done: Int, note: String = "", now: Double) {
    guard output.isTerminal, now - drawn >= 0.1 else { return }
    drawn = now
    isShown = true
    output.write("\r" + text(done, note, now, width: output.width) + "\u{1B}[K")
  }

  /// Takes the bar away, so that the result stands alone.
  mutating func finish() {
    guard isShown else { return }
    isShown = false
    output.write("\r\u{1B}[K")
  }

  func text(_ done: Int, _ note: String, _ now: Double, width: Int) -> String {
    let rate = now > start ? Double(done) / (now - start) : 0
    var words: String
    switch unit {
    case .count:
      words = " \(grouped(done))"
      if total > 0 { words += " of \(grouped(total))" }
      words += ", \(grouped(Int(rate)))/s"
    case .share: words = " \(total > 0 ? min(done, total) * 100 / total : 100) %"
    }
    if total > done, rate > 0 { words += ", \(duration(Double(total - done) / rate)) left" }
    if !note.isEmpty { words += ", " + printable(note) }
    let room = min(40, width - 1 - columns(words) - 2)
    guard total > 0, room >= 10 else { return String(words.dropFirst().prefix(max(0, width - 1))) }
    let filled = min(room, room * done / total)
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "]"
      + words
  }
}

/// A whole number with its thousands apart: 1,234,567.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var at = digits.count - 3
  while at > 0 {
    digits.insert(",", at: at)
    at -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// Seconds as a person says them: 42 s, 3 min, 2 h 5 min.
func duration(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds < 360_000 else { return "long" }
  let whole = Int(seconds.rounded(.up))
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60) min" }
  return "\(whole / 3600) h \(whole % 3600 / 60) min"
}
