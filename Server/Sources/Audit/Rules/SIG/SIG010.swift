import AppFacts

enum SIG010: AuditRule {
  static let page = RulePage(
    "SIG010", .signature, .error,
    summary: "The slices of a fat executable are signed differently",
    why: """
      Each architecture of a fat executable has a signature of its own, and a device goes by the slice that it runs. \
      Where one slice was signed with other entitlements, or not at all, pushes work on some devices and not on \
      others.
      """,
    check: "`codesign -d -a arm64 --entitlements - Parcel.app`, and the same for each of `lipo -archs`.",
    fix: "Put the slices together first (`lipo`), then sign the whole file once.",
    references: [.profiles],
    silentOn: ["a slice for the simulator"],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        arch arm64
        arch arm64e
          signed aps-environment = none
        """)),
    good: RuleExample(.init("Parcel.ipa", "arch arm64\narch arm64e")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        guard let first = part.slices.first else { continue }
        for slice in part.slices.dropFirst() {
          guard let difference = difference(first, slice) else { continue }
          report.add(
            AuditFinding(
              id, .error, .proved,
              "the slices \(first.architecture) and \(slice.architecture) of \(part.name) are signed differently: "
                + difference,
              evidence: [
                Exhibit(
                  slice.signature?.place ?? Place(part.binary.place.file, offset: slice.offset),
                  "signature of \(slice.architecture)")
              ],
              counterpart: [
                Exhibit(
                  first.signature?.place ?? Place(part.binary.place.file, offset: first.offset),
                  "signature of \(first.architecture)")
              ],
              fix: "Sign the fat file as a whole, after the slices are put together", about: [app.about]))
        }
      }
    }
  }

  private static func difference(_ left: SignedBinary.Slice, _ right: SignedBinary.Slice) -> String? {
    guard let a = left.signature, let b = right.signature else {
      return (left.signature == nil) == (right.signature == nil) ? nil : "one is not signed"
    }
    let nothing = Located(.object([]), a.place)
    let keys = (left.entitlements ?? nothing).differingKeys(from: right.entitlements ?? nothing)
    if let key = keys.first {
      let (one, two) = (left.entitlements?[key]?.short, right.entitlements?[key]?.short)
      return "\(key) is \(one ?? "absent") and \(two ?? "absent")"
    }
    let (one, two) = (a.directories.first, b.directories.first)
    if let one, let two, one.team != two.team {
      return "the teams are \(one.team ?? "none") and \(two.team ?? "none")"
    }
    return nil
  }
}
