import PushContract
import Testing

@testable import ProfileFile

struct StarterProfileTests {
  static func check(_ text: String) throws -> [String] {
    try ProfileFile.read(bytes: Array(text.utf8), file: "p").checked().map {
      "\($0.path) \($0.code.rawValue)"
    }
  }

  static func filled(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.replacing(Placeholder.appleID, with: "ABCDE12345").replacing(Placeholder.appID, with: "com.acme.app")
    }.joined(separator: "\n")
  }

  @Test func onlyPlaceholdersAreFoundInIt() throws {
    let text = StarterProfile.render(ProjectDiscovery())
    #expect(
      try Self.check(text) == [
        "app.ios.bundle_id placeholder", "app.ios.team_id placeholder", "app.android.package placeholder",
        "credentials.apns[0].key_id placeholder", "credentials.apns[0].team_id placeholder",
      ])
    #expect(try Self.check(Self.filled(text)) == [])
  }

  @Test func itHasAnAlertAndASilentClassForBothPlatforms() throws {
    let profile = try ProfileFile.read(bytes: Array(StarterProfile.render(ProjectDiscovery()).utf8)).profile
    #expect(profile.classes.map(\.kind) == [.alert, .silent])
    #expect(profile.app.ios != nil && profile.app.android != nil)
    #expect(profile.credentials.apns.count == 1 && profile.credentials.fcm != nil)
  }

  @Test func whatWasFoundStandsInItWithItsPlace() throws {
    var found = ProjectDiscovery()
    found.name = .init("Say \"hi\"\u{7}\n\\", at: "A.xcodeproj/project.pbxproj")
    found.iosBundleID = .init("com.acme.app", at: "A.xcodeproj/project.pbxproj:41")
    found.teamID = .init("ABCDE12345", at: "Team.xcconfig:2")
    found.minimumIOS = .init("17.0", at: "A.xcodeproj/project.pbxproj:9")
    let text = StarterProfile.render(found)
    #expect(text.contains("    bundle_id: com.acme.app  # from A.xcodeproj/project.pbxproj:41\n"))
    #expect(text.contains("    team_id: ABCDE12345  # from Team.xcconfig:2\n"))
    #expect(text.contains("  # android:\n"))
    let profile = try ProfileFile.read(bytes: Array(text.utf8)).profile
    #expect(profile.app.name == "Say \"hi\"\u{7}\n\\")
    #expect(profile.app.ios == AppleApp(bundleID: "com.acme.app", teamID: "ABCDE12345", minimumOS: "17.0"))
    #expect(profile.app.android == nil)
    #expect(try Self.check(Self.filled(text)) == [])
  }

  @Test func anAndroidAppAloneIsEnough() throws {
    var found = ProjectDiscovery()
    found.androidPackage = .init("com.acme.app", at: "app/build.gradle.kts:12")
    found.projectID = .init("acme-1f3c2", at: "app/google-services.json")
    let text = StarterProfile.render(found)
    let profile = try ProfileFile.read(bytes: Array(text.utf8)).profile
    #expect(profile.app.ios == nil && profile.credentials.apns.isEmpty)
    #expect(
      profile.app.android?.package == "com.acme.app" && profile.credentials.fcm?.projectID == "acme-1f3c2")
    #expect(try Self.check(text) == [])
  }

  @Test func aMacAppAloneIsEnough() throws {
    var found = ProjectDiscovery()
    found.macosBundleID = .init("com.acme.mac", at: "A.xcodeproj/project.pbxproj:41")
    #expect(try Self.check(Self.filled(StarterProfile.render(found))) == [])
  }
}
