import Foundation
import PushCrypto
import TestSupport
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
      // What the shell takes.
      let own = Array(rest.prefix { $0 != ">" })
      #expect(throws: Never.self, "\(words)") { _ = try Arguments(own, command.syntax.complete) }
    }
  }

  @Test(arguments: ["server", "registrations", "status", "generate", "campaigns"])
  func everyLineOfThePagesIsUnderstood(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/\(name).md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let quoted = text.matches(of: /`(pushwire [^`]+)`/).map { String($0.1) }
    let blocks = text.split(separator: "\n").filter { $0.hasPrefix("pushwire ") }.map(String.init)
    #expect(quoted.count + blocks.count >= 3)
    for line in quoted + blocks {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let (command, rest) = Pushwire.split(words)
      let known = try #require(Pushwire.commands.first { $0.name == command }, "\(line)")
      // A sentence may name a command without all that it needs, but never an option that it has not.
      do { _ = try Arguments(rest, known.syntax.complete) } catch let error as CommandError {
        #expect(error.message.contains("is missing"), "\(line): \(error.message)")
      }
    }
    // Links lead somewhere.
    for match in text.matches(of: /\]\(([a-z.]+)\)/) {
      let target = file.deletingLastPathComponent().appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(match.1)")
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

  /// The server, its emulators, and the lines that a backend and a device type.
  @Test func theServerLinesWork() throws {
    let scratch = try ScratchFolder()
    let surroundings = ["XDG_CACHE_HOME": scratch.url.appendingPathComponent("cache").path]
    #expect(try Program.run("init", in: scratch.url).exit == 0)
    // Other tests may have the usual ports at the moment.
    let emulators = try RunningProgram(
      ["emulate", "--folder", "emulator", "--json"] + EmulateCommandTests.anyPorts, in: scratch.url.path)
    defer { emulators.kill() }
    #expect(emulators.nextLine()?["event"] as? String == "ready")
    let create = try #require(try Self.lines().first { $0.starts(with: ["keys", "create"]) })
    #expect(create.suffix(2).elementsEqual([">", "backend.key"]))
    let key = try Program.run(Array(create.dropLast(2)), in: scratch.url)
    #expect(key.exit == 0)
    try scratch.file("backend.key", key.output)
    let serve = try #require(try Self.lines().first { $0.first == "serve" })
    let server = try RunningProgram(
      serve + ["--listen", "127.0.0.1:0", "--json"], in: scratch.url.path, environment: surroundings)
    defer { server.kill() }
    let port = try #require(server.nextLine()?["port"] as? Int)
    let block = try Self.page().components(separatedBy: "<!-- server -->")[1]
      .components(separatedBy: "<!-- end of server -->")[0]
      .replacing("```", with: "").replacing("localhost:8780", with: "127.0.0.1:\(port)")
    // The last line until there is an answer to tell of: a person looks twice, too.
    let last = try #require(block.split(separator: "\n").last)
    let script =
      "set -e\n\(block)\nfor n in $(seq 100); do \(last) -s | tee ladder; grep -q queued ladder || break; done"
    let ended = try ForeignProgram.run("bash", ["-c", script], in: scratch.url)
    #expect(ended.status == 0, "\(ended.output) \(ended.errors)")
    #expect(ended.output.contains(#""binding":"bound""#), "\(ended.output)")
    #expect(ended.output.contains(#""status":"accepted""#), "\(ended.output)")
    server.interrupt()
    #expect(server.exitCode() == 0)
    #expect(try Program.run("tokens", "why", "phone-1", in: scratch.url).exit == 0)
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
