import Foundation
import TestSupport
import Testing

@testable import Audit
@testable import pushwire

@Suite struct AuditCommandTests {
  private static let good = #"{"Simulator Target Bundle":"dev.pushwire.parcel","aps":{"alert":"On its way"}}"#

  @Test func aCleanFileIsAYes() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", Self.good)
    let ended = try Program.run("audit", "order.apns", in: scratch.url)
    #expect(ended.exit == 0, "\(ended.output)")
    #expect(ended.output.contains("nothing found in 1 input\n"))
    #expect(ended.output.contains("Not decidable from files:\n"))
    let json = try Program.run("audit", "order.apns", "--json", in: scratch.url)
    #expect(json.exit == 0)
    #expect(json.object["ok"] as? Bool == true)
    #expect((json.object["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func anErrorIsANoWithItsLine() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", "{\n  \"aps\": {\"alert\": \"x\",}\n}\n")
    let ended = try Program.run("audit", "order.apns", in: scratch.url)
    #expect(ended.exit == 1)
    #expect(ended.output.hasPrefix("error PAY001: "))
    #expect(ended.output.contains("order.apns:2:"))
    #expect(ended.output.contains("2 | \"aps\": {\"alert\": \"x\",}"))
    let json = try Program.run("audit", "order.apns", "--json", in: scratch.url)
    #expect(json.exit == 1)
    let finding = (json.object["findings"] as? [[String: Any]])?.first
    #expect(finding?["rule"] as? String == "PAY001")
    let only = try Program.run("audit", "order.apns", "--rule", "pay002", "--json", in: scratch.url)
    #expect((only.object["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func whatCannotBeReadIsNeverClean() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", Self.good)
    try scratch.file("noise.bin", Data([0, 1, 2, 3]))
    for path in ["nothere.ipa", "noise.bin", "/dev/null"] {
      let ended = try Program.run("audit", "order.apns", path, in: scratch.url)
      #expect(ended.exit == 3, "\(path)")
      #expect(ended.output.contains("Not read:\n  - \(path): "), "\(path)")
      #expect(ended.output.contains("this is no clean result"), "\(path)")
      let json = try Program.run("audit", path, "--json", in: scratch.url)
      #expect(json.exit == 3)
      #expect(json.object["ok"] as? Bool == false)
    }
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "empty"), withIntermediateDirectories: true)
    #expect(try Program.run("audit", "empty", in: scratch.url).exit == 3)
  }

  @Test func wrongUseIsATwo() throws {
    for arguments in [
      ["audit"], ["audit", "-"], ["audit", "x", "--format", "xml"], ["audit", "x", "--rule", "SIG999"],
      ["audit", "x", "--min-severity", "fatal"], ["audit", "x", "--json", "--format", "text"],
      ["audit", "x", "--sarif", "-", "--format", "github"],
    ] {
      let ended = try Program.run(arguments)
      #expect(ended.exit == 2, "\(arguments)")
      #expect(ended.output.isEmpty || arguments.contains("--json"), "\(arguments)")
    }
  }

  @Test func sarifGoesToAFileBesideTheText() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", Self.good)
    let ended = try Program.run("audit", "order.apns", "--sarif", "out.sarif", in: scratch.url)
    #expect(ended.exit == 0)
    #expect(ended.output.contains("nothing found"))
    let data = try Data(contentsOf: scratch.url.appending(path: "out.sarif"))
    let log = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(log?["version"] as? String == "2.1.0")
    let alone = try Program.run("audit", "order.apns", "--sarif", "-", in: scratch.url)
    #expect(alone.object["version"] as? String == "2.1.0")
    let nowhere = try Program.run("audit", "order.apns", "--sarif", "no/such/folder", in: scratch.url)
    #expect(nowhere.exit == 2)
    #expect(nowhere.errors.contains("no/such/folder"))
  }

  @Test func aFindingIsSilencedByTheProfile() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", "{\n  \"aps\": {\"alert\": \"x\",}\n}\n")
    let profile = try CheckCommandTests.example()
    try scratch.file(
      "pushwire.yaml", profile + "\naudit:\n  - { rule: PAY001, reason: a test of broken JSON }\n")
    let ended = try Program.run(
      "audit", "order.apns", "--profile", "pushwire.yaml", "--json", in: scratch.url)
    let rules = (ended.object["findings"] as? [[String: Any]])?.compactMap { $0["rule"] as? String }
    #expect(rules?.contains("PAY001") == false)
    let silenced = (ended.object["silenced"] as? [[String: Any]])?.first
    #expect(silenced?["reason"] as? String == "a test of broken JSON")
    #expect((silenced?["place"] as? [String: Any])?["line"] is Int)
  }

  @Test func colourOnlyWhereAsked() throws {
    let scratch = try ScratchFolder()
    try scratch.file("order.apns", "{")
    #expect(try !Program.run("audit", "order.apns", in: scratch.url).output.contains("\u{1B}"))
    #expect(
      try Program.run("audit", "order.apns", "--color", "always", in: scratch.url).output.contains(
        "\u{1B}[1;31m"))
    #expect(
      try !Program.run("audit", "order.apns", "--format", "github", "--color", "always", in: scratch.url)
        .output
        .contains("\u{1B}"))
  }
}
