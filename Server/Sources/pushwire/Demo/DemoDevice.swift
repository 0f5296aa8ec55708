import Emulators
import Foundation
import PushContract
import PushCrypto

/// A phone with the app on it, as the server sees it: what it would say, posted over HTTP. What it got is
/// read from the emulators.
final class DemoDevice {
  let http: DemoHTTP
  /// For people.
  let name: String
  let provider: DemoProvider
  let installation = UUID().uuidString
  /// Made on the device; guards its registration.
  let secret: String
  var token: String
  var generation = 1
  private var eventCount = 0

  init(_ name: String, _ provider: DemoProvider, token: String, http: DemoHTTP) throws {
    self.name = name
    self.provider = provider
    self.token = token
    self.http = http
    secret = Base64URL.encode(try Digest.randomBytes(32))
  }

  /// What it says at a launch, after a new token and at a login.
  /// - Parameters:
  ///   - token: where it is another than its own.
  ///   - generation: where it is another than its own.
  ///   - echo: of a challenge that was pushed to it.
  @discardableResult
  func register(
    ticket: String?, token: String? = nil, generation: Int? = nil, echo: String? = nil
  ) -> DemoHTTP.Answer {
    let isApple = provider != .fcm
    var members: [(String, JSON)] = [
      ("app", .string(DemoServer.appID)), ("platform", isApple ? "ios" : "android"),
      ("environment", .string(provider == .sandbox ? "sandbox" : "production")),
      ("environment_source", isApple ? "embedded_profile" : "fcm"), ("token", .string(token ?? self.token)),
      ("token_kind", "token"), ("generation", .integer(generation ?? self.generation)),
      (
        "permission",
        isApple ? ["status": "authorized", "alert": "enabled", "sound": "enabled"] : ["status": "granted"]
      ),
      ("os_version", isApple ? "18.1" : "15"), ("app_version", "1.0"), ("locale", "en"), ("time_zone", "UTC"),
    ]
    if let echo { members.append(("challenge", .string(echo))) }
    return http.ask(
      "PUT", "/v1/installations/\(installation)",
      ["Pushwire-Installation-Secret": secret, "Authorization": "Bearer \(ticket ?? "")"], .object(members))
  }

  func logout() -> DemoHTTP.Answer {
    http.ask(
      "POST", "/v1/installations/\(installation)/logout", ["Pushwire-Installation-Secret": secret],
      ["generation": .integer(generation)])
  }

  /// Reports what became of a notification.
  func report(_ notification: String, _ kinds: [JSONReceipt]) -> DemoHTTP.Answer {
    post(receipts: kinds.map { $0.json(notification) }, events: [])
  }

  /// Reports what became of asking for permission.
  func report(events: [String]) -> DemoHTTP.Answer {
    post(
      receipts: [],
      events: events.map { kind in
        eventCount += 1
        return ["id": .string("e\(eventCount)"), "kind": .string(kind), "at": .integer(Instant.now())]
      })
  }

  private func post(receipts: [JSON], events: [JSON]) -> DemoHTTP.Answer {
    http.ask(
      "POST", "/v1/installations/\(installation)/receipts", ["Pushwire-Installation-Secret": secret],
      ["receipts": .array(receipts), "events": .array(events)])
  }

  struct JSONReceipt {
    var kind: String
    var result: String?
    var milliseconds: Int?

    init(_ kind: String, result: String? = nil, milliseconds: Int? = nil) {
      self.kind = kind
      self.result = result
      self.milliseconds = milliseconds
    }

    func json(_ notification: String) -> JSON {
      var members: [(String, JSON)] = [
        ("kind", .string(kind)), ("notification", .string(notification)), ("at", .integer(Instant.now())),
        ("provenance", "virtual"),
      ]
      if let result { members.append(("result", .string(result))) }
      if let milliseconds { members.append(("milliseconds", .integer(milliseconds))) }
      return .object(members)
    }
  }

  /// The notification ids of the pushes that reached it, oldest first, out of what arrived.
  func arrived(_ suite: EmulatorSuite) -> [String] {
    payloads(suite).compactMap { provider == .fcm ? $0["pw.n"].text : $0["pw"]["n"].text }
  }

  /// The challenge that was pushed to its token; nil: none was.
  func challenge(_ suite: EmulatorSuite) -> String? {
    payloads(suite).compactMap { $0[ChallengeWire.key].text }.last
  }

  /// What the app is handed.
  private func payloads(_ suite: EmulatorSuite) -> [DemoPayload] {
    if let environment = provider.environment {
      return suite.inbox(of: token, in: environment).arrived.map { DemoPayload($0.payload) }
    }
    return suite.fcmInbox(of: token).arrived.map {
      DemoPayload($0.message.map { Array($0.utf8) })["data"]
    }
  }
}
