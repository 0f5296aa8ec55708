import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct BinaryXMLTests {
  static let text = """
    <?xml version="1.0" encoding="utf-8"?>
    <manifest xmlns:android="http://schemas.android.com/apk/res/android"
        package="dev.pushwire.parcel" android:versionCode="3" android:versionName="1.4">
      <uses-sdk android:minSdkVersion="26" android:targetSdkVersion="35"/>
      <uses-permission android:name="android.permission.POST_NOTIFICATIONS"/>
      <application android:label="Päckchen 📦">
        <service android:name=".Messaging" android:exported="false" android:directBootAware="true">
          <intent-filter android:priority="-500">
            <action android:name="com.google.firebase.MESSAGING_EVENT"/>
          </intent-filter>
        </service>
        <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id"
            android:value="parcels"/>
      </application>
    </manifest>
    """

  static func read(_ bytes: [UInt8], _ limits: InspectLimits = InspectLimits()) -> ManifestReading {
    BinaryXMLReader.read(bytes, file: "AndroidManifest.xml", limits)
  }

  /// Elements and attributes as lines, without places.
  static func outline(_ element: AndroidManifest.Element) -> [String] { outline(element, depth: 0) }

  private static func outline(_ element: AndroidManifest.Element, depth: Int) -> [String] {
    let attributes = element.attributes.map { "\($0.namespace):\($0.name)=\($0.value)" }.sorted()
    let line = String(repeating: " ", count: depth) + ([element.name] + attributes).joined(separator: " ")
    return [line] + element.children.flatMap { outline($0, depth: depth + 1) }
  }

  static func expected() throws -> [String] {
    outline(try #require(SourceManifestReader.read(Array(text.utf8), file: "m", InspectLimits()).root))
  }

  /// What real packers do to a manifest, alone and all at once.
  enum Oddity: CaseIterable {
    case none, utf16, emptyNames, doubledIDs, wrongSize, largeSize, firstType, openTexts, padded, namespaces
    case styles, characters, unknownChunk

    func apply(_ writer: inout BinaryXMLWriter) {
      switch self {
      case .none: break
      case .utf16: writer.isUTF8 = false
      case .emptyNames: writer.namesAreEmpty = true
      case .doubledIDs: writer.idsAreDoubled = true
      case .wrongSize: writer.claimedSize = 12
      case .largeSize: writer.claimedSize = 0x7FFF_FFFF
      case .firstType: writer.firstType = 0
      case .openTexts: writer.textsAreOpen = true
      case .padded: writer.textsArePadded = true
      case .namespaces: writer.extraNamespaces = 300
      case .styles: writer.hasStyles = true
      case .characters: writer.hasCharacterData = true
      case .unknownChunk: writer.hasUnknownChunk = true
      }
    }
  }

  @Test(arguments: Oddity.allCases) func odditiesOfPackersChangeNothing(_ oddity: Oddity) throws {
    var writer = BinaryXMLWriter()
    oddity.apply(&writer)
    let bytes = try writer.bytes(Self.text)
    let reading = Self.read(bytes)
    #expect(reading.problem == nil)
    #expect(Self.outline(try #require(reading.root)) == (try Self.expected()))
  }

  @Test func allOdditiesAtOnceChangeNothing() throws {
    var writer = BinaryXMLWriter()
    for oddity in Oddity.allCases { oddity.apply(&writer) }
    #expect(Self.outline(try #require(Self.read(writer.bytes(Self.text)).root)) == (try Self.expected()))
  }

  @Test func placesAreBytes() throws {
    var writer = BinaryXMLWriter()
    let bytes = try writer.bytes(Self.text)
    let root = try #require(Self.read(bytes).root)
    let permission = try #require(root.children("uses-permission").first)
    let offset = try #require(permission.place.offset)
    #expect(Array(bytes[offset..<offset + 2]) == [0x02, 0x01])
    #expect(permission.place.line == nil)
  }

  @Test func aCutFileIsReadAsFarAsItGoes() throws {
    var writer = BinaryXMLWriter()
    let bytes = try writer.bytes(Self.text)
    var whole = 0
    for count in stride(from: 0, to: bytes.count, by: 3) {
      let reading = Self.read(Array(bytes[..<count]))
      // Behind the last element there is the end of a namespace only.
      let isWhole = try reading.root.map(Self.outline(_:)) == Self.expected()
      #expect(reading.problem != nil || isWhole, "cut at \(count)")
      whole += reading.root == nil ? 0 : 1
    }
    #expect(whole > 10)
  }

  @Test func deepAndEndlessOnesEnd() throws {
    var writer = BinaryXMLWriter()
    let deep = String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70)
    let reading = Self.read(try writer.bytes("<manifest>\(deep)</manifest>"))
    #expect(reading.problem?.contains("deeper than 64") == true)
    var few = InspectLimits()
    few.values = 10
    #expect(Self.read(try writer.bytes(Self.text), few).problem?.contains("too many") == true)
  }

  /// A small file whose strings overlap is no endless text.
  @Test func textsThatOverlapAreBounded() throws {
    var writer = BinaryXMLWriter()
    var limits = InspectLimits()
    limits.document = 100
    let reading = Self.read(try writer.bytes(Self.text), limits)
    #expect(reading.problem?.contains("texts are larger") == true)
  }

  @Test func anotherDocumentIsNoManifest() throws {
    var writer = BinaryXMLWriter()
    #expect(Self.read(try writer.bytes("<LinearLayout/>")).problem?.contains("LinearLayout") == true)
    #expect(!BinaryXMLReader.recognizes(Array("<manifest/>".utf8)))
  }
}
