import Foundation
import TestSupport
import Testing

@testable import Store
@testable import pushwire

/// Handing an audience over and taking back what was found dead.
@Suite struct AudienceCommandTests {
  private func stage() throws -> StoreStage {
    let stage = try StoreStage()
    try stage.register("ios-1", account: "alice")
    try stage.register("ios-2") { $0.appVersion = "4.10" }
    try stage.register("droid-1") {
      $0.platform = .android
      $0.token = "droid-token-1"
      $0.topic = "dev.pushwire.parcel"
      $0.locale = "de,\"DE\""
    }
    try stage.register("old", daysAgo: 40)
    try stage.register("unknown") { $0.environment = .unknown }
    try stage.register("denied") {
      var permission = Permission()
      permission.status = "denied"
      $0.permission = permission
    }
    return stage
  }

  private func export(_ stage: StoreStage, _ words: String...) throws -> [[String: Any]] {
    let ended = try stage.run(["audience", "export"] + words)
    #expect(ended.exit == 0, "\(ended)")
    return ended.lines
  }

  private func ids(_ lines: [[String: Any]]) -> [String] {
    lines.compactMap { $0["installation"] as? String }
  }

  @Test func writesWhoMayBeSentToAndCountsTheOthers() throws {
    let stage = try stage()
    let ended = try stage.run("audience", "export", "--all")
    #expect(ended.exit == 0 && ids(ended.lines) == ["ios-1", "ios-2", "droid-1", "denied"], "\(ended)")
    #expect(ended.lines[0]["token"] as? String == StoreStage.token("ios-1"))
    #expect(ended.lines[0]["environment"] as? String == "production" && ended.lines[0]["account"] == nil)
    #expect(ended.errors.contains("2 are left out") && ended.errors.contains("stale"), "\(ended.errors)")
    #expect(!ended.errors.contains(StoreStage.token("ios-1")))
    #expect(ids(try export(stage, "--platform", "android")) == ["droid-1"])
    #expect(ids(try export(stage, "--min-app-version", "4.2")) == ["ios-2"])
    #expect(ids(try export(stage, "--max-app-version", "4.9", "--platform", "ios")) == ["ios-1", "denied"])
    #expect(try export(stage, "--all", "--accounts").first?["account"] as? String == "alice")
    try stage.store.transaction { session throws(StoreError) in
      _ = try session.setTags(tenant: nil, installation: "ios-2", to: ["beta"], now: 0)
    }
    #expect(ids(try export(stage, "--tag", "beta")) == ["ios-2"])
  }

  @Test func aClassLeavesOutWhomItMayNotGoTo() throws {
    let stage = try stage()
    try stage.write("pushwire.yaml", CampaignStage.profile)
    let news = try stage.run("audience", "export", "--all", "--class", "news")
    #expect(ids(news.lines) == ["ios-1", "ios-2", "droid-1"], "\(news)")
    #expect(news.errors.contains("permission_denied"))
    let bound = try stage.run("audience", "export", "--all", "--class", "order_shipped")
    #expect(ids(bound.lines) == ["ios-1"] && bound.errors.contains("unbound"), "\(bound)")
    #expect(
      try stage.run("audience", "export", "--all", "--class", "newz").errors.contains("Did you mean news"))
  }

  @Test func aFileIsMadeForItsUserAloneAndNeverOverwritten() throws {
    let stage = try stage()
    let ended = try stage.run("audience", "export", "--all", "--format", "csv", "--to", "all.csv", "--json")
    #expect(ended.exit == 0 && ended.object["exported"] as? Int == 4, "\(ended)")
    #expect(ended.object["excluded_by"] as? [String: Int] == ["environment_unknown": 1, "stale": 1])
    let path = stage.scratch.url.appendingPathComponent("all.csv").path
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    let lines = try stage.read("all.csv").components(separatedBy: "\r\n")
    #expect(lines.count == 6 && lines[0].hasPrefix("installation,platform,environment,token,"))
    #expect(lines[3].contains("\"de,\"\"DE\"\"\""), "\(lines[3])")
    #expect(try stage.run("audience", "export", "--all", "--to", "all.csv").errors.contains("exists already"))
    #expect(try stage.run("audience", "export", "--all", "--to", "no/folder/x").exit != 0)
  }

  @Test func tokensAreNotPrintedOnATerminal() throws {
    let stage = try stage()
    let path = stage.scratch.url.appendingPathComponent("pushwire.db").path
    let shown = try Program.runOnTerminal("audience", "export", "--all", "--store", path)
    #expect(shown.exit == 2 && shown.output.contains("--force"), "\(shown.output)")
    #expect(!shown.output.contains(StoreStage.token("ios-1")))
    let forced = try Program.runOnTerminal("audience", "export", "--all", "--force", "--store", path)
    #expect(forced.exit == 0 && forced.output.contains(StoreStage.token("ios-1")))
  }

  @Test func sayingNothingOrTooMuchIsRefused() throws {
    let stage = try stage()
    for words in [
      [], ["--all", "--platform", "ios"], ["--platform", "windows"], ["--min-app-version", "x"],
      ["--all", "--format", "xml"],
    ] { #expect(try stage.run(["audience", "export"] + words).exit == 2, "\(words)") }
  }

  // MARK: Taking back

  @Test func whatWasExportedComesBackAndGoesOnlyIfNotConfirmedSince() throws {
    let stage = try stage()
    _ = try stage.run("audience", "export", "--all", "--to", "all.ndjson")
    let before = pushwire.Instant.exact(pushwire.Instant.now() - 3_600_000)
    let later = pushwire.Instant.exact(pushwire.Instant.now())
    let lines = try stage.read("all.ndjson").split(separator: "\n")
    let dead = [
      lines[0].dropLast() + ",\"time\":\"\(later)\",\"reason\":\"Unregistered\"}",
      lines[1].dropLast() + ",\"time\":\"\(before)\"}",
      #"{"token":"never-seen","time":"\#(later)"}"#, #"{"installation":"droid-1","time":"\#(later)"}"#,
    ].joined(separator: "\n")
    try stage.write("dead.ndjson", dead + "\n")
    let dry = try stage.run("tokens", "retire", "--from", "dead.ndjson", "--dry-run", "--json")
    #expect(dry.exit == 0 && dry.object["retired"] as? Int == 2, "\(dry)")
    #expect(try stage.registration("ios-1")?.token != nil)
    let done = try stage.run("tokens", "retire", "--from", "dead.ndjson", "--json")
    let counts = ["retired", "confirmed_since", "no_token", "unknown"].map { done.object[$0] as? Int }
    #expect(done.exit == 0 && counts == [2, 1, 0, 1], "\(done)")
    #expect(try stage.registration("ios-1")?.token == nil && stage.registration("droid-1")?.token == nil)
    #expect(try stage.registration("ios-2")?.token != nil)
    #expect(try stage.run("tokens", "why", "ios-1").output.contains("another sender: Unregistered"))
    // Again: nothing more.
    let again = try stage.run("tokens", "retire", "--from", "dead.ndjson", "--json")
    let after = ["retired", "confirmed_since", "no_token", "unknown"].map { again.object[$0] as? Int }
    #expect(after == [0, 1, 1, 2], "\(again)")
    #expect(!(done.output + done.errors + again.output).contains(StoreStage.token("ios-1")))
  }

  @Test func valuesAndTablesAreRead() throws {
    let stage = try stage()
    let now = pushwire.Instant.exact(pushwire.Instant.now())
    try stage.write("plain.txt", "\(StoreStage.token("ios-1"))\r\n\nios-2\n")
    let timeless = try stage.run("tokens", "retire", "--from", "plain.txt")
    #expect(timeless.exit == 3 && timeless.errors.contains("--as-of"), "\(timeless)")
    #expect(!timeless.errors.contains(StoreStage.token("ios-1")))
    let plain = try stage.run("tokens", "retire", "--from", "plain.txt", "--as-of", now, "--json")
    #expect(plain.object["retired"] as? Int == 2, "\(plain)")
    try stage.write("dead.csv", "Token,Reason,Time\r\ndroid-token-1,\"gone, \"\"really\"\"\",\(now)\r\n")
    let table = try stage.run("tokens", "retire", "--from", "dead.csv", "--json")
    #expect(table.object["retired"] as? Int == 1, "\(table)")
    #expect(try stage.run("tokens", "why", "droid-1").output.contains("gone, \"really\""))
  }

  @Test func badFilesNameTheLine() throws {
    let stage = try stage()
    for (text, place) in [
      ("token,time\nabc\n", "dead:2"), ("name,time\nabc,1\n", "dead:1"), ("token,time\n\"abc,1\n", "dead:2"),
      (#"{"token":"a","time":1}"# + "\n{\"reason\":1}\n", "dead:2"), ("{\"token\":\"a\"\n", "dead:1"),
      (#"{"token":"a","time":"soon"}"#, "dead:1"),
      (#"{"token":"a","time":"2999-01-01T00:00:00Z"}"#, "dead:1"),
      ("a b\n", "dead:1"), (String(repeating: "a", count: 70_000), "dead:1"),
    ] {
      try stage.write("dead", text)
      let ended = try stage.run("tokens", "retire", "--from", "dead", "--as-of", "2026-01-01T00:00:00Z")
      #expect(ended.exit == 3 && ended.errors.contains(place), "\(text.prefix(40)): \(ended)")
    }
    #expect(try stage.run("tokens", "retire", "--from", "nothing").exit == 3)
    #expect(try stage.run("tokens", "retire").exit == 2)
    #expect(try stage.run("tokens", "retire", "--from", "dead", "--as-of", "2999-01-01T00:00:00Z").exit == 2)
  }

  @Test func tooManyAtOnceAreRefusedUnlessMeant() throws {
    let stage = try StoreStage()
    for number in 0..<100 { try stage.register("d-\(number)") }
    let some = (0..<30).map { "d-\($0)" }.joined(separator: "\n")
    try stage.write("dead.txt", some)
    let now = pushwire.Instant.exact(pushwire.Instant.now())
    let refused = try stage.run("tokens", "retire", "--from", "dead.txt", "--as-of", now)
    #expect(refused.exit == 1 && refused.errors.contains("30 of 100 tokens"), "\(refused)")
    #expect(try stage.registration("d-0")?.token != nil)
    let more = try stage.run(
      "tokens", "retire", "--from", "dead.txt", "--as-of", now, "--most", "30", "--json")
    #expect(more.object["retired"] as? Int == 30, "\(more)")
    let rest = (30..<100).map { "d-\($0)" }.joined(separator: "\n")
    try stage.write("dead.txt", rest)
    #expect(try stage.run("tokens", "retire", "--from", "dead.txt", "--as-of", now).exit == 1)
    let meant = try stage.run("tokens", "retire", "--from", "dead.txt", "--as-of", now, "--yes", "--json")
    #expect(meant.object["retired"] as? Int == 70, "\(meant)")
  }

  @Test func standardInputIsReadAsWell() throws {
    let stage = try stage()
    let now = pushwire.Instant.exact(pushwire.Instant.now())
    let script = "printf 'ios-1\\n' | '\(Program.path)' tokens retire --from - --as-of \(now) --json"
    let ended = try ForeignProgram.run("bash", ["-c", script], in: stage.scratch.url)
    #expect(ended.output.contains(#""retired":1"#), "\(ended.output) \(ended.errors)")
  }
}
