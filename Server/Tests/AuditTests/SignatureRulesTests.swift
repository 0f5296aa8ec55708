import Foundation
import TestSupport
import Testing

@testable import Audit

/// Signatures and profiles as files: what must be found, what looks wrong and is right, and which fault is the root.
struct SignatureRulesTests {
  /// Findings of a set of files as `RULE` and, folded below it, `RULE < ROOT`.
  private func findings(_ files: (String, String)...) throws -> [String] {
    let run = try ExampleRun(files.map { .init(name: $0.0, text: $0.1) })
    for input in run.facts.unreadable { Issue.record("unreadable: \(input.place.text): \(input.state)") }
    return run.result.findings.flatMap { root in
      [root.rule] + root.consequences.map { "\($0.rule) < \(root.rule)" }.sorted()
    }.sorted()
  }

  private func ipa(_ recipe: String) throws -> [String] { try findings(("Parcel.ipa", recipe)) }

  private func plist(_ members: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(members)
    </dict>
    </plist>
    """
  }

  private var development: String { plist("<key>aps-environment</key><string>development</string>") }

  // MARK: what looks wrong and is right

  @Test(arguments: [
    "build store", "build adhoc", "build enterprise", "build development", "build simulator",
    "digests sha1", "digests both", "arch arm64\narch arm64e", "arch x86_64",
    // A copy from the store: encrypted, without a profile.
    "profile none\nencrypted",
    // An app without pushes.
    "signed aps-environment = none\nprofile aps-environment = none",
    // Selectors of the delegate's protocol are in every app.
    """
    signed aps-environment = none
    profile aps-environment = none
    contains application:didReceiveRemoteNotification:fetchCompletionHandler:
    contains application:didRegisterForRemoteNotificationsWithDeviceToken:
    contains application:didFailToRegisterForRemoteNotificationsWithError:
    """,
    // Extensions ask for nothing of their own.
    "extension Service.appex\nextension Widget.appex\nextension ContentView.appex",
    "watch Watch.app\nclip Clip.app\n  signed aps-environment = none\n  profile aps-environment = none",
    // CloudKit alone: it needs the environment, and no code for pushes.
    """
    signed com.apple.developer.icloud-services = [CloudKit]
    signed com.apple.developer.icloud-container-identifiers = [iCloud.dev.pushwire.parcel]
    info UIBackgroundModes = [remote-notification]
    """,
    // An older App ID, whose prefix is not the team.
    """
    signed application-identifier = ZYXWV98765.dev.pushwire.parcel
    profile application-identifier = ZYXWV98765.dev.pushwire.parcel
    """,
    // A wildcard covers an app without pushes.
    """
    signed aps-environment = none
    profile aps-environment = none
    profile application-identifier = ABCDE12345.*
    """,
    // The store signs anew, with DER.
    "build store\nno-der", "profile none\nencrypted\nno-der",
    "platform macos", "platform macos\nno-der", "platform macos\nprofile none",
    "profile-info DER-Encoded-Profile = none",
    "profile-info ExpirationDate = 2026-12-31",
    "signed com.apple.developer.usernotifications.time-sensitive = true",
    "extension Widget.appex\n  info MinimumOSVersion = 17.0",
  ]) func aHealthyBuildIsSilent(_ recipe: String) throws {
    #expect(try ipa(recipe) == [])
    #expect(try findings(("Parcel.app", recipe)) == [])
  }

  @Test func anArchiveSignedForDevelopmentIsNormal() throws {
    #expect(try findings(("Parcel.xcarchive", "build development")) == [])
    // And so is the export beside it.
    #expect(try findings(("Parcel.xcarchive", "build development"), ("Parcel.ipa", "build store")) == [])
  }

  @Test func developmentInSourcesIsNormal() throws {
    #expect(try findings(("Parcel.entitlements", development)) == [])
    #expect(try findings(("Parcel.entitlements", development), ("Parcel.ipa", "build store")) == [])
    let setting = plist("<key>aps-environment</key><string>$(APS_ENVIRONMENT)</string>")
    #expect(try findings(("Parcel.entitlements", setting), ("Parcel.ipa", "build adhoc")) == [])
  }

  @Test func aProfileAloneSaysNothingAboutAnApp() throws {
    #expect(try findings(("Parcel.mobileprovision", "build adhoc")) == [])
    #expect(
      try findings(
        ("Service.mobileprovision", "bundle dev.pushwire.parcel.service\nprofile aps-environment = none"))
        == [])
    #expect(
      try findings(
        (
          "Any.mobileprovision",
          "profile application-identifier = ABCDE12345.*\nprofile aps-environment = none"
        )) == [])
  }

  // MARK: what is found

  @Test func theEnvironmentsOfSignatureAndProfile() throws {
    #expect(try ipa("signed aps-environment = development") == ["SIG002", "SIG012 < SIG002"])
    #expect(
      try ipa("build development\nsigned aps-environment = production") == ["SIG002", "SIG012 < SIG002"])
    #expect(try ipa("build adhoc\nprofile development") == ["SIG002", "SIG012 < SIG002"])
    #expect(
      try ipa("build enterprise\nsigned aps-environment = development\nprofile aps-environment = development")
        == ["SIG012"])
  }

  @Test func aSpellingIsTheRootOfWhatFollowsFromIt() throws {
    #expect(try ipa("signed aps-environment = Production") == ["SIG002 < SIG003", "SIG003"])
    #expect(try findings(("Parcel.entitlements", plist("<key>aps-environment</key><true/>"))) == ["SIG003"])
  }

  @Test func aLostEntitlementHasOneRoot() throws {
    let mode = "info UIBackgroundModes = [remote-notification]\n"
    // Signed without it.
    #expect(try ipa(mode + "signed aps-environment = none") == ["SIG001"])
    // The profile does not allow it.
    #expect(
      try ipa(mode + "signed aps-environment = none\nprofile aps-environment = none")
        == ["SIG001 < SIG004", "SIG004"])
    // A wildcard cannot.
    #expect(
      try ipa(
        mode
          + "signed aps-environment = none\nprofile aps-environment = none\nprofile application-identifier = ABCDE12345.*"
      ) == ["SIG001 < SIG005", "SIG004 < SIG005", "SIG005"])
    // The sources have it.
    #expect(
      try findings(("Parcel.ipa", "signed aps-environment = none"), ("Parcel.entitlements", development))
        == ["SIG001 < SIG011", "SIG011"])
    #expect(
      try findings(
        ("Parcel.ipa", "signed aps-environment = none\nprofile aps-environment = none"),
        ("Parcel.entitlements", development)) == ["SIG001 < SIG004", "SIG004", "SIG011 < SIG004"])
    // The app claims what the profile lacks.
    #expect(try ipa("profile aps-environment = none") == ["SIG004"])
  }

  @Test func aNameInTheExecutableIsWeak() throws {
    let run = try ExampleRun([
      .init(
        name: "Parcel.ipa",
        text: """
          signed aps-environment = none
          profile aps-environment = none
          contains registerForRemoteNotifications
          """)
    ])
    #expect(run.result.all.map(\.rule) == ["SIG001"])
    #expect(run.result.all.first?.severity == .warning && run.result.all.first?.confidence == .likely)
  }

  @Test func unsignedAppsLackAllElseAsAConsequence() throws {
    #expect(try ipa("unsigned\ninfo UIBackgroundModes = [remote-notification]") == ["SIG014"])
    #expect(try ipa("ad-hoc") == ["SIG014"])
    #expect(
      try findings(("Parcel.ipa", "ad-hoc\nsigned aps-environment = none"), ("P.entitlements", development))
        == ["SIG001 < SIG014", "SIG011 < SIG014", "SIG014"])
  }

  @Test func identifiersAndTeams() throws {
    #expect(try ipa("info CFBundleIdentifier = dev.pushwire.courier") == ["SIG006"])
    #expect(try ipa("profile application-identifier = ZYXWV98765.dev.pushwire.parcel") == ["SIG006"])
    #expect(try ipa("signed com.apple.developer.team-identifier = ZYXWV98765") == ["SIG006"])
    #expect(try ipa("profile-info TeamIdentifier = [ZYXWV98765]") == ["SIG006"])
    #expect(try ipa("extension Service.appex\n  bundle dev.pushwire.courier.service") == ["PLIST006"])
    #expect(
      try ipa("extension Service.appex\n  profile application-identifier = ABCDE12345.dev.pushwire.other")
        == ["SIG006"])
  }

  @Test func whatExpires() throws {
    #expect(try ipa("build adhoc\nprofile-info ExpirationDate = 2026-11-29") == ["SIG007"])
    #expect(try ipa("build adhoc\nprofile-info ExpirationDate = 2026-12-29") == ["SIG007"])
    #expect(try ipa("build adhoc\nprofile-info ExpirationDate = 2026-12-31") == [])
    #expect(
      try findings(("P.mobileprovision", "build development\nprofile-info ExpirationDate = 2020-01-01")) == [
        "SIG007"
      ])
  }

  @Test func anOldProfileBesideANewerOneIsLeftAlone() throws {
    let old = ("Old.mobileprovision", "build adhoc\nprofile-info ExpirationDate = 2024-01-01")
    #expect(try findings(old, ("New.mobileprovision", "build adhoc")) == [])
    #expect(try findings(old, ("New.mobileprovision", "build development")) == ["SIG007"])
    #expect(try findings(("Parcel.ipa", "build adhoc"), old) == [])
    // A folder of profiles for other apps.
    #expect(
      try findings(
        ("Parcel.ipa", "build adhoc"),
        ("profiles/x.mobileprovision", "bundle dev.other\nprofile-info ExpirationDate = 2024-01-01")) == [])
  }

  @Test func formsOfTheSignature() throws {
    #expect(
      try ipa("signed-der aps-environment = development") == ["SIG002 < SIG008", "SIG008", "SIG012 < SIG008"])
    #expect(try ipa("signed-xml com.example.other = true") == ["SIG008"])
    #expect(try ipa("build adhoc\nno-der") == ["SIG009"])
    #expect(try ipa("arch arm64\narch arm64e\n  unsigned") == ["SIG010"])
    #expect(
      try ipa("arch arm64\n  signed aps-environment = development\narch arm64e")
        == ["SIG002 < SIG010", "SIG010", "SIG012 < SIG010"])
    #expect(try findings(("P.mobileprovision", "profile-xml aps-environment = development")) == ["SIG017"])
  }

  @Test func whatWasChangedAfterSigning() throws {
    for (what, digests) in [
      ("Info.plist", "sha1"), ("Info.plist", "both"), ("CodeResources", "sha256"), ("entitlements", "both"),
    ] {
      #expect(try ipa("digests \(digests)\nedited \(what)") == ["SIG016"], "\(what)")
      #expect(
        try findings(("Parcel.app", "platform macos\ndigests \(digests)\nedited \(what)")) == ["SIG016"])
    }
    #expect(try ipa("extension Service.appex\n  edited Info.plist") == ["SIG016"])
  }

  @Test func executablesAlone() throws {
    #expect(try findings(("Parcel.macho", "")) == [])
    #expect(try findings(("Parcel.macho", "unsigned")) == ["SIG014"])
    #expect(
      try findings(
        ("Parcel.macho", "signed aps-environment = development"), ("P.mobileprovision", "build store"))
        == ["SIG002", "SIG012 < SIG002"])
    #expect(
      try findings(
        (
          "Parcel.macho",
          "signed com.apple.developer.aps-environment = production\nsigned aps-environment = none"
        ))
        == ["SIG019"])
  }

  @Test func twoAppsKeepTheirFaultsApart() throws {
    let courier = "bundle dev.pushwire.courier\n"
    #expect(
      try findings(
        ("Parcel.ipa", "signed aps-environment = development"), ("Courier.ipa", courier),
        ("Courier.mobileprovision", courier + "build adhoc\nprofile-info ExpirationDate = 2026-01-01"))
        == ["SIG002", "SIG007", "SIG012 < SIG002"])
    // The root of one app explains nothing in another.
    #expect(
      try findings(
        ("Parcel.ipa", "profile aps-environment = none"),
        (
          "Courier.ipa",
          courier + "signed aps-environment = none\ninfo UIBackgroundModes = [remote-notification]"
        ))
        == ["SIG001", "SIG004"])
  }
}
