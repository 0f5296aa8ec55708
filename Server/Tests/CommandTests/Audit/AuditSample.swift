import AppFacts
import Foundation

@testable import Audit
@testable import pushwire

/// What an audit may come to, made by hand: every kind of line that the outputs have.
enum AuditSample {
  static let source = """
    import UIKit

    class AppDelegate: UIResponder, UIApplicationDelegate {
    \tfunc application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
    \t\tsend(token.description)
      }
      let key = "-----BEGIN PRIVATE KEY-----MIGHAgEAMBMGByqGSM49AgEG"
    }

    """

  static let binary = Place("out/Parcel.ipa!Payload/Parcel.app/Parcel", offset: 16_384)
  static let profile = Place("out/Parcel.ipa!Payload/Parcel.app/embedded.mobileprovision")
  static let delegate = "Parcel/App, Delegate.swift"

  static var findings: [AuditFinding] {
    var root = AuditFinding(
      "SIG002", .error, .proved, "the app is signed for development, and its profile is for production",
      evidence: [Exhibit(binary, quote: "development", "signed aps-environment")],
      counterpart: [Exhibit(profile, quote: "production", "the profile's aps-environment")],
      fix: "Sign the app again with the profile that it is shipped with.", about: ["app:dev.pushwire.parcel"])
    root.consequences = [
      AuditFinding(
        "HOST001", .error, .proved, "the request goes to production, and the token is of the sandbox",
        evidence: [
          Exhibit(Place("order.curl", line: 1, column: 6), quote: "https://api.push.apple.com", "host")
        ],
        fix: "Send to api.sandbox.push.apple.com.", about: ["app:dev.pushwire.parcel"])
    ]
    return [
      root,
      AuditFinding(
        "SRC006", .error, .likely, "the token is the description of Data",
        evidence: [
          Exhibit(Place(delegate, line: 5, column: 8), quote: "token.description", "what is sent"),
          Exhibit(Place(delegate, line: 4), "the callback"),
        ],
        fix: "Send the bytes as hexadecimal digits.", about: ["file:a"]),
      AuditFinding(
        "KEY006", .warning, .proved, "a private key stands in the source",
        evidence: [Exhibit(Place(delegate, line: 7, column: 14), "a private key")],
        fix: "Remove it, and revoke the key: it is known now.", about: ["file:b"]),
      AuditFinding(
        "AND001", .error, .unknown, "the permission may arrive by merging",
        evidence: [Exhibit(Place("app/src/main/AndroidManifest.xml", line: 3), "no POST_NOTIFICATIONS")],
        fix: "Give the .apk, too.", about: ["app:x"]),
      AuditFinding(
        "PAY010", .info, .proved, "100 % sure:\nit is tried once",
        evidence: [Exhibit(Place("order.apns", line: 2, column: 3), quote: "0", "apns-expiration")],
        fix: "Nothing to do where that is meant.", about: ["file:c"]),
    ]
  }

  static var result: AuditResult {
    var facts = AuditFacts()
    facts.inputs = [
      InputFact(.ipa, Place("out/Parcel.ipa"), summary: "Parcel 1.4 (dev.pushwire.parcel)", isGiven: true),
      InputFact(.source, Place(delegate)),
      InputFact(
        .machO, Place("lib/broken"), .unreadable("it ends in the middle of a load command"), isGiven: true),
      InputFact(.apk, Place("app.apk"), .partly("its resources cannot be read"), isGiven: true),
      InputFact(.source, Place("gen/R.java"), .leftOut("generated")),
    ]
    facts.sourcesLeftOut = 41
    facts.sources = [SourceUnit(file: delegate, language: .swift)]
    var scope = AuditScope(facts, now: 0)
    scope.joins = [Join(binary, Place(delegate), by: "bundle id dev.pushwire.parcel")]
    return AuditResult(
      scope: scope, findings: findings,
      suppressed: [
        SuppressedFinding(
          finding: AuditFinding(
            "SRC007", .warning, .likely, "the token is cached",
            evidence: [Exhibit(Place("Legacy/Push.m", line: 9), "here")],
            fix: "Forward it each time.", about: []),
          reason: "the old backend wants it", place: Place("pushwire.yaml", line: 30))
      ],
      undecided: [
        Undecided(
          rule: "SIG001", question: "Is the shipped app signed with aps-environment?", decidedBy: "the .ipa")
      ],
      suppressionProblems: [Exhibit(Place("A.swift", line: 2), "it gives no reason, so it silences nothing")])
  }

  static func text(
    _ output: AuditOutput = AuditOutput(result), colours: Bool = false, width: Int = 100
  ) -> String {
    let excerpts = SourceExcerpts { $0 == delegate ? Array(source.utf8) : [] }
    return AuditText(output, Styler(isOn: colours), width: width, excerpts: excerpts).all()
  }

  static func object(_ json: JSON) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any] ?? [:]
  }
}
