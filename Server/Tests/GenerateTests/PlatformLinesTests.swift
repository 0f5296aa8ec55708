import Foundation
import PushContract
import TestSupport
import Testing

@testable import Generate

/// The lists for the platforms, read by parsers of other people.
struct PlatformLinesTests {
  private static func list(_ text: String) throws -> [String: Any] {
    let value = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    return try #require(value as? [String: Any])
  }

  @Test func infoPlistHoldsWhatTheProfileNeeds() throws {
    let list = try Self.list(Generated.plist.text(try Parcel.profile()))
    #expect(
      list.keys.sorted() == ["BGTaskSchedulerPermittedIdentifiers", "CFBundleURLTypes", "UIBackgroundModes"])
    #expect(
      list["BGTaskSchedulerPermittedIdentifiers"] as? [String] == [
        "com.example.parcel.refresh-orders", "com.example.parcel.upload-photos",
      ])
    #expect(list["UIBackgroundModes"] as? [String] == ["fetch", "processing", "remote-notification"])
    let types = try #require(list["CFBundleURLTypes"] as? [[String: Any]])
    #expect(types.count == 1 && types[0]["CFBundleURLSchemes"] as? [String] == ["parcel"])
  }

  @Test func withoutTasksAndLinksLittleIsLeft() throws {
    var profile = try Parcel.profile()
    profile.tasks = []
    profile.app.links = AppLinks()
    let list = try Self.list(Generated.plist.text(profile))
    #expect(list.keys.sorted() == ["UIBackgroundModes"])
    #expect(list["UIBackgroundModes"] as? [String] == ["remote-notification"])
    #expect(try Self.list(Generated.entitlements.text(profile)).keys.sorted() == ["aps-environment"])
    profile.app.macos = profile.app.ios
    profile.app.ios = nil
    #expect(try Self.list(Generated.plist.text(profile)).isEmpty)
  }

  @Test func entitlementsFollowLinksAndCapabilities() throws {
    var profile = try Parcel.profile()
    profile.app.ios?.capabilities = [.timeSensitive, .criticalAlerts]
    let list = try Self.list(Generated.entitlements.text(profile))
    #expect(list["aps-environment"] as? String == "development")
    #expect(
      list["com.apple.developer.associated-domains"] as? [String] == [
        "applinks:parcel.example", "applinks:www.parcel.example",
      ])
    #expect(list["com.apple.developer.usernotifications.time-sensitive"] as? Bool == true)
    #expect(list["com.apple.developer.usernotifications.critical-alerts"] as? Bool == true)
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("python3"), "there is no python3"))
  func theManifestIsXMLWithItsFilters() throws {
    var profile = try Parcel.profile()
    profile.classes[0].android.clickAction = "com.example.<OPEN> & \"more\""
    profile.destinations[0].path = try LinkPath(parsing: "v1.2/{order}")
    let script = """
      import sys, xml.etree.ElementTree as xml
      name = "{http://schemas.android.com/apk/res/android}"
      root = xml.fromstring(sys.stdin.buffer.read())
      for part in root.iter():
          words = [k.replace(name, "") + "=" + v for k, v in part.attrib.items()]
          print(part.tag, *words)
      """
    let ended = try ForeignProgram.run(
      "python3", ["-c", script], input: Data(Generated.manifest.text(profile).utf8))
    #expect(ended.status == 0, "\(ended.errors)")
    let lines = ended.output.split(separator: "\n").map(String.init)
    for line in [
      "uses-permission name=android.permission.POST_NOTIFICATIONS",
      "service name=.PushService exported=false",
      "activity name=.MainActivity exported=true launchMode=singleTop", "intent-filter autoVerify=true",
      "data scheme=https", "data host=parcel.example", "data path=/orders", "data pathPattern=/orders/.*",
      "data pathPattern=/v1\\\\.2/.*", "data scheme=parcel", "action name=com.example.<OPEN> & \"more\"",
    ] { #expect(lines.contains(line), "\(line)") }
  }
}
