import Foundation
import Testing

@testable import pushwire

@Suite struct CheckCommandTests {
  /// The example profile that the repository ships.
  static func example() throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../contract/examples/parcel.yaml").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func aGoodProfileIsAYes() throws {
    let scratch = try ScratchFolder()
    try scratch.file("pushwire.yaml", try Self.example())
    let ended = try Program.run("check", in: scratch.url)
    #expect(ended.exit == 0, "\(ended.output)")
    #expect(ended.output == "pushwire.yaml: 4 classes, nothing to object to\n")
    #expect(ended.errors.isEmpty)
    let json = try Program.run("check", "--json", in: scratch.url).object
    #expect(json["ok"] as? Bool == true)
    #expect(json["classes"] as? Int == 4)
    #expect((json["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func findingsNamePlaceAndNearestWordAndAreANo() throws {
    let scratch = try ScratchFolder()
    let broken = try Self.example().replacingOccurrences(of: "team_id:", with: "teem_id:")
    let file = try scratch.file("bad.yaml", broken).path
    let ended = try Program.run("check", file)
    #expect(ended.exit == 1)
    #expect(ended.output.contains("\(file):10:5: error: "))
    #expect(ended.output.contains("teem_id"))
    #expect(ended.output.contains("team_id"))
    #expect(ended.output.contains("\(file): "))
    let json = try Program.run("check", file, "--json")
    #expect(json.exit == 1)
    #expect(json.object["ok"] as? Bool == false)
    let finding = (json.object["findings"] as? [[String: Any]])?.first
    #expect(finding?["line"] as? Int == 10)
    #expect(finding?["column"] as? Int == 5)
    #expect(finding?["severity"] as? String == "error")
    #expect(finding?["code"] as? String == "unknown-key")
    #expect(json.object["errors"] as? Int == (json.object["findings"] as? [Any])?.count)
  }

  @Test func whatIsNoYAMLIsAFinding() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("bad.yaml", "version: 1\napp: {\n").path
    let ended = try Program.run("check", file, "--json")
    #expect(ended.exit == 1)
    #expect((ended.object["findings"] as? [[String: Any]])?.first?["code"] as? String == "yaml-syntax")
    #expect(ended.object["classes"] is NSNull)
  }

  @Test func anUnreadableFileIsAThree() throws {
    let scratch = try ScratchFolder()
    let missing = try Program.run("check", in: scratch.url)
    #expect(missing.exit == 3)
    #expect(missing.output.isEmpty)
    #expect(missing.errors.contains("where: pushwire.yaml"))
    #expect(missing.errors.contains("pushwire init"))
    let binary = try scratch.file("binary.yaml", Data([0xFF, 0x00, 0xC0, 0x80])).path
    #expect(try Program.run("check", binary).exit == 3)
    #expect(try Program.run("check", scratch.url.path).exit == 3)
    let error = try Program.run("check", "--json", in: scratch.url).object["error"] as? [String: Any]
    #expect(error?["code"] as? String == "unreadable")
    #expect(error?["place"] as? String == "pushwire.yaml")
  }

  /// A file that was mistaken for a profile may be a key: none of it is shown.
  @Test func aKeyIsNeverShown() throws {
    let scratch = try ScratchFolder()
    let secret = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }).base64EncodedString()
    let pem = "-----BEGIN PRIVATE KEY-----\n\(secret)\n-----END PRIVATE KEY-----\n"
    let key = try scratch.file("AuthKey.p8", pem).path
    let account = try scratch.file("account.json", "{\"private_key\": \"\(secret)\"}").path
    let inside = try scratch.file(
      "inside.yaml",
      try Self.example().replacingOccurrences(of: "keys/AuthKey_ABC123DEFG.p8", with: "\"\(secret)\"")
        .replacingOccurrences(of: "key_id: ABC123DEFG", with: "key_id: \"\(secret)\"")
        .replacingOccurrences(of: "version: 1", with: "version: 1\n\"\(secret)\": 1")
    ).path
    for file in [key, account, inside] {
      for arguments in [["check", file], ["check", file, "--json"]] {
        let ended = try Program.run(arguments)
        #expect(ended.exit == 1)
        let all = ended.output + ended.errors
        #expect(!all.contains(secret.dropFirst(8).dropLast(8)), "\(arguments)")
        #expect(!all.contains(secret.prefix(32)), "\(arguments)")
      }
    }
  }

  @Test func aPathCannotPlayWithTheTerminal() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("a\u{1B}[31mb.yaml", "x: 1\n").path
    #expect(try !Program.run("check", file).output.contains("\u{1B}"))
  }
}
