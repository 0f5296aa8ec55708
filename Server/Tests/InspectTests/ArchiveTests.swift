import Foundation
import TestSupport
import Testing

@testable import Inspect

struct ArchiveTests {
  @Test func whatIsNoZipFails() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appending(path: "no.zip").path
    try Data("no zip".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: ArchiveFailure.self) {
      let archive = try Archive(path: path, limits: InspectLimits())
      while try archive.next() != nil {}
    }
  }
}
