/// The scenarios that there have to be: what the device has to decide, by number. Others may stand beside them.
enum Catalogue {
  private static let series: [(prefix: String, numbers: ClosedRange<Int>)] = [
    ("P", 1...19),  // priming
    ("R", 1...12),  // registration
    ("A", 1...9),  // account switch
    ("T", 1...15),  // taps
    ("F", 0...5),  // foreground
    ("D", 1...7),  // duplicates
    ("S", 1...9),  // silent pushes
    ("B", 1...10),  // background tasks
    ("N", 1...4),  // actions
    ("L", 1...3),  // local notifications
  ]

  static let ids = series.flatMap { series in series.numbers.map { "\(series.prefix)\($0)" } }

  /// Letters first, then numbers: P2 before P10.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let parts = [left, right].map { id in
      (id.prefix { !$0.isNumber }, Int(id.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0, id)
    }
    return parts[0] < parts[1]
  }
}
