import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// Random changes of real manifests: whatever the bytes, the readers answer, soon, and within their bounds.
struct AndroidFuzzTests {
  @Test func fuzzBinaryXML() throws {
    let words: [[UInt8]] = [
      [2, 1, 16, 0], [3, 1, 16, 0], [0x80, 1, 8, 0], [1, 0, 28, 0], [0xFF, 0xFF, 0xFF, 0xFF],
    ]
    try CorpusFuzzer("axml", words: words).run { bytes in
      _ = BinaryXMLReader.recognizes(bytes)
      return check(BinaryXMLReader.read(bytes, file: "m", InspectLimits()), bytes)
    }
  }

  @Test func fuzzProtobufManifests() throws {
    let words: [[UInt8]] = [
      [0x0A, 0x00], [0x2A, 0x02, 0x0A, 0x00], [0x32, 0x04, 0x3A, 0x02], [0xFF, 0xFF, 0xFF, 0x7F],
    ]
    try CorpusFuzzer("aab", words: words).run { bytes in
      _ = ProtobufManifestReader.recognizes(bytes)
      return check(ProtobufManifestReader.read(bytes, file: "m", InspectLimits()), bytes)
    }
  }

  /// Whether there is a manifest; what is there stands inside the file, and what is not is explained.
  private func check(_ reading: ManifestReading, _ bytes: [UInt8]) -> Bool {
    guard let root = reading.root else {
      if reading.problem?.isEmpty ?? true { Issue.record("no reason: \(CorpusFuzzer.shown(bytes))") }
      return false
    }
    var depth = 0
    func walk(_ element: AndroidManifest.Element, _ level: Int) {
      depth = max(depth, level)
      let places = [element.place] + element.attributes.map(\.place)
      if places.contains(where: { !(0..<bytes.count).contains($0.offset ?? -1) }) {
        Issue.record("a place beyond the file: \(CorpusFuzzer.shown(bytes))")
      }
      for child in element.children { walk(child, level + 1) }
    }
    walk(root, 1)
    if depth > InspectLimits().depth { Issue.record("too deep: \(CorpusFuzzer.shown(bytes))") }
    return true
  }
}

extension AndroidFuzzTests {
  @Test func fuzzGradle() throws {
    let words = [
      "{", "}", "(", ")", "\"", "'''", "\"\"\"", "/*", "//", "${", "defaultConfig {", "libs.", "apply false",
    ]
    try CorpusFuzzer("gradle", words: words.map { Array($0.utf8) }).run { bytes in
      let catalogue = VersionCatalogue(String(decoding: bytes, as: UTF8.self))
      let lines = bytes.count { $0 == 0x0A } + 1
      guard let module = GradleScript.read(bytes, file: "m", catalogue, InspectLimits()) else { return false }
      let found = [module.applicationID, module.namespace].compactMap { $0 } + module.otherApplicationIDs
      for text in found + module.dependencies where !(1...lines).contains(text.place.line ?? 0) {
        Issue.record("a place beyond the file: \(CorpusFuzzer.shown(bytes))")
      }
      return true
    }
  }

  @Test func fuzzGoogleServices() throws {
    let words = ["{", "}", "[", "]", ":", ",", "\"client\"", "\"project_info\"", "null", "1e9"]
    try CorpusFuzzer("google-services", words: words.map { Array($0.utf8) }).run { bytes in
      var facts = AuditFacts()
      let file = InputFile(
        Place("google-services.json"), path: nil, head: bytes, size: bytes.count, isGiven: true)
      GoogleServicesReader.read(file, InspectLimits(), into: &facts)
      if facts.inputs.count != 1 { Issue.record("not recorded once: \(CorpusFuzzer.shown(bytes))") }
      _ = ServiceAccountReader.claims(file)
      ServiceAccountReader.read(file, InspectLimits(), into: &facts)
      return !facts.googleServices.isEmpty
    }
  }
}
