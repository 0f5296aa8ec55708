import Foundation
import PushCrypto
import TestSupport
import Testing

/// The emulators as a user starts them, driven by curl.
@Suite struct EmulateCommandTests {
  static let anyPorts = [
    "--sandbox-port", "0", "--production-port", "0", "--fcm-port", "0", "--devices-port", "0",
  ]

  /// curl's answer: body, and the status after a line feed.
  private func curl(_ ca: String, _ arguments: String...) throws -> (status: String, body: String) {
    let ended = try ForeignProgram.run(
      "curl", ["-s", "--http2", "--cacert", ca, "-w", "\n%{http_code}"] + arguments)
    let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
  }

  private func content(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func aPushWithTheIssuedKeyIsAcceptedAndLogged() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.appendingPathComponent("emulator").path
    let running = try RunningProgram(["emulate", "--json", "--folder", folder] + Self.anyPorts)
    defer { running.kill() }
    let ready = try #require(running.nextLine())
    #expect(ready["event"] as? String == "ready")
    let ca = try #require(ready["ca"] as? String)
    let key = try #require(ready["apns_key"] as? [String: Any])
    let pem = try content(try #require(key["file"] as? String))
    let token = try content(folder + "/tokens/ios-sandbox.txt")
    let jwt = try JWT.sign(
      [
        "iss": .text(try #require(key["team_id"] as? String)),
        "iat": .integer(Int(Date().timeIntervalSince1970)),
      ],
      keyID: try #require(key["key_id"] as? String), by: .key(try SigningKey.load(pem: pem)))
    let sandbox = try #require(ready["apns_sandbox"] as? String)
    let answer = try curl(
      ca, "-H", "authorization: bearer \(jwt)", "-H", "apns-topic: com.example.app", "-H",
      "apns-push-type: alert",
      "-d", #"{"aps":{"alert":"hello"}}"#, "\(sandbox)/3/device/\(token)")
    #expect(answer.status == "200", "\(answer)")
    // The same token is not known in production.
    let production = try #require(ready["apns_production"] as? String)
    let other = try curl(
      ca, "-H", "authorization: bearer \(jwt)", "-H", "apns-topic: com.example.app", "-H",
      "apns-push-type: alert",
      "-d", #"{"aps":{"alert":"hello"}}"#, "\(production)/3/device/\(token)")
    #expect(other.status == "400")
    #expect(other.body.contains("BadDeviceToken"))
    let first = try #require(running.nextLine())
    #expect(first["outcome"] as? String == "accepted")
    #expect(first["token"] as? String == "\(token.prefix(4))…\(token.suffix(4))")
    #expect(try #require(running.nextLine())["outcome"] as? String == "BadDeviceToken")
    running.interrupt()
    let end = try #require(running.nextLine())
    #expect(end["event"] as? String == "end")
    #expect(end["requests"] as? Int == 2)
    #expect(running.exitCode() == 0)
    // Neither token nor key nor JWT in what was printed.
    for secret in [token, jwt] + pem.split(separator: "\n").dropFirst().dropLast().map(String.init) {
      #expect(!running.seen.contains(secret))
    }
  }

  @Test func theLineThatItSuggestsWorks() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.appendingPathComponent("emulator").path
    let running = try RunningProgram(["emulate", "--json", "--quiet", "--folder", folder] + Self.anyPorts)
    defer { running.kill() }
    let ready = try #require(running.nextLine())
    let line = try #require(ready["try"] as? String)
    try scratch.file("push.json", #"{"aps":{"alert":"hello"}}"#)
    let words = line.split(separator: " ").map(String.init)
    let home = ["HOME": scratch.url.path, "XDG_CACHE_HOME": scratch.url.path]
    let sent = try Program.run(Array(words.dropFirst()), in: scratch.url, environment: home)
    #expect(sent.exit == 0, "\(sent)")
    #expect(sent.output.contains("accepted"))
    let token = try content(folder + "/tokens/ios-sandbox.txt")
    #expect(!(sent.output + sent.errors).contains(token))
    // To a device that is gone the answer is no, with the reason.
    let gone = words.dropFirst().map { $0.replacingOccurrences(of: "ios-sandbox.txt", with: "ios-gone.txt") }
    let refused = try Program.run(Array(gone), in: scratch.url, environment: home)
    #expect(refused.exit == 1)
    #expect(refused.output.contains("Unregistered"))
  }

  @Test func theProfilesAppAndKeysAreTaken() throws {
    let scratch = try ScratchFolder()
    try scratch.file("pushwire.yaml", try CheckCommandTests.example())
    try scratch.file("keys/AuthKey_ABC123DEFG.p8", try SigningKey.generate(.ecP256).privatePEM())
    let ended = try Program.run(["emulate", "--json", "--seconds", "0"] + Self.anyPorts, in: scratch.url)
    #expect(ended.exit == 0, "\(ended)")
    let ready = try #require(ended.lines.first)
    #expect(ready["topic"] as? String == "com.example.parcel")
    #expect(ready["known"] as? [String] == ["keys/AuthKey_ABC123DEFG.p8"])
    let folder = scratch.url.appendingPathComponent("pushwire-emulator")
    let kept = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appendingPathComponent("emulator.json")))
    #expect((kept as? NSDictionary) == (ready as NSDictionary))
    let rights =
      try FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent("service-account.json").path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    #expect(
      try Program.run("keys", "check", folder.appendingPathComponent("service-account.json").path).exit == 0)
    #expect(
      try Program.run("keys", "check", folder.appendingPathComponent("AuthKey_EMULATED01.p8").path).exit == 0)
  }

  @Test func whatCannotWorkIsSaidAtOnce() throws {
    let scratch = try ScratchFolder()
    func run(_ arguments: String...) throws -> Program.Ended {
      try Program.run(["emulate", "--seconds", "0"] + arguments + Self.anyPorts, in: scratch.url)
    }
    let scenario = try scratch.file("scenario.json", #"{"rules": [{"match": {"evry": 1}, "actions": []}]}"#)
      .path
    let bad = try run("--scenario", scenario)
    #expect(bad.exit == 2)
    #expect(bad.errors.contains("evry"))
    #expect(try run("--scenario", "missing.json").exit == 3)
    #expect(try run("--folder", "/dev/null/x").exit == 2)
    #expect(try run("--profile", "missing.yaml").exit == 3)
    #expect(try Program.run("emulate", "--fcm-port", "70000").exit == 2)
    // A port that is taken is named.
    let running = try RunningProgram(
      ["emulate", "--json", "--folder", scratch.url.appendingPathComponent("a").path] + Self.anyPorts)
    defer { running.kill() }
    let ready = try #require(running.nextLine())
    let port = String(try #require(ready["fcm"] as? String).split(separator: ":").last ?? "")
    let taken = try Program.run(
      ["emulate", "--seconds", "0", "--sandbox-port", port] + Self.anyPorts.dropFirst(2),
      in: scratch.url)
    #expect(taken.exit == 2)
    #expect(taken.errors.contains(port))
  }
}
