import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Emulators

@Suite struct EmulatorSuiteTests {
  @Test func answersCurlAsAppleDocuments() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let good = try bench.curl(
      ["--http2", "-d", "{\"aps\":{\"alert\":\"x\"}}"] + bench.headers() + [bench.device])
    #expect(good.body == "")
    #expect(good.code == "200")
    #expect(good.version == "2")
    // Arguments beside the good ones, and Apple's status and reason.
    let unknown = bench.suite.apnsSandbox.url + "/3/device/" + String(repeating: "c3", count: 32)
    let wrong = bench.suite.apnsProduction.url + "/3/device/" + SuiteBench.token
    let cases: [([String], String, String)] = [
      (["-d", "{}", bench.device], "403", "MissingProviderToken"),
      (["-d", "{}", "-H", "authorization: bearer a.b.c", bench.device], "403", "InvalidProviderToken"),
      (bench.headers() + ["-d", "{}", unknown], "400", "BadDeviceToken"),
      (bench.headers() + ["-d", "{}", wrong], "400", "BadDeviceToken"),
      (bench.headers() + [bench.device], "405", "MethodNotAllowed"),
      (bench.headers() + ["-d", "{}", bench.suite.apnsSandbox.url + "/4/device/aa"], "404", "BadPath"),
      (bench.headers(["apns-priority: 9"]) + ["-d", "{}", bench.device], "400", "BadPriority"),
      (
        bench.headers() + ["-d", "{\"x\":\"\(String(repeating: "x", count: 5000))\"}", bench.device], "413",
        "PayloadTooLarge"
      ),
    ]
    for (arguments, code, reason) in cases {
      let answer = try bench.curl(["--http2"] + arguments)
      #expect(answer.code == code, Comment(rawValue: reason))
      #expect(answer.body == "{\"reason\":\"\(reason)\"}")
      #expect(answer.version == "2")
    }
    let log = bench.suite.snapshot()
    #expect(log.count("accepted", on: .apnsSandbox) == 1)
    #expect(log.total == cases.count + 1)
    #expect(bench.suite.inbox(of: SuiteBench.token, in: .sandbox).arrived.count == 1)
  }

  @Test func speaksNothingButHTTP2ToAPNsClients() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let answer = try bench.curl(["--http1.1", "-d", "{}"] + bench.headers() + [bench.device])
    #expect(answer.exit != 0)
    #expect(answer.code == "000")
  }

  @Test func isTrustedOnlyByItsOwnAuthority() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let (status, _) = try run("curl", ["-s", "-d", "{}", bench.device])
    #expect(status == 60, "curl's code for a certificate that it does not trust")
  }

  @Test func servesGooglesFlowOverBothVersions() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let file = try bench.suite.issueServiceAccount(project: "demo-app")
    bench.suite.register(FCMDevice(token: FCMBench.token, project: "demo-app"))
    let account = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: String])
    let key = try SigningKey.load(pem: try #require(account["private_key"]))
    let now = Int(EmulatorOptions.systemClock() / 1000)
    let assertion = try JWT.sign(
      [
        "iss": .text(try #require(account["client_email"])), "aud": .text(try #require(account["token_uri"])),
        "scope": .text(FCMBench.scope), "iat": .integer(now), "exp": .integer(now + 3600),
      ], keyID: account["private_key_id"], type: "JWT", by: .key(key))
    for version in ["--http1.1", "--http2"] {
      let grant = try bench.curl([
        version, "--data-urlencode", "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer",
        "--data-urlencode", "assertion=\(assertion)", bench.suite.oauthURL,
      ])
      #expect(grant.code == "200", Comment(rawValue: grant.body))
      let token = (try JSONSerialization.jsonObject(with: Data(grant.body.utf8)) as? [String: Any])?[
        "access_token"]
      let url = bench.suite.fcm.url + "/v1/projects/demo-app/messages:send"
      let send = [
        version, "-H", "authorization: Bearer \(token as? String ?? "")", "-H",
        "content-type: application/json",
      ]
      let good = try bench.curl(send + ["-d", "{\"message\":{\"token\":\"\(FCMBench.token)\"}}", url])
      #expect(good.code == "200")
      #expect(good.body.contains("\"name\":\"projects/demo-app/messages/0:"))
      let bad = try bench.curl(send + ["-d", "{\"message\":{\"tokn\":\"a\"}}", url])
      #expect(bad.code == "400")
      #expect(bad.body.contains("Unknown name \\\"tokn\\\" at 'message': Cannot find field."))
      let anonymous = try bench.curl([version, "-d", "{}", url])
      #expect(anonymous.code == "401")
    }
    bench.suite.script(
      Scenario(rules: [ScenarioRule("r", actions: [.answer(.fcm(503, "UNAVAILABLE")), .close])]))
    let closed = try bench.curl([
      "--http1.1", "-d", "{}", bench.suite.fcm.url + "/v1/projects/a/messages:send",
    ])
    #expect(closed.code == "503", "an answer leaves before its connection closes")
    let names = bench.suite.fcmInbox(of: FCMBench.token).arrived.map(\.name)
    #expect(names.count == 2)
    let logged = bench.suite.snapshot().recent.filter { $0.server == .fcm && $0.outcome == "accepted" }
    #expect(logged.map(\.id) == names)
    #expect(logged.first?.token == "fTok…xxxx")
    #expect(bench.suite.issuedAccessTokens == 2)
  }

  @Test func showsNghttpOneStreamThenAThousand() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let scratch = try ScratchFolder()
    let body = try scratch.file("body.json", "{\"aps\":{}}")
    let (status, output) = try run(
      "nghttp", ["-v", "-d", body.path, "-H", ":method: POST"] + bench.headers() + [bench.device])
    #expect(status == 0)
    // nghttp's own SETTINGS says 100.
    let limits = output.matches(of: /MAX_CONCURRENT_STREAMS\(0x03\):(\d+)/).map(\.1).filter { $0 != "100" }
    #expect(limits == ["1", "1000"])
    #expect(output.contains(":status: 200"))
  }

  @Test func sendsNghttpWhatAScenarioSays() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    let cases: [(ScenarioAction, String)] = [
      (.goaway(includesThis: true, debugData: "{\"reason\":\"Shutdown\"}"), "last_stream_id=13"),
      (.refuse, "error_code=REFUSED_STREAM"),
      (.reset(code: 2, processed: false), "error_code=INTERNAL_ERROR"),
      (.answer(.html(502)), ":status: 502"), (.maxConcurrentStreams(17), "(0x03):17"),
    ]
    for (action, expected) in cases {
      bench.suite.script(Scenario(rules: [ScenarioRule("r", actions: [action])]))
      let (_, output) = try run("nghttp", ["-v", "-t", "5"] + bench.headers() + [bench.device])
      #expect(output.contains(expected), "\(action): \(output)")
      if case .goaway = action { #expect(output.contains("Shutdown")) }
    }
    bench.suite.script(Scenario(rules: [ScenarioRule("r", actions: [.silence(processed: false)])]))
    let silent = try bench.curl(["--http2", "-m", "1", "-d", "{}"] + bench.headers() + [bench.device])
    #expect(silent.exit == 28, "curl's code for a time-out")
    bench.suite.script(Scenario(rules: [ScenarioRule("r", actions: [.close])]))
    let closed = try bench.curl(["--http2", "-d", "{}"] + bench.headers() + [bench.device])
    #expect(closed.code == "000")
    bench.suite.script(Scenario(rules: [ScenarioRule("r", actions: [.delay(milliseconds: 30)])]))
    let late = try bench.curl(["--http2", "-d", "{\"aps\":{}}"] + bench.headers() + [bench.device])
    #expect(late.code == "200")
  }

  @Test func scriptsNewConnections() throws {
    let bench = try SuiteBench()
    defer { bench.suite.stop() }
    var match = ScenarioMatch()
    match.event = .connect
    match.times = 1
    let good = ["--http2", "-d", "{\"aps\":{}}"] + bench.headers() + [bench.device]
    let cases: [(ScenarioAction, String)] = [
      (.close, "000"), (.goaway(includesThis: true, debugData: "{\"reason\":\"IdleTimeout\"}"), "000"),
      (.pauseReading(milliseconds: 50), "200"),
    ]
    for (action, code) in cases {
      bench.suite.script(Scenario(rules: [ScenarioRule("r", match: match, actions: [action])]))
      let arguments = ["--retry", "0", "-m", "5"] + good
      #expect(try bench.curl(arguments).code == code, "\(action)")
      #expect(try bench.curl(good).code == "200", "only the first connection is meant")
      #expect(bench.suite.firings == ["r": 1])
    }
    #expect(bench.suite.snapshot().connections[.apnsSandbox] == 6)
  }

  @Test func writesALogWithoutSecrets() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/log"
    let bench = try SuiteBench { $0.logPath = path }
    _ = try bench.curl(["-d", "{\"aps\":{\"alert\":\"private\"}}"] + bench.headers() + [bench.device])
    bench.suite.stop()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"token\":\"b2b2…b2b2\"") == true)
    #expect(lines.first?.contains("private") == false)
    #expect(lines.first?.contains("eyJ") == false)
  }

  @Test func refusesAPortThatIsTaken() throws {
    let first = try EmulatorSuite.start()
    defer { first.stop() }
    var options = EmulatorOptions()
    options.fcmPort = first.fcm.port
    #expect(throws: EmulatorError.self) { try EmulatorSuite.start(options) }
  }
}
