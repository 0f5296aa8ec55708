import AppFacts
import TestSupport
import Testing

@testable import Audit

/// What looks like a fault in manifests and Google's files and is none, and faults in other forms than the examples.
struct AndroidManifestRuleTests {
  private typealias File = ExampleRun.File

  private static let gradle = File(name: "app/build.gradle.kts", text: ANDExample.gradle.text)

  private static func manifest(_ text: RuleExample.File) -> File { File(name: text.name, text: text.text) }

  /// Ids of the rules that find something, with severity and confidence.
  private func findings(_ files: [File]) throws -> [String] {
    let run = try ExampleRun(files)
    return run.result.all.filter { $0.rule.hasPrefix("AND") }
      .map { "\($0.rule) \($0.severity.rawValue) \($0.confidence.rawValue)" }.sorted()
  }

  private func apk(_ text: String) throws -> [String] { try findings([File(name: "Parcel.apk", text: text)]) }

  // MARK: Permission

  @Test func theSourceManifestAloneDecidesNothingAboutThePermission() throws {
    let run = try ExampleRun([Self.gradle, Self.manifest(ANDExample.manifest(permissions: ""))])
    #expect(run.result.all.filter { $0.rule == "AND001" } == [])
    #expect(run.result.undecided.contains { $0.rule == "AND001" && $0.decidedBy.contains(".apk") })
  }

  @Test func anOldTargetNeedsNoPermission() throws {
    let text = ANDExample.package(permissions: "")
    #expect(try apk(text.replacing("\"35\"", with: "\"32\"")) == [])
    #expect(try apk(text) == ["AND001 error proved"])
  }

  @Test func anAppWithoutFCMNeedsNoPermission() throws {
    #expect(try apk(ANDExample.package(permissions: "", services: "", channel: "", dex: "")) == [])
  }

  @Test func aPermissionForOldVersionsIsNone() throws {
    let post = ANDExample.post.replacing("/>", with: " android:maxSdkVersion=\"32\"/>")
    #expect(try apk(ANDExample.package(permissions: post)) == ["AND001 error proved"])
    let sdk23 = ANDExample.post.replacing("uses-permission", with: "uses-permission-sdk-23")
    #expect(try apk(ANDExample.package(permissions: sdk23)) == [])
  }

  // MARK: Services

  @Test func theSDKsOwnServiceIsNoRival() throws {
    #expect(try apk(ANDExample.package(services: ANDExample.service + ANDExample.sdkService)) == [])
  }

  @Test func servicesOfDifferentPrioritiesAreMeantSo() throws {
    let other = ANDExample.service.replacing("ParcelMessaging", with: "Chat")
      .replacing("<intent-filter>", with: "<intent-filter android:priority=\"-1\">")
    let dex = ANDExample.dex + "\ndev.pushwire.parcel.Chat"
    #expect(try apk(ANDExample.package(services: ANDExample.service + other, dex: dex)) == [])
    let off = ANDExample.service.replacing("ParcelMessaging\"", with: "Chat\" android:enabled=\"false\"")
    #expect(try apk(ANDExample.package(services: ANDExample.service + off, dex: dex)) == [])
    // A switch that a resource decides may be on: two that are on are two.
    let maybe = ANDExample.service.replacing(
      "ParcelMessaging\"", with: "Chat\" android:enabled=\"@bool/chat\"")
    #expect(
      try apk(ANDExample.package(services: ANDExample.service + maybe, dex: dex)) == ["AND004 warning likely"]
    )
  }

  @Test func aServiceIsOpenInTwoWays() throws {
    let missing = ANDExample.service.replacing(" android:exported=\"false\"", with: "")
    #expect(try apk(ANDExample.package(services: missing)) == ["AND005 warning proved"])
    let guarded = missing.replacing("<service", with: "<service android:permission=\"dev.pushwire.P\"")
    #expect(try apk(ANDExample.package(services: guarded)) == [])
    let reference = missing.replacing("<service", with: "<service android:exported=\"@bool/x\"")
    #expect(try apk(ANDExample.package(services: reference)) == [])
    let sdk = ANDExample.sdkService.replacing("exported=\"false\"", with: "exported=\"true\"")
    #expect(try apk(ANDExample.package(services: ANDExample.service + sdk)) == [])
  }

  @Test func servicesOfOtherSDKsAreServices() throws {
    let other = ANDExample.service.replacing(
      "dev.pushwire.parcel.ParcelMessaging", with: "io.other.sdk.PushService")
    let dex = ANDExample.dex + "\nio.other.sdk.PushService"
    #expect(try apk(ANDExample.package(services: other + ANDExample.sdkService, dex: dex)) == [])
  }

  @Test func codeWithoutAnyServiceIsLikelyAFault() throws {
    let text = ANDExample.package(
      services: "", dex: "--- dex\ncom.google.firebase.messaging.FirebaseMessaging")
    #expect(try apk(text) == ["AND003 warning likely"])
  }

  @Test func packedCodeIsNotJudged() throws {
    #expect(try apk(ANDExample.package(dex: "--- dex\ncom.packer.Stub")) == [])
    #expect(try apk(ANDExample.package(dex: "")) == [])
  }

  @Test func anAppBundleIsJudgedLikeAPackage() throws {
    let text = ANDExample.package(permissions: "", channel: "")
    #expect(
      try findings([File(name: "Parcel.aab", text: text)]) == ["AND001 error proved", "AND006 info proved"])
    #expect(try findings([File(name: "Parcel.aab", text: ANDExample.package())]) == [])
  }

  // MARK: Old components

  @Test func theSDKsReceiverIsNoGCM() throws {
    let receiver = """
      <receiver android:name="com.google.firebase.iid.FirebaseInstanceIdReceiver" android:exported="true"
          android:permission="com.google.android.c2dm.permission.SEND">
        <intent-filter><action android:name="com.google.android.c2dm.intent.RECEIVE"/></intent-filter>
      </receiver>
      """
    #expect(try apk(ANDExample.package(more: receiver)) == [])
  }

  @Test func instanceIDBesideMessagingIsLeftAlone() throws {
    let old = ANDExample.service.replacing("ParcelMessaging", with: "Tokens")
      .replacing("MESSAGING_EVENT", with: "INSTANCE_ID_EVENT")
    #expect(try apk(ANDExample.package(services: ANDExample.service + old)) == [])
    // Beside the SDK's own service it is alone: and that no service of the app takes messages follows from it.
    let run = try ExampleRun([
      File(name: "Parcel.apk", text: ANDExample.package(services: old + ANDExample.sdkService))
    ])
    #expect(run.result.findings.map(\.rule) == ["AND008"])
    #expect(run.result.findings.first?.consequences.map(\.rule) == ["AND003"])
  }

  // MARK: Sources

  @Test func librariesMayBringWhatIsMissing() throws {
    let library = File(name: "push/build.gradle", text: "plugins { id 'com.android.library' }")
    let its = Self.manifest(ANDExample.manifest())
    let bare = Self.manifest(ANDExample.manifest(permissions: "", services: "", channel: ""))
    let files = [
      Self.gradle, bare, library, File(name: "push/src/main/AndroidManifest.xml", text: its.text),
    ]
    #expect(try findings(files) == [])
  }

  @Test func whatMergingRemovesIsNotThere() throws {
    let removed = ANDExample.sourceService.replacing(
      "<service", with: "<service tools:node=\"remove\"")
    let twice = ANDExample.sourceService + removed.replacing("ParcelMessaging", with: "Chat")
    #expect(try findings([Self.gradle, Self.manifest(ANDExample.manifest(services: twice))]) == [])
  }

  @Test func aFlutterAppsChannelIsItsOwnMatter() throws {
    let flutter = File(
      name: "app/build.gradle.kts",
      text: ANDExample.gradle.text.replacing(
        "id(\"com.android.application\")",
        with: "id(\"com.android.application\")\n  id(\"dev.flutter.flutter-gradle-plugin\")"))
    #expect(try findings([flutter, Self.manifest(ANDExample.manifest(channel: ""))]) == [])
    #expect(
      try findings([Self.gradle, Self.manifest(ANDExample.manifest(channel: ""))]) == ["AND006 info likely"])
  }

  // MARK: Google's files

  @Test func anIDOfAFlavourHasItsClient() throws {
    let flavoured = File(
      name: "app/build.gradle.kts",
      text: ANDExample.gradle.text.replacing(
        "defaultConfig {",
        with: "buildTypes { debug { applicationIdSuffix = \".debug\" } }\n  defaultConfig {"))
    let debug = Self.manifest(ANDExample.googleServices(package: "dev.pushwire.parcel.debug"))
    #expect(try findings([flavoured, debug]) == [])
    #expect(try findings([Self.gradle, debug]) == ["AND010 error proved"])
    let computed = File(
      name: "app/build.gradle.kts",
      text: ANDExample.gradle.text.replacing(
        "\"dev.pushwire.parcel\"\n    minSdk", with: "appId()\n    minSdk"))
    #expect(try findings([computed, debug]) == [])
    let suffix = File(
      name: flavoured.name, text: flavoured.text.replacing("\".debug\"", with: "\".${name}\""))
    #expect(try findings([suffix, debug]) == [])
  }

  @Test func oneOfSeveralFilesFits() throws {
    let files = [
      Self.gradle,
      Self.manifest(ANDExample.googleServices("app/src/debug/google-services.json", package: "dev.a")),
      Self.manifest(ANDExample.googleServices("app/src/release/google-services.json")),
    ]
    #expect(try findings(files) == [])
  }

  @Test func anIDOfAnotherPlatformIsNoAndroidApp() throws {
    let text = ANDExample.googleServices().text.replacing(":android:", with: ":web:")
    #expect(
      try findings([Self.gradle, File(name: "app/google-services.json", text: text)]) == [
        "AND011 error proved"
      ])
  }

  @Test func aConventionPluginMayApplyGooglesPlugin() throws {
    let bare = ANDExample.gradle.text.replacing("id(\"com.google.gms.google-services\")", with: "")
    func found(_ text: String) throws -> [String] {
      try findings([
        File(name: "app/build.gradle.kts", text: text), Self.manifest(ANDExample.googleServices()),
        Self.manifest(ANDExample.manifest()),
      ])
    }
    #expect(try found(bare) == ["AND018 warning likely"])
    #expect(try found(bare.replacing("plugins {", with: "plugins {\n  id(\"parcel.firebase\")")) == [])
  }

  @Test func autoInitIsOpenWithoutSources() throws {
    let off = "<meta-data android:name=\"firebase_messaging_auto_init_enabled\" android:value=\"false\"/>"
    let run = try ExampleRun([File(name: "Parcel.apk", text: ANDExample.package(more: off))])
    #expect(run.result.all == [])
    #expect(run.result.undecided.contains { $0.rule == "AND012" })
  }
}
