import Foundation
import PushCrypto
import Testing

@testable import pushwire

/// What the README tells a newcomer to type works, in that order, in an empty folder.
@Suite struct ReadmeTests {
  private static func page() throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../README.md").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func lines() throws -> [[String]] {
    try page().split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("build/pushwire ") }
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
  }

  @Test func everyLineIsUnderstood() throws {
    let lines = try Self.lines()
    #expect(lines.count >= 5)
    for words in lines {
      let (name, rest) = Pushwire.split(words)
      let command = try #require(Pushwire.commands.first { $0.name == name }, "\(words)")
      #expect(throws: Never.self, "\(words)") { _ = try Arguments(rest, command.syntax.complete) }
    }
  }

  @Test func theSendLineFitsTheStarterProfile() throws {
    let scratch = try ScratchFolder()
    #expect(try Program.run("init", in: scratch.url).exit == 0)
    try scratch.file("AuthKey_ABC123DEFG.p8", try SigningKey.generate(.ecP256).privatePEM())
    let send = try #require(try Self.lines().first { $0.first == "send" })
    let token = String(repeating: "0a1b2c3d", count: 8)
    let words = send.map { $0 == "TOKEN" ? token : $0 }
    let key = ["--key", "AuthKey_ABC123DEFG.p8", "--team-id", "ABCDE12345", "--dry-run"]
    let ended = try Program.run(words + key, in: scratch.url)
    #expect(ended.exit == 0, "\(ended)")
    #expect(!(ended.output + ended.errors).contains(token))
  }

  @Test func itsLinksLeadSomewhere() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let targets = try Self.page().split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
    #expect(targets.count >= 5)
    for target in targets where !target.hasPrefix("http") {
      let file = root.appendingPathComponent(target).standardized.path
      #expect(FileManager.default.fileExists(atPath: file), "\(target)")
    }
  }
}
