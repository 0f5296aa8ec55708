import AppFacts

enum SIG016: AuditRule {
  static let page = RulePage(
    "SIG016", .signature, .error,
    summary: "A file was changed after the app was signed",
    why: """
      The signature holds digests of Info.plist, of CodeResources and of the entitlements. Where a script changes one \
      of them afterwards (a version number, a bundle id, a background mode), the device refuses to install the app, \
      or ignores what was changed.
      """,
    check: "`codesign --verify --deep --strict --verbose=2 Parcel.app`.",
    fix: "Make the change before signing, or sign again after it.",
    references: [.hashes],
    silentOn: ["digests of a kind that this program does not compute", "slots that are empty"],
    bad: RuleExample(.init("Parcel.ipa", "edited Info.plist")),
    good: RuleExample(.init("Parcel.ipa", "digests both")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        for slice in part.slices {
          guard let signature = slice.signature else { continue }
          let seals: [(slot: Int, what: String, seal: SealedFile?)] = [
            (1, "Info.plist", part.bundle?.infoSeal), (3, "CodeResources", part.bundle?.codeResources),
            (5, "the XML entitlements", signature.xmlEntitlementsSeal),
            (7, "the DER entitlements", signature.derEntitlementsSeal),
          ]
          for (slot, what, seal) in seals {
            guard let seal, let (directory, signed, found) = mismatch(slot, seal, signature) else { continue }
            report.add(
              AuditFinding(
                id, .error, .proved,
                "\(what) of \(part.name) (\(slice.architecture)) was changed after signing",
                evidence: [Exhibit(seal.place, quote: hex(found), "digest of \(what) as it is")],
                counterpart: [
                  Exhibit(directory.place, quote: hex(signed), "digest in slot -\(slot) of the signature")
                ],
                fix: "Sign again after the change", about: [app.about]))
          }
        }
      }
    }
  }

  /// The first code directory whose digest is another one: the signed and the found.
  private static func mismatch(
    _ slot: Int, _ seal: SealedFile, _ signature: CodeSignature
  ) -> (CodeDirectory, [UInt8], [UInt8])? {
    for directory in signature.directories {
      guard let signed = directory.specialHashes[slot], signed.contains(where: { $0 != 0 }) else { continue }
      let found: [UInt8]
      switch directory.hashType {
      case 1: found = seal.sha1
      case 2: found = seal.sha256
      case 3: found = Array(seal.sha256.prefix(20))  // SHA-256, cut
      default: continue
      }
      // A digest that was not taken decides nothing.
      if !found.isEmpty, found != signed { return (directory, signed, found) }
    }
    return nil
  }

  /// The first eight bytes.
  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "…"
  }
}
