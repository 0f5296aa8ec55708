import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

@Suite struct InspectorTests {
  private static let payload = #"{"aps":{"alert":"On its way"}}"#

  private func states(_ facts: AuditFacts, below scratch: ScratchFolder) -> [String] {
    facts.inputs.map { input in
      let name = input.place.file.replacingOccurrences(of: scratch.path + "/", with: "")
      let given = input.isGiven ? "" : " (found)"
      return switch input.state {
      case .read: name + given
      case .unreadable(let why): "\(name)\(given): \(why)"
      case .partly(let why): "\(name)\(given): in part: \(why)"
      case .leftOut: "\(name)\(given): left out"
      }
    }
  }

  private func read(_ names: [String], _ scratch: ScratchFolder, _ inspector: Inspector = Inspector())
    -> [String]
  {
    states(inspector.read(names.map { scratch.path + "/" + $0 }), below: scratch)
  }

  @Test func inputsStandInTheOrderGiven() throws {
    let scratch = try ScratchFolder()
    for name in ["b.apns", "a.apns", "c.apns"] { try scratch.file(name, Self.payload) }
    #expect(read(["b.apns", "c.apns", "a.apns"], scratch) == ["b.apns", "c.apns", "a.apns"])
  }

  @Test func aFileIsReadOnce() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.apns", Self.payload)
    try scratch.file("folder/b.apns", Self.payload)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link.apns", withDestinationPath: "a.apns")
    #expect(read(["a.apns", "a.apns", "./a.apns", "link.apns"], scratch) == ["a.apns"])
    // Given and found: it is a given one, whatever comes first.
    #expect(
      read(["folder", "folder/b.apns"], scratch).filter { $0.hasSuffix("b.apns") } == ["folder/b.apns"])
    #expect(read(["folder/b.apns", "folder"], scratch).filter { $0.contains("b.apns") } == ["folder/b.apns"])
  }

  @Test func aGivenSourceMayBeALink() throws {
    let scratch = try ScratchFolder()
    try scratch.file("App.m", "@implementation App @end\n")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/Link.m", withDestinationPath: "App.m")
    #expect(read(["Link.m"], scratch) == ["Link.m"])
  }

  @Test func whatIsNotReadIsSaid() throws {
    let scratch = try ScratchFolder()
    try scratch.file("noise.bin", Data([0xFF, 0, 1]))
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "empty"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/dangling", withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/circle", withDestinationPath: "circle")
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    #expect(
      read(["nothere", "noise.bin", "empty", "dangling", "circle", "pipe", "noise.bin/x"], scratch) == [
        "nothere: there is no such file", "noise.bin: no reader knows this kind of file",
        "empty: nothing in it is of a kind that is read here", "dangling: there is no such file",
        "circle: the link leads in a circle", "pipe: it is neither a file nor a folder",
        "noise.bin/x: there is no such file",
      ])
    #expect(Inspector().read([""]).unreadable.count == 1)
    #expect(Inspector().read(["a\0b"]).unreadable.count == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func whatMayNotBeReadIsSaid() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("a.apns", Self.payload)
    #expect(chmod(file.path, 0) == 0)
    #expect(read(["a.apns"], scratch) == ["a.apns: this user may not read it"])
  }

  @Test func aWalkFollowsNoLinks() throws {
    let scratch = try ScratchFolder()
    try scratch.file("tree/a.apns", Self.payload)
    try scratch.file("outside.apns", Self.payload)
    let links = [("tree/up", ".."), ("tree/self", "."), ("tree/out.apns", "../outside.apns")]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/" + name, withDestinationPath: target)
    }
    #expect(read(["tree"], scratch).filter { $0.contains(".apns") } == ["tree/a.apns (found)"])
  }

  @Test func withoutTimeNothingIsClean() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.apns", Self.payload)
    var inspector = Inspector()
    inspector.limits.total = 0
    #expect(read(["a.apns"], scratch, inspector) == ["a.apns: the time for reading was over (0 s)"])
  }

  @Test func aLargeTreeEndsAtItsLimit() throws {
    let scratch = try ScratchFolder()
    for number in 0..<20 { try scratch.file("tree/\(number).apns", Self.payload) }
    var inspector = Inspector()
    inspector.limits.files = 10
    let facts = inspector.read([scratch.path + "/tree"])
    #expect(facts.unreadable.contains { $0.kind == .tree })
  }

  @Test func progressIsTold() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.apns", Self.payload)
    let told = Told()
    var inspector = Inspector()
    inspector.progress = { told.add($0) }
    _ = inspector.read([scratch.path + "/a.apns"])
    #expect(told.all.contains { $0.hasSuffix("a.apns") })
  }

  private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String] = []
    func add(_ word: String) { lock.withLock { words.append(word) } }
    var all: [String] { lock.withLock { words } }
  }
}
