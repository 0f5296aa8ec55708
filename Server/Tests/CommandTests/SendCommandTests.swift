import Emulators
import Foundation
import Testing

/// `send` as a whole: what it says, counts and exits with.
@Suite struct SendCommandTests {
  private func scenario(_ action: ScenarioAction, times: Int? = nil, server: EmulatedServer? = nil)
    -> Scenario
  {
    var match = ScenarioMatch()
    match.times = times
    match.server = server
    return Scenario(rules: [ScenarioRule("scripted", match: match, actions: [action])])
  }

  @Test func acceptedIsSaidAndNotMore() throws {
    let stage = try SendStage()
    let token = stage.device(1)
    let ended = try stage.apns(token)
    #expect(ended.exit == 0)
    #expect(ended.output.contains("accepted") && ended.output.contains("1 of 1 accepted by APNs sandbox"))
    #expect(ended.output.contains("Accepted is not delivered"))
    #expect(!ended.output.contains(token))
    let json = try stage.apns(token, "--json")
    let message = try #require(json.lines("message").first)
    #expect(message["status"] as? String == "accepted" && message["attempts"] as? Int == 1)
    #expect(UUID(uuidString: message["provider_id"] as? String ?? "") != nil)
    let summary = try #require(json.lines("summary").first)
    #expect(summary["ok"] as? Bool == true && summary["proves"] as? [String] == ["composed", "accepted"])
    #expect(stage.suite.inbox(of: token, in: .sandbox).arrived.count == 2)
  }

  @Test func theResponseNameOfFCMIsKept() throws {
    let stage = try SendStage()
    let token = stage.fcmDevice(1)
    let json = try stage.fcm(token, "--json")
    #expect(json.exit == 0, "\(json)")
    let id = json.lines("message").first?["provider_id"] as? String
    #expect(id?.hasPrefix("projects/parcel-example/messages/") == true)
    #expect(stage.suite.fcmInbox(of: token).arrived.map(\.name) == [id])
  }

  /// One device of many: the others are accepted, and the exit says that not all were.
  @Test func oneFailedDeviceIsOneFailedDevice() throws {
    let stage = try SendStage()
    let tokens = (0..<6).map { stage.device($0) }
    stage.device(3, .unregistered(at: 1_700_000_000_000))
    let ended = try stage.apns(tokens[0], tokens[1], tokens[2], tokens[3], tokens[4], tokens[5])
    #expect(ended.exit == 1)
    #expect(ended.output.contains("1 rejected: 410 Unregistered: "))
    #expect(ended.output.contains("5 of 6 accepted by APNs sandbox"))
  }

  /// With as many targets as are listed: one that had to be tried again is listed with its end.
  @Test func aRetriedMessageIsListedWithItsEnd() throws {
    let stage = try SendStage(scenario: scenario(.reset(code: 2, processed: false), times: 1))
    let tokens = (0..<20).map { stage.device($0) }
    try stage.write("tokens.txt", tokens.joined(separator: "\n"))
    let ended = try stage.apns(tokens[0], arguments: Array(tokens.dropFirst()) + ["--json"])
    #expect(ended.exit == 0, "\(ended.output)")
    let messages = ended.lines("message")
    #expect(messages.count == 20)
    #expect(messages.allSatisfy { $0["status"] as? String == "accepted" })
    #expect(messages.count { $0["attempts"] as? Int == 2 } == 1)
    let summary = try #require(ended.lines("summary").first)
    #expect(summary["accepted"] as? Int == 20 && summary["attempts"] as? Int == 21)
  }

  @Test func aWrongKeyStopsTheRunAndBurnsNothing() throws {
    let stage = try SendStage()
    let tokens = (0..<500).map { stage.device($0) }
    try stage.write("tokens.txt", tokens.joined(separator: "\n"))
    stage.suite.revoke(keyID: SendStage.keyID)
    let ended = try stage.apns("--tokens", "tokens.txt", "--results", "results.jsonl")
    #expect(ended.exit == 1)
    #expect(ended.output.contains("Stopped: 403 InvalidProviderToken: "))
    #expect(ended.output.contains("what is called queued in --results and all that follows"))
    let results = try String(contentsOfFile: stage.path + "/results.jsonl", encoding: .utf8)
    let queued = results.split(separator: "\n").filter { $0.contains("\"queued\"") }
    #expect(queued.count == 500)
    #expect(ended.output.components(separatedBy: "InvalidProviderToken").count == 2)
    let arrived = stage.suite.snapshot().total
    #expect(arrived >= 1 && arrived <= 4)
  }

  @Test func aFileOfTokensWithItsResults() throws {
    let stage = try SendStage()
    var lines = (0..<50).map { stage.device($0) }
    stage.device(2, .unregistered(at: 1_700_000_000_000))
    lines[10] = "not a token"
    lines.append("# the end")
    try stage.write("tokens.txt", lines.joined(separator: "\n") + "\n")
    let ended = try stage.apns("--tokens", "tokens.txt", "--results", "results.jsonl")
    #expect(ended.exit == 1)
    #expect(ended.output.contains("1 rejected: 410 Unregistered: ") && ended.output.contains("  lines: 3\n"))
    #expect(ended.output.contains("1 not composed\n  line 11, "), "\(ended.output)")
    #expect(ended.output.contains("48 of 50 accepted"))
    let text = try String(contentsOfFile: stage.path + "/results.jsonl", encoding: .utf8)
    let results = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(results.count == 50 && Set(results.compactMap { $0["line"] as? Int }) == Set(1...50))
    let dead = try #require(results.first { $0["line"] as? Int == 3 })
    #expect(dead["status"] as? String == "rejected" && dead["http_status"] as? Int == 410)
    #expect(dead["code"] as? String == "apns.Unregistered")
    // The id is kept for a rejection too.
    #expect(UUID(uuidString: dead["provider_id"] as? String ?? "") != nil)
    #expect(!lines.contains { text.contains($0) && $0.count == 64 })
  }

  @Test func tokensOfTheWrongEnvironmentRaiseAnAlarm() throws {
    let stage = try SendStage()
    let lines = (0..<300).map(SendStage.token)
    try stage.write("tokens.txt", lines.joined(separator: "\n"))
    let ended = try stage.apns("--tokens", "tokens.txt")
    #expect(ended.exit == 1)
    #expect(ended.output.contains("300 rejected: 400 BadDeviceToken: "))
    #expect(ended.errors.contains("look at the environment and the key before you delete any"))
  }

  @Test func anExpiredAccessTokenIsRenewedOnTheWay() throws {
    let stage = try SendStage(
      scenario: scenario(
        .answer(.fcm(401, "UNAUTHENTICATED", info: "ACCESS_TOKEN_EXPIRED")), times: 1, server: .fcm))
    let ended = try stage.fcm(stage.fcmDevice(1), "--json")
    #expect(ended.exit == 0)
    #expect(ended.lines("message").first?["attempts"] as? Int == 1)
    #expect(stage.suite.issuedAccessTokens == 2)
  }

  // MARK: The way

  @Test func whatIsNeverAnsweredMayHaveArrived() throws {
    let stage = try SendStage(scenario: scenario(.silence(processed: true)))
    let token = stage.device(1)
    let ended = try stage.apns(token, "--deadline", "1", "--attempts", "1")
    #expect(ended.exit == 1)
    #expect(ended.output.contains("1 unconfirmed: "))
    #expect(ended.output.contains("It may have arrived or not."))
    #expect(ended.output.contains("to do: Nothing is claimed."))
    #expect(!ended.output.contains("tried again"))
    stage.suite.script(scenario(.reset(code: 2, processed: true)))
    let message = try stage.apns(token, "--attempts", "1", "--json").lines("message").first
    #expect(message?["status"] as? String == "unconfirmed")
    #expect((message?["answer"] as? [String: Any])?["code"] as? String == "transport.unconfirmed")
  }

  @Test func aTimeToLiveThatIsShorterThanThePause() throws {
    var answer = ScenarioAnswer.apns(.serviceUnavailable)
    answer.headers["retry-after"] = "60"
    let stage = try SendStage(scenario: scenario(.answer(answer)))
    let ended = try stage.apns(stage.device(1), "--ttl", "30")
    #expect(ended.exit == 1)
    #expect(
      ended.output.contains(
        "1 expired: The time to live would end before another attempt. The last answer was 503 ServiceUnavailable."
      ))
    #expect(ended.output.contains("to do: Give the class a longer ttl"))
  }

  @Test func nobodyListens() throws {
    let stage = try SendStage()
    let other = try EmulatorSuite.start()
    let port = other.apnsSandbox.port
    other.stop()
    let ended = try stage.apns(stage.device(1), port: port)
    #expect(ended.exit == 1)
    #expect(ended.output.contains("Stopped: noConnection: No connection to the provider could be made"))
    #expect(ended.output.contains("to do: Open the port"))
    #expect(ended.output.contains("0 of 1 accepted by APNs sandbox (1 still queued)."))
    #expect(ended.errors.contains("No connection: "))
  }

  @Test func aCertificateThatIsNotTrusted() throws {
    let stage = try SendStage()
    let other = try EmulatorSuite.start()
    let ended = try stage.apns(stage.device(1), "--ca", other.caPath)
    #expect(ended.exit == 1)
    #expect(ended.output.contains("Stopped: tlsRefused: "))
    #expect(ended.output.contains("--ca"))
    let summary = try stage.apns(stage.device(1), "--ca", other.caPath, "--json").lines("summary").first
    #expect((summary?["held_by"] as? [String: Any])?["code"] as? String == "transport.tlsRefused")
  }

  @Test func zeroOfAnythingIsAMistakeOfUse() throws {
    let stage = try SendStage()
    for option in ["--connections", "--attempts", "--deadline"] {
      let ended = try stage.apns(stage.device(1), option, "0")
      #expect(ended.exit == 2 && ended.errors.contains(option), "\(ended)")
    }
    #expect(stage.suite.snapshot().total == 0)
  }
}
