import AppFacts
import TestSupport
import Testing

@testable import Inspect

struct ProtobufManifestTests {
  private func read(_ bytes: [UInt8], _ limits: InspectLimits = InspectLimits()) -> ManifestReading {
    ProtobufManifestReader.read(bytes, file: "m", limits)
  }

  @Test func aBundlesManifestIsRead() throws {
    let bytes = try ProtobufXMLWriter.bytes(BinaryXMLTests.text)
    #expect(ProtobufManifestReader.recognizes(bytes))
    let reading = read(bytes)
    #expect(reading.problem == nil)
    #expect(BinaryXMLTests.outline(try #require(reading.root)) == (try BinaryXMLTests.expected()))
  }

  @Test func referencesKeepTheirNames() throws {
    let text = """
      <manifest xmlns:android="a"><application android:label="@string/app" android:enabled="@bool/on"/></manifest>
      """
    let root = try #require(read(try ProtobufXMLWriter.bytes(text)).root)
    let application = try #require(root.children("application").first)
    #expect(application.attribute("label")?.value == "@string/app")
    #expect(application.flag("enabled") == nil)
  }

  @Test func aCutOneIsNotWhole() throws {
    let bytes = try ProtobufXMLWriter.bytes(BinaryXMLTests.text)
    for count in stride(from: 0, to: bytes.count, by: 5) {
      #expect(read(Array(bytes[..<count])).problem != nil, "cut at \(count)")
    }
  }

  @Test func endlessOnesEnd() throws {
    let deep = String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70)
    let bytes = try ProtobufXMLWriter.bytes("<manifest>\(deep)</manifest>")
    #expect(read(bytes).problem?.contains("deeper than 64") == true)
    // An element of 200,000 children of no bytes.
    let body = (0..<200_000).flatMap { _ in [0x2A, 0x00] as [UInt8] }
    let many: [UInt8] = [0x0A, 0x80, 0xB5, 0x18] + body
    #expect(read(many).problem != nil)
  }

  @Test func brokenNumbersAreNoMessage() {
    let endless = [UInt8](repeating: 0xFF, count: 40)
    for bytes in [
      [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], endless, [0x0B], [0x07], [0x00],
    ] {
      #expect(read(bytes).root == nil)
      #expect(!ProtobufManifestReader.recognizes(bytes))
    }
  }
}
