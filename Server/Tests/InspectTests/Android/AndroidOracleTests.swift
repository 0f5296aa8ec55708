import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// The readers against aapt, aapt2 and androguard, and the tests' own writer against them too.
struct AndroidOracleTests {
  static let framework = "/usr/share/android-framework-res/framework-res.apk"
  static let hasAAPT =
    ForeignProgram.isInstalled("aapt") && FileManager.default.fileExists(atPath: framework)
  static let hasAAPT2 =
    ForeignProgram.isInstalled("aapt2") && FileManager.default.fileExists(atPath: framework)
  static let hasAndroguard =
    (try? ForeignProgram.run("python3", ["-c", "import androguard.core.axml"]).status) == 0

  /// Everything in one manifest that our readers have to tell apart.
  static let text = """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android"
        package="dev.pushwire.parcel" android:versionCode="3" android:versionName="1.4">
      <uses-sdk android:minSdkVersion="26" android:targetSdkVersion="35"/>
      <uses-permission android:name="android.permission.POST_NOTIFICATIONS"/>
      <permission android:name="dev.pushwire.parcel.P" android:protectionLevel="signature"/>
      <application android:label="Päckchen 📦" android:icon="@android:drawable/ic_delete">
        <activity android:name=".Main" android:exported="true" android:configChanges="orientation">
          <intent-filter>
            <action android:name="android.intent.action.MAIN"/>
            <category android:name="android.intent.category.LAUNCHER"/>
          </intent-filter>
        </activity>
        <service android:name=".Messaging" android:exported="false">
          <intent-filter android:priority="-500">
            <action android:name="com.google.firebase.MESSAGING_EVENT"/>
          </intent-filter>
        </service>
        <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id"
            android:value="parcels"/>
        <meta-data android:name="firebase_messaging_auto_init_enabled" android:value="false"/>
        <meta-data android:name="number" android:value="-7"/>
      </application>
    </manifest>
    """

  private func package(_ tool: String, _ arguments: [String], _ folder: ScratchFolder) throws -> URL {
    try folder.file("AndroidManifest.xml", Self.text)
    let out = folder.url.appending(path: "out.apk")
    let ended = try ForeignProgram.run(
      tool, arguments.map { $0 == "OUT" ? out.path : $0 }, in: folder.url, joins: true)
    try #require(ended.status == 0, "\(ended.output)")
    return out
  }

  private static func manifest(_ path: String) throws -> AndroidManifest {
    let facts = Inspector().read([path])
    #expect(facts.unreadable == [])
    return try #require(facts.manifests.first)
  }

  /// What tools add by themselves, and what they write as a number that the text has as a word, is left out.
  private func outline(_ manifest: AndroidManifest) -> [String] {
    var root = manifest.root
    func strip(_ element: inout AndroidManifest.Element) {
      element.attributes.removeAll {
        $0.name.hasPrefix("compileSdk") || $0.name.hasPrefix("platformBuild") || $0.name.hasPrefix("0x")
          || ["protectionLevel", "configChanges", "icon"].contains($0.name)
      }
      for index in element.children.indices { strip(&element.children[index]) }
    }
    strip(&root)
    return BinaryXMLTests.outline(root)
  }

  private func expected() throws -> [String] {
    let reading = SourceManifestReader.read(Array(Self.text.utf8), file: "m", InspectLimits())
    return outline(AndroidManifest(Place("m"), .source, try #require(reading.root)))
  }

  @Test(.enabled(if: AndroidOracleTests.hasAAPT, "aapt with android-framework-res is not installed"))
  func whatAAPTPacksIsRead() throws {
    let folder = try ScratchFolder()
    let apk = try package(
      "aapt", ["package", "-f", "-M", "AndroidManifest.xml", "-I", Self.framework, "-F", "OUT"], folder)
    let manifest = try Self.manifest(apk.path)
    #expect(outline(manifest) == (try expected()))
    #expect(manifest.origin == .apk && manifest.targetSDK?.value == 35)
    #expect(manifest.application?.attribute("icon")?.value.hasPrefix("@0x0108") == true)
    #expect(manifest.dexClasses == nil)
  }

  @Test(.enabled(if: AndroidOracleTests.hasAAPT2, "aapt2 with android-framework-res is not installed"))
  func whatAAPT2PacksIsRead() throws {
    for (format, origin) in [("--proto-format", AndroidManifest.Origin.aab), ("--no-version-vectors", .apk)] {
      let folder = try ScratchFolder()
      let packed = try package(
        "aapt2", ["link", format, "-o", "OUT", "--manifest", "AndroidManifest.xml", "-I", Self.framework],
        folder)
      // aapt2 leaves it where an apk has it; a bundle has it elsewhere. So the member is read alone.
      let member = try ForeignProgram.run("unzip", ["-p", packed.path, "AndroidManifest.xml"])
      let alone = try folder.file("alone/AndroidManifest.xml", member.data)
      let manifest = try Self.manifest(alone.path)
      #expect(manifest.origin == origin)
      #expect(outline(manifest) == (try expected()), "\(format)")
    }
  }

  /// Our writer, which builds rules' examples, means for aapt what it means for our reader.
  @Test(.enabled(if: AndroidOracleTests.hasAAPT, "aapt with android-framework-res is not installed"))
  func whatTheTestsWriteIsReadByAAPT() throws {
    let folder = try ScratchFolder()
    let own = folder.url.appending(path: "own.apk")
    try AndroidRecipe.build(Self.text, at: own)
    let real = try package(
      "aapt", ["package", "-f", "-M", "AndroidManifest.xml", "-I", Self.framework, "-F", "OUT"], folder)
    #expect(try Self.dump(own) == Self.dump(real))
  }

  /// aapt's view of a manifest: elements with the attributes that our writer has numbers for.
  private static func dump(_ apk: URL) throws -> [String] {
    let ended = try ForeignProgram.run("aapt", ["dump", "xmltree", apk.path, "AndroidManifest.xml"])
    try #require(ended.status == 0, "\(ended.errors)")
    var elements: [(String, [String])] = []
    for line in ended.output.split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("E:") {
        elements.append((String(text.prefix { $0 != "(" }), []))
      } else if text.hasPrefix("A:"), !elements.isEmpty {
        let skipped = ["compileSdk", "platformBuild", "protectionLevel", "configChanges", "icon"]
        if skipped.contains(where: { text.contains($0) }) { continue }
        let raw = text.range(of: " (Raw")?.lowerBound ?? text.endIndex
        elements[elements.count - 1].1.append(String(text[..<raw]))
      }
    }
    return elements.map { ([$0] + $1.sorted()).joined(separator: " ") }
  }

  @Test(.enabled(if: AndroidOracleTests.hasAndroguard, "python3 with androguard is not installed"))
  func androguardReadsTheSame() throws {
    let script = """
      import sys, json
      from loguru import logger
      logger.remove()
      from androguard.core.axml import AXMLPrinter
      root = AXMLPrinter(open(sys.argv[1], 'rb').read()).get_xml_obj()
      space = '{http://schemas.android.com/apk/res/android}'
      def lines(e, depth):
          a = sorted(('android:' + k[len(space):] if k.startswith(space) else ':' + k) + '=' + v
                     for k, v in e.attrib.items())
          print(' ' * depth + ' '.join([e.tag] + a))
          for c in e: lines(c, depth + 1)
      lines(root, 0)
      """
    let folder = try ScratchFolder()
    for oddity in [BinaryXMLTests.Oddity.none, .utf16, .emptyNames, .doubledIDs, .styles] {
      var writer = BinaryXMLWriter()
      oddity.apply(&writer)
      let bytes = try writer.bytes(BinaryXMLTests.text)
      let file = try folder.file("m.xml", Data(bytes))
      let ended = try ForeignProgram.run("python3", ["-c", script, file.path])
      try #require(ended.status == 0, "\(ended.errors)")
      let ours = BinaryXMLTests.outline(try #require(BinaryXMLTests.read(bytes).root))
      #expect(ended.output.split(separator: "\n").map(String.init) == ours, "\(oddity)")
    }
  }
}
