import AppFacts

enum SIG008: AuditRule {
  static let page = RulePage(
    "SIG008", .signature, .error,
    summary: "The XML and the DER entitlements of the signature differ",
    why: """
      A signature carries the entitlements twice: as XML (slot 5) and as DER (slot 7). Since iOS 15 the system \
      goes by DER, while many tools show and edit XML only. What one sees is then not what counts, and the system \
      may refuse to start the app.
      """,
    check: """
      `codesign -d --entitlements - --xml Parcel.app` and `codesign -d --entitlements - --der Parcel.app` must \
      list the same.
      """,
    fix: "Sign again with the current codesign, which writes both from one file; patch no signature by hand.",
    references: [.signatureFormat],
    silentOn: ["keys in another order"],
    bad: RuleExample(.init("Parcel.ipa", "signed-xml aps-environment = development")),
    good: RuleExample(.init("Parcel.ipa", "signed aps-environment = production")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        for slice in part.slices {
          guard let xml = slice.signature?.xmlEntitlements, let der = slice.signature?.derEntitlements else {
            continue
          }
          let keys = xml.differingKeys(from: der)
          guard let first = keys.first else { continue }
          let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
          report.add(
            AuditFinding(
              id, .error, .proved,
              "\(part.name) (\(slice.architecture)) is signed with two sets of entitlements: \(first)\(more) differ",
              evidence: [
                Exhibit(
                  xml[first]?.place ?? xml.place, quote: xml[first]?.short ?? "absent", "\(first) in XML")
              ],
              counterpart: [
                Exhibit(
                  der[first]?.place ?? der.place, quote: der[first]?.short ?? "absent", "\(first) in DER")
              ],
              fix: "Sign again with the current codesign", about: [app.about]))
        }
      }
    }
  }
}

extension Located {
  /// Keys whose values differ, or that one of the two does not have; push's own first.
  func differingKeys(from other: Located) -> [String] {
    let (mine, others) = (Self.byKey(members), Self.byKey(other.members))
    let differing = Set(mine.keys).union(others.keys).filter { key in
      guard let left = mine[key], let right = others[key] else { return true }
      return !left.isSame(as: right)
    }
    return differing.sorted { left, right in
      let (a, b) = (left.hasSuffix("aps-environment"), right.hasSuffix("aps-environment"))
      return a == b ? left < right : a
    }
  }

  /// The value on one line, as far as it is short.
  var short: String? {
    switch kind {
    case .string(let text): text.count > 80 ? text.prefix(80) + "…" : text
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .array(let items): "[" + items.prefix(4).compactMap(\.short).joined(separator: ", ") + "]"
    default: nil
    }
  }
}
