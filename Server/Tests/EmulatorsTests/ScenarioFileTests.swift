import Testing

@testable import Emulators

@Suite struct ScenarioFileTests {
  @Test func readsEveryAction() throws {
    let text = """
      {"rules": [{"name": "all", "match": {"server": "apns-sandbox", "every": 5000, "after": 1, "times": 3,
        "path": "/3/*", "token": "aa", "bodyContains": "x", "connection": 2, "nth": [1, 2], "event": "request"},
        "actions": [
          {"answer": {"status": 502, "headers": {"retry-after": "9"}, "body": "oops", "outcome": "proxy"}},
          {"apns": "ServiceUnavailable"}, {"apns": {"reason": "Unregistered", "timestamp": 1700000000000}},
          {"fcm": {"code": 503, "status": "UNAVAILABLE", "errorCode": "UNAVAILABLE", "retryAfter": "3"}},
          {"html": 502}, {"delay": 5}, {"reset": {"code": "CANCEL", "processed": true}}, {"reset": {}}, "refuse",
          "silence", {"silence": {"processed": true}}, "goaway",
          {"goaway": {"includesThis": false, "debugData": "{}"}}, {"maxConcurrentStreams": 7}, "close",
          {"pauseReading": 100}]}]}
      """
    let scenario = try ScenarioFile.read(Array(text.utf8))
    let rule = try #require(scenario.rules.first)
    #expect(rule.match.server == .apnsSandbox)
    #expect(rule.match.nth == [1, 2])
    #expect(rule.match.every == 5000)
    #expect(rule.actions.count == 16)
    #expect(
      rule.actions[0]
        == .answer(
          ScenarioAnswer(status: 502, headers: ["retry-after": "9"], body: "oops", outcome: "proxy")))
    #expect(rule.actions[1] == .answer(.apns(.serviceUnavailable)))
    #expect(rule.actions[2] == .answer(.apns(.unregistered, timestamp: 1_700_000_000_000)))
    #expect(
      rule.actions[3]
        == .answer(.fcm(503, "UNAVAILABLE", errorCode: "UNAVAILABLE", retryAfter: "3")))
    #expect(rule.actions[6] == .reset(code: 8, processed: true))
    #expect(rule.actions[7] == .reset(code: 2, processed: false))
    #expect(rule.actions[9] == .silence(processed: false))
    #expect(rule.actions[11] == .goaway(includesThis: true, debugData: ""))
    #expect(rule.actions[12] == .goaway(includesThis: false, debugData: "{}"))
  }

  static let faults: [(String, ScenarioError.Code, String)] = [
    ("{", .notJSON, "byte 1"), ("[]", .badValue, ""), ("{\"rule\":[]}", .unknownKey, ""),
    ("{}", .badValue, "rules"), ("{\"rules\":[{\"actions\":[]}]}", .noAction, "rules[0].actions"),
    ("{\"rules\":[{\"actions\":[\"explode\"]}]}", .unknownKey, "rules[0].actions[0]"),
    ("{\"rules\":[{\"actions\":[{\"delay\":-1}]}]}", .badValue, "rules[0].actions[0].delay"),
    (
      "{\"rules\":[{\"match\":{\"evry\":1},\"actions\":[\"refuse\"]}]}", .unknownKey, "rules[0].match"
    ),
    (
      "{\"rules\":[{\"match\":{\"every\":0},\"actions\":[\"refuse\"]}]}", .badValue, "rules[0].match.every"
    ),
    (
      "{\"rules\":[{\"match\":{\"server\":\"gcm\"},\"actions\":[\"refuse\"]}]}", .badValue,
      "rules[0].match.server"
    ),
    (
      "{\"rules\":[{\"actions\":[{\"reset\":{\"code\":\"NOPE\"}}]}]}", .badValue,
      "rules[0].actions[0].reset.code"
    ),
    ("{\"rules\":[{\"actions\":[{\"apns\":{}}]}]}", .badValue, "rules[0].actions[0].apns"),
    ("{\"rules\":[{\"actions\":[{\"delay\":1,\"html\":500}]}]}", .badValue, "rules[0].actions[0]"),
  ]

  @Test(arguments: faults)
  func namesAFault(_ text: String, code: ScenarioError.Code, place: String) {
    #expect {
      try ScenarioFile.read(Array(text.utf8))
    } throws: { error in
      let error = error as? ScenarioError
      return error?.code == code && error?.place == place
    }
  }
}
