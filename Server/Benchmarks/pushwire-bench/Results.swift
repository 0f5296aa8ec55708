import Foundation

/// Figures as a table for people and as JSON lines for programs.
struct Results {
  private var rows: [(name: String, value: Double, unit: String, reference: Double?)] = []

  mutating func add(_ name: String, _ value: Double, _ unit: String, reference: Double?) {
    rows.append((name, value, unit, reference))
  }

  func print(_ title: String) {
    Swift.print(title)
    let width = max(14, rows.map(\.name.count).max() ?? 0) + 2
    for row in rows {
      let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let reference = row.reference.map { "  (reference \(Self.short($0)) \(row.unit))" } ?? ""
      Swift.print("  \(name)\(Self.short(row.value)) \(row.unit)\(reference)")
    }
    for row in rows {
      let reference = row.reference.map { Self.short($0) } ?? "null"
      Swift.print(
        "{\"name\":\"\(row.name)\",\"value\":\(Self.short(row.value)),\"unit\":\"\(row.unit)\","
          + "\"reference\":\(reference)}")
    }
  }

  private static func short(_ value: Double) -> String {
    value >= 1000 ? String(Int(value.rounded())) : String((value * 1000).rounded() / 1000)
  }
}
