/// Holds what came out against what must come out, and keeps each difference in words.
struct DemoCheck {
  /// One sentence a difference; empty where everything is as it must be.
  private(set) var differences: [String] = []
  var holds: Bool { differences.isEmpty }

  mutating func equal(_ what: String, _ found: String?, _ wanted: String?) {
    guard found != wanted else { return }
    differences.append("\(what): expected \(wanted ?? "none"), found \(found ?? "none")")
  }

  mutating func equal(_ what: String, _ found: Int, _ wanted: Int) {
    equal(what, String(found), String(wanted))
  }

  mutating func require(_ what: String, _ holds: Bool) {
    if !holds { differences.append("not so: \(what)") }
  }

  mutating func take(_ other: DemoCheck) { differences += other.differences }
}
