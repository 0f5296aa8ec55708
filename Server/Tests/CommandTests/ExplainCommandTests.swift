import Foundation
import Testing

@testable import Audit
@testable import pushwire

@Suite struct ExplainCommandTests {
  private func names(_ ended: Program.Ended) -> [String] {
    (ended.object["reasons"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  @Test func aReasonIsExplainedInAnyCase() throws {
    for word in ["BadDeviceToken", "baddevicetoken", "apns.BadDeviceToken"] {
      let ended = try Program.run("explain", word)
      #expect(ended.exit == 0)
      #expect(ended.output.hasPrefix("APNs: BadDeviceToken, HTTP 400\n"))
      for label in ["Why:", "Check:", "Fix:", "Verdict:", "Retried:", "Source:"] {
        #expect(ended.output.contains("\n" + label), "\(label)")
      }
    }
  }

  @Test func theCaseTellsProvidersApart() throws {
    #expect(names(try Program.run("explain", "UNREGISTERED", "--json")) == ["UNREGISTERED"])
    #expect(names(try Program.run("explain", "Unregistered", "--json")) == ["Unregistered"])
    #expect(
      Set(names(try Program.run("explain", "unregistered", "--json"))) == ["Unregistered", "UNREGISTERED"])
  }

  @Test func aStatusListsWhatComesWithIt() throws {
    let ended = try Program.run("explain", "410", "--json")
    #expect(ended.exit == 0)
    #expect(Set(names(ended)).isSuperset(of: ["Unregistered", "ExpiredToken"]))
    #expect(!names(ended).contains("BadDeviceToken"))
  }

  @Test func aPastedAnswerIsUnderstood() throws {
    #expect(
      names(try Program.run("explain", #"{"reason":"Unregistered","timestamp":1700000000000}"#, "--json"))
        == ["Unregistered"])
    let body = #"{"error":{"status":"NOT_FOUND","details":[{"errorCode":"UNREGISTERED"}]}}"#
    #expect(names(try Program.run("explain", body, "--json")).contains("UNREGISTERED"))
  }

  @Test func anUnknownReasonIsANoWithTheNearest() throws {
    let ended = try Program.run("explain", "BadDeviceTokn")
    #expect(ended.exit == 1)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("Did you mean BadDeviceToken"))
    let json = try Program.run("explain", "xyzzy", "--json")
    #expect(json.exit == 1)
    #expect((json.object["error"] as? [String: Any])?["code"] as? String == "unknown_reason")
    #expect(try Program.run("explain", String(repeating: "a", count: 100_000)).exit == 1)
  }

  /// Every reason that the providers document is known, explained, and in the list.
  @Test(arguments: [
    "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
    "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType", "MissingDeviceToken",
    "MissingTopic", "PayloadEmpty", "TopicDisallowed", "BadCertificate", "BadCertificateEnvironment",
    "ExpiredProviderToken", "Forbidden", "InvalidProviderToken", "MissingProviderToken",
    "UnrelatedKeyIdInToken",
    "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadPath", "MethodNotAllowed", "ExpiredToken",
    "Unregistered", "PayloadTooLarge", "TooManyProviderTokenUpdates", "TooManyRequests",
    "InternalServerError",
    "ServiceUnavailable", "Shutdown", "UNSPECIFIED_ERROR", "INVALID_ARGUMENT", "UNREGISTERED",
    "SENDER_ID_MISMATCH",
    "QUOTA_EXCEEDED", "UNAVAILABLE", "INTERNAL", "THIRD_PARTY_AUTH_ERROR", "ACCESS_TOKEN_EXPIRED",
  ])
  func everyDocumentedReasonIsExplained(_ reason: String) throws {
    let ended = try Program.run("explain", reason, "--json")
    #expect(ended.exit == 0)
    let reasons = ended.object["reasons"] as? [[String: Any]] ?? []
    #expect(!reasons.isEmpty)
    for found in reasons {
      for member in ["code", "provider", "verdict", "meaning", "check", "fix", "retry", "source"] {
        #expect((found[member] as? String)?.isEmpty == false, "\(member)")
      }
      #expect((found["causes"] as? [String])?.isEmpty == false)
      #expect(found["statuses"] is [Int])
    }
  }

  @Test func withoutAWordItListsAllReasonsAndRules() throws {
    let ended = try Program.run("explain")
    #expect(ended.exit == 0)
    #expect(ended.output.hasPrefix("provider"))
    let tables = ended.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n").count - 1 }
    let json = try Program.run("explain", "--json")
    #expect(tables == [names(json).count, ids(json).count])
    #expect(names(json).count > 50)
    #expect(ids(json) == AuditRules.all.map { $0.id })
  }

  private func ids(_ ended: Program.Ended) -> [String] {
    (ended.object["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  @Test(arguments: AuditRules.all.map { $0.id }) func everyRuleIsExplained(_ id: String) throws {
    let ended = try Program.run("explain", id.lowercased())
    #expect(ended.exit == 0)
    #expect(ended.output.hasPrefix("\(id): "))
    for label in ["Severity:", "Check:", "Fix:", "Has it: ", "Has it not: "] {
      #expect(ended.output.contains("\n" + label), "\(label)")
    }
    let json = try Program.run("explain", id, "--json")
    #expect(ids(json) == [id])
    #expect(names(json).isEmpty)
  }

  @Test func aLayerListsItsRules() throws {
    let ended = try Program.run("explain", "sig", "--json")
    #expect(ids(ended) == AuditRules.all.map { $0.id }.filter { $0.hasPrefix("SIG") })
  }

  @Test func aRuleInAPastedTextIsFoundAndAWrongOneSuggested() throws {
    let first = try #require(AuditRules.all.first).id
    #expect(ids(try Program.run("explain", "error \(first): it is so", "--json")) == [first])
    let wrong = try Program.run("explain", String(first.dropLast()) + "9")
    #expect(wrong.exit == 1 || !wrong.output.isEmpty)
    #expect(try Program.run("explain", "SIG999").errors.contains("Did you mean SIG"))
  }
}
