import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct AndroidPackageTests {
  private func read(_ text: String, as name: String) throws -> AuditFacts {
    let folder = try ScratchFolder()
    return Inspector().read([try ExampleStage.write(name, text, in: folder.url)])
  }

  @Test(arguments: ["Parcel.apk", "Parcel.aab"]) func aPackageHasItsManifestAndClasses(_ name: String) throws
  {
    let recipe =
      BinaryXMLTests.text + """

        --- dex
        dev.pushwire.parcel.Messaging
        com.google.firebase.messaging.FirebaseMessagingService
        dev.pushwire.parcel.Unrelated
        """
    let facts = try read(recipe, as: name)
    let manifest = try #require(facts.manifests.first)
    #expect(facts.unreadable == [])
    #expect(BinaryXMLTests.outline(manifest.root) == (try BinaryXMLTests.expected()))
    #expect(manifest.isMerged)
    #expect(
      manifest.dexClasses == [
        "dev.pushwire.parcel.Messaging", "com.google.firebase.messaging.FirebaseMessagingService",
      ])
    #expect(
      manifest.place.file.hasSuffix(
        name + (name.hasSuffix("aab") ? "!base/manifest/" : "!") + "AndroidManifest.xml"))
    #expect(facts.inputs.first?.summary == "dev.pushwire.parcel, target 35")
  }

  @Test func aPackageWithoutCodeIsNotSearched() throws {
    #expect(try read(BinaryXMLTests.text, as: "Parcel.apk").manifests.first?.dexClasses == nil)
  }

  @Test func whatIsNoPackageIsUnreadable() throws {
    let folder = try ScratchFolder()
    var empty = ZipWriter()
    empty.add("res/raw/a.txt", "a")
    var broken = ZipWriter()
    broken.add("AndroidManifest.xml", "<manifest/>")
    var double = ZipWriter()
    var writer = BinaryXMLWriter()
    let manifest = Data(try writer.bytes(BinaryXMLTests.text))
    double.add("AndroidManifest.xml", manifest)
    double.add("AndroidManifest.xml", manifest)
    let files: [(Data, String)] = [
      (Data("no zip".utf8), ""), (Data(), ""), (empty.data, "no AndroidManifest.xml"),
      (broken.data, "no binary XML"), (double.data, "two manifests"),
      (double.data.dropLast(30), ""),
    ]
    for (data, why) in files {
      let url = try folder.file("a.apk", data)
      let facts = Inspector().read([url.path])
      let input = try #require(facts.unreadable.first)
      #expect(facts.unreadable.count == 1)
      #expect(why.isEmpty || "\(input.state)".contains(why), "\(input.state)")
    }
  }

  @Test func aKeyInTheAssetsIsSeen() throws {
    var zip = ZipWriter()
    var writer = BinaryXMLWriter()
    zip.add("AndroidManifest.xml", Data(try writer.bytes(BinaryXMLTests.text)))
    let body = String(repeating: "QUJD", count: 60)
    let account =
      "{\"type\": \"service_account\", \"private_key\": \"-----BEGIN PRIVATE KEY-----\\n\(body)"
      + "\\n-----END PRIVATE KEY-----\\n\"}"
    zip.add("assets/push.json", account)
    zip.add("res/layout/a.xml", account)
    let folder = try ScratchFolder()
    let facts = Inspector().read([try folder.file("a.apk", zip.data).path])
    let seen = try #require(facts.secrets.first)
    #expect(facts.secrets.count == 1 && seen.isShipped && seen.place.file.hasSuffix("a.apk!assets/push.json"))
    #expect(!"\(facts)".contains(body))
  }

  /// A descriptor is found wherever the blocks of unpacking cut it, and not as a part of a longer one.
  @Test func namesAreFoundAcrossBlocks() {
    let name = "dev.pushwire.parcel.Messaging"
    let bytes = [UInt8](AndroidRecipe.dex(["a.b", "x.dev.pushwire.parcel.Router", name]))
    for size in [1, 2, 7, 64, bytes.count] {
      var search = DexNames([name, "dev.pushwire.parcel.Router", "dev.pushwire"])
      var at = 0
      while at < bytes.count {
        let block = Array(bytes[at..<min(at + size, bytes.count)])
        block.withUnsafeBytes { search.take($0) }
        at += size
      }
      #expect(search.found == [name], "\(size)")
    }
  }

  @Test func theManifestOfSourcesHasLines() throws {
    let facts = try read(
      """
      <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:tools="http://schemas.android.com/tools">
        <uses-permission a:name="android.permission.POST_NOTIFICATIONS" tools:node="remove"/>
        <uses-permission a:name="android.permission.INTERNET"/>
        <application><service a:name="${applicationId}.S" a:enabled="@bool/x"/></application>
      </manifest>
      """, as: "AndroidManifest.xml")
    let manifest = try #require(facts.manifests.first)
    #expect(manifest.origin == .source && !manifest.isMerged && manifest.package == nil)
    #expect(manifest.permissions.map(\.value) == ["android.permission.INTERNET"])
    #expect(manifest.permissions.first?.place.line == 3)
    #expect(manifest.removedPermissions.map(\.value) == ["android.permission.POST_NOTIFICATIONS"])
    let service = try #require(manifest.services.first)
    #expect(service.attributes.first?.namespace == "android")
    #expect(service.flag("enabled") == nil && service.attribute("name")?.value == "${applicationId}.S")
  }

  @Test func aBrokenManifestOfSourcesIsUnreadable() throws {
    for text in ["", "<manifest>", "<resources/>", "no"] {
      #expect(try read(text, as: "AndroidManifest.xml").unreadable.count == 1, "\(text)")
    }
  }

  @Test func namesOfClassesAreWhole() {
    #expect(AndroidManifest.className(".A", in: "p.q") == "p.q.A")
    #expect(AndroidManifest.className("A", in: "p.q") == "p.q.A")
    #expect(AndroidManifest.className("x.A", in: "p.q") == "x.A")
  }
}
