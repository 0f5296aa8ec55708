import Foundation
import Testing

@testable import pushwire

@Suite struct GenerateCommandTests {
  private static func scratch() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.file("pushwire.yaml", try CheckCommandTests.example())
    return scratch
  }

  private static func committed(_ path: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../\(path)").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func itPrintsWhatTheExamplesHold() throws {
    let folder = try Self.scratch()
    for (kind, path) in [
      ("swift", "Examples/ios/Generated/ParcelPush.swift"),
      ("kotlin", "Examples/android/kotlin/com/example/parcel/ParcelPush.kt"),
      ("plist", "Examples/ios/Generated/Info.plist"), ("policy", "contract/examples/parcel.policy.json"),
    ] {
      let ended = try Program.run("generate", kind, in: folder.url)
      #expect(ended.exit == 0 && ended.errors == "")
      #expect(ended.output == (try Self.committed(path)), "\(kind)")
    }
    let json = try Program.run("generate", "java", "--json", in: folder.url).object
    #expect(json["name"] as? String == "ParcelPush.java")
    #expect(json["kind"] as? String == "java")
    #expect((json["text"] as? String)?.contains("public final class ParcelPush {") == true)
  }

  @Test func aFileIsWrittenComparedAndRenewed() throws {
    let folder = try Self.scratch()
    func run(_ more: String...) throws -> Program.Ended {
      try Program.run(["generate", "swift", "-o", "Push.swift", "--public"] + more, in: folder.url)
    }
    let missing = try run("--check")
    #expect(missing.exit == 1)
    #expect(
      missing.output
        == "Push.swift is not there\n  to do: pushwire generate swift --output Push.swift --public\n")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("Push.swift").path))

    #expect(try run().output == "Push.swift is written\n")
    #expect(try run().output == "Push.swift is up to date\n")
    #expect(try run("--check").exit == 0)

    let changed = try CheckCommandTests.example().replacingOccurrences(
      of: "path: offers", with: "path: deals")
    try folder.file("pushwire.yaml", changed)
    let stale = try run("--check")
    #expect(stale.exit == 1)
    #expect(
      stale.output.hasPrefix("Push.swift is not what the profile makes\n  to do: pushwire generate swift"))
    let json = try run("--check", "--json")
    #expect(json.exit == 1)
    #expect(json.object["current"] as? Bool == false && json.object["exists"] as? Bool == true)
    #expect(json.object["renew"] as? String == "pushwire generate swift --output Push.swift --public")
    #expect(try run("--json").object["changed"] as? Bool == true)
    #expect(try run("--check").exit == 0)
  }

  @Test func optionsDecideNames() throws {
    let folder = try Self.scratch()
    let kotlin = try Program.run(
      "generate", "kotlin", "--name", "shop", "--package", "com.acme.new", in: folder.url)
    #expect(kotlin.output.contains("package com.acme.new_\n"))
    #expect(kotlin.output.contains("sealed class ShopDestination {"))
    let manifest = try Program.run(
      "generate", "manifest", "--activity", "com.acme.Start", "--service", ".Push", in: folder.url)
    #expect(manifest.output.contains("<activity android:name=\"com.acme.Start\""))
    #expect(manifest.output.contains("<service android:name=\".Push\""))
    let swift = try Program.run("generate", "swift", "--public", in: folder.url)
    #expect(swift.output.contains("public enum ParcelDestination") && swift.output.contains("public import"))
  }

  @Test func theMacHasKeysOfItsOwn() throws {
    let folder = try Self.scratch()
    let both = try CheckCommandTests.example().replacingOccurrences(
      of: "  android:\n    package",
      with: "  macos: { bundle_id: com.example.parcel }\n  android:\n    package")
    try folder.file("pushwire.yaml", both)
    let ios = try Program.run("generate", "entitlements", in: folder.url).output
    let mac = try Program.run("generate", "entitlements", "--platform", "macos", in: folder.url).output
    #expect(ios.contains("<key>aps-environment</key>"))
    #expect(mac.contains("<key>com.apple.developer.aps-environment</key>"))
    let plist = try Program.run("generate", "plist", "--platform", "macos", in: folder.url).output
    #expect(!plist.contains("UIBackgroundModes") && !plist.contains("BGTaskScheduler"))
    #expect(plist.contains("<string>parcel</string>"))
    // An app for the Mac alone needs no option, and has nothing for iOS.
    try folder.file(
      "pushwire.yaml",
      both.replacingOccurrences(of: "  ios:", with: "  macos:")
        .replacingOccurrences(of: "  macos: { bundle_id: com.example.parcel }\n", with: ""))
    let alone = try Program.run("generate", "entitlements", in: folder.url)
    #expect(alone.output == mac, "\(alone.errors)")
    let none = try Program.run("generate", "plist", "--platform", "ios", in: folder.url)
    #expect(none.exit == 2 && none.errors.contains("no `app.ios`"))
  }

  @Test func mistakesAreSaid() throws {
    let folder = try Self.scratch()
    func errors(_ words: String...) throws -> String {
      let ended = try Program.run(["generate"] + words, in: folder.url)
      #expect(ended.exit == 2 && ended.output == "", "\(words)")
      return ended.errors
    }
    #expect(try errors("swfit").contains("Did you mean swift?"))
    #expect(try errors().contains("KIND is missing"))
    #expect(try errors("swift", "--check").contains("--output FILE"))
    #expect(try errors("swift", "--name", "1x").contains("--name"))
    #expect(try errors("kotlin", "--package", "a b").contains("--package"))
    #expect(try errors("manifest", "--activity", "\"/>").contains("--activity"))
    #expect(try errors("plist", "--platform", "macos").contains("app.macos"))
    #expect(try errors("swift", "--package", "com.x").contains("--package is for kotlin and java"))
    #expect(try errors("kotlin", "--platform", "macos").contains("says nothing to kotlin"))
    #expect(try errors("plist", "--public").contains("--public is for swift"))
    #expect(try errors("java", "-o", "Push.java").contains("ParcelPush.java"))
    #expect(try errors("swift", "-o", "nowhere/Push.swift").contains("cannot be written"))
    #expect(try Program.run("generate", "swift", "-p", "none.yaml", in: folder.url).exit == 3)
  }
}
