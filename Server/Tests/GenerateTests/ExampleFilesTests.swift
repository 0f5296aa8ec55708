import Foundation
import PushContract
import Testing

@testable import Generate

/// The example apps' generated files are what the profile gives. Renewed by
/// `PUSHWIRE_RENEW=1 swift test --package-path Server --filter GenerateTests`.
struct ExampleFilesTests {
  static let files: [(kind: Generated, path: String)] = [
    (.policy, "contract/examples/parcel.policy.json"),
    (.swift, "Examples/ios/Generated/ParcelPush.swift"),
    (.plist, "Examples/ios/Generated/Info.plist"),
    (.entitlements, "Examples/ios/Generated/Parcel.entitlements"),
    (.kotlin, "Examples/android/kotlin/com/example/parcel/ParcelPush.kt"),
    (.java, "Examples/android/java/com/example/parcel/ParcelPush.java"),
    (.manifest, "Examples/android/AndroidManifest.push.xml"),
  ]

  @Test func everyKindHasAFile() {
    #expect(Self.files.map(\.kind.rawValue).sorted() == Generated.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: files.indices)
  func theFileIsWhatTheProfileGives(_ index: Int) throws {
    let (kind, path) = Self.files[index]
    let text = kind.text(try Parcel.profile())
    let url = URL(fileURLWithPath: Parcel.root).appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] != nil {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text, "\(path)")
  }

  /// The Mac's lists are those of the same profile with the app on macOS, too.
  @Test(arguments: [
    (Generated.plist, "Examples/macos/Generated/Info.plist"),
    (.entitlements, "Examples/macos/Generated/Parcel.entitlements"),
  ])
  func theMacsFileIsWhatTheProfileGives(_ kind: Generated, _ path: String) throws {
    var profile = try Parcel.profile()
    profile.app.macos = profile.app.ios
    var options = GenerateOptions()
    options.isMac = true
    let text = kind.text(profile, options)
    let url = URL(fileURLWithPath: Parcel.root).appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] != nil {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text, "\(path)")
  }

  /// The order in the profile, and anything but its content, changes nothing.
  @Test(arguments: Generated.allCases)
  func theSameProfileGivesTheSameText(_ kind: Generated) throws {
    let profile = try Parcel.profile()
    var turned = profile
    turned.destinations.reverse()
    turned.classes.reverse()
    turned.channels.reverse()
    turned.tasks.reverse()
    turned.priming.valueMoments.reverse()
    turned.app.links.schemes.reverse()
    #expect(kind.text(turned) == kind.text(profile))
    #expect(kind.text(profile).hasSuffix("\n"))
  }
}
