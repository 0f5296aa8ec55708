import Foundation
import PushContract
import TestSupport
import Testing

@testable import ProfileFile

/// Random changes of a small project: discovery answers, soon, and what it renders is a profile.
struct DiscoveryFuzzTests {
  @Test func fuzzTheDiscovery() throws {
    let folder = Parcel.root + "/Server/Fuzz/corpus/project"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let corpus = try names.map { try FileContents.read(folder + "/" + $0) }
    var mutator = Mutator("fuzz discovery", corpus: corpus)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Fuzz.seconds)
    var (runs, empty, slowest) = (0, 0, Duration.zero)
    while clock.now < end {
      var files: [String: [UInt8]] = [:]
      for (name, bytes) in zip(names, corpus) {
        files["App.xcodeproj/" + name] = bytes
        files[name] = bytes
      }
      let name = names[runs % names.count]
      let bytes = mutator.change(files[name] ?? [])
      files[name] = bytes
      files["App.xcodeproj/" + name] = bytes
      let took = try clock.measure { empty += try Self.run(files) ? 0 : 1 }
      slowest = max(slowest, took)
      if took > .seconds(5) { Issue.record("\(took) for \(name): \(Data(bytes).base64EncodedString())") }
      runs += 1
    }
    print("fuzz discovery: \(runs) projects, \(empty) told nothing, slowest \(slowest)")
    #expect(runs > 10)
  }

  /// One project. Whether anything was found in it.
  static func run(_ files: [String: [UInt8]]) throws -> Bool {
    let found = ProjectDiscovery.search(ProjectTree(contents: files))
    let text = StarterProfile.render(found)
    let codes = try ProfileFile.read(bytes: Array(text.utf8)).errors.map(\.code)
    // Values that are taken have the right shape; whether they fit each other is the project's matter.
    #expect(codes.allSatisfy { $0 == "target-below-minimum" }, "\(codes)")
    return !found.isEmpty
  }

  @Test func settingsThatNameEachOtherEnd() throws {
    let settings = (0..<40).map { "A\($0) = \"$(A\($0 + 1))$(A\($0 + 1))\";" }.joined(separator: " ")
    let project = XcodeDiscoveryTests.project([
      ("A", "application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(A0)\"; A40 = \"$(A0)\"; \(settings)")
    ])
    let many = (0..<100).map { _ in "#include \"App.xcconfig\"\n#include \"B.xcconfig\"\n" }.joined()
    let found = ProjectDiscovery.search(
      ProjectTree(contents: [
        "A.xcodeproj/project.pbxproj": Array(project.utf8), "App.xcconfig": Array(many.utf8),
        "B.xcconfig": Array(many.utf8),
      ]))
    #expect(found.iosBundleID == nil)
  }
}
