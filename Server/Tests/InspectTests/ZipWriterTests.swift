import Foundation
import TestSupport
import Testing

@testable import Inspect

struct ZipWriterTests {
  /// What the tests write is a zip archive for programs that we did not write, too.
  @Test func itsArchivesAreRead() throws {
    var zip = ZipWriter()
    zip.addFolder("Payload")
    zip.add("Payload/a.txt", "stored")
    let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    zip.add("Payload/große Datei.bin", large, isDeflated: true)
    let folder = try ScratchFolder()
    let url = try folder.file("a.zip", zip.data)

    let archive = try Archive(path: url.path, limits: InspectLimits())
    var read: [String: [UInt8]] = [:]
    while let member = try archive.next() {
      if member.isFile, let name = member.name { read[name] = try archive.contents(limit: 1 << 20) }
    }
    #expect(read == ["Payload/a.txt": Array("stored".utf8), "Payload/große Datei.bin": Array(large)])

    if ForeignProgram.isInstalled("unzip") {
      let tested = try ForeignProgram.run("unzip", ["-t", url.path], joins: true)
      #expect(tested.status == 0, "\(tested.output)")
    }
  }
}
