import PushCrypto
import Testing

@testable import Emulators

/// Midnight of some day, in milliseconds since 1970.
let day: Int64 = 1_790_000_000_000

/// A JWT whose signature is its key's name: enough for the pure parts, which never see a real one.
func unsignedJWT(header: String, claims: String, signer: String) -> String {
  base64URL(Array(header.utf8)) + "." + base64URL(Array(claims.utf8)) + "." + base64URL(Array(signer.utf8))
}

func signedBy(_ name: String) -> SignatureCheck {
  SignatureCheck { _, signature in signature == Array(name.utf8) }
}

func base64URL(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

/// An APNs with one key, one device and a connection, and a request that it accepts.
struct APNsBench {
  var apns: APNsEmulator
  var connection = APNsConnection()
  var now = day

  static let token = String(repeating: "a1", count: 32)
  static let topic = "com.example.app"

  init(environment: APNsEnvironment = .sandbox, rules: APNsRules = APNsRules()) {
    apns = APNsEmulator(environment: environment, rules: rules, seed: 7)
    apns.register(APNsKey(keyID: "KEY1234567", teamID: "TEAM123456", signature: signedBy("one")))
    apns.register(APNsDevice(token: Self.token, environment: environment, topic: Self.topic))
  }

  static func jwt(
    key: String = "KEY1234567", team: String = "TEAM123456", issued: Int64 = day, signer: String = "one"
  ) -> String {
    "bearer "
      + unsignedJWT(
        header: "{\"alg\":\"ES256\",\"kid\":\"\(key)\"}",
        claims: "{\"iss\":\"\(team)\",\"iat\":\(issued / 1000)}", signer: signer)
  }

  static func request(
    _ changes: [String: String?] = [:], token: String = token, body: String = "{\"aps\":{\"alert\":\"x\"}}"
  ) -> EmulatedRequest {
    var headers: [String: String?] = [
      "authorization": jwt(), "apns-topic": topic, "apns-push-type": "alert", "apns-priority": "10",
    ]
    headers.merge(changes) { $1 }
    return EmulatedRequest(
      method: "POST", path: "/3/device/\(token)",
      headers: headers.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } },
      body: Array(body.utf8))
  }

  mutating func send(_ request: EmulatedRequest) -> EmulatedAnswer {
    apns.answer(request, connection: &connection, now: now)
  }

  mutating func outcome(_ changes: [String: String?] = [:], body: String = "{\"aps\":{\"alert\":\"x\"}}")
    -> String
  {
    send(Self.request(changes, body: body)).outcome
  }
}

/// An FCM with one project, account and device, and a request that it accepts.
struct FCMBench {
  var fcm: FCMEmulator
  var now = day
  var bearer = ""

  static let project = "demo-app"
  static let email = "sender@demo-app.iam.gserviceaccount.com"
  static let token = "fToken" + String(repeating: "x", count: 60)
  static let scope = "https://www.googleapis.com/auth/firebase.messaging"

  init(rules: FCMRules = FCMRules()) {
    fcm = FCMEmulator(rules: rules, seed: 3)
    fcm.register(FCMProject(id: Self.project))
    fcm.register(
      OAuthAccount(email: Self.email, keyID: "k1", projects: [Self.project], signature: signedBy("rsa")))
    fcm.register(FCMDevice(token: Self.token, project: Self.project))
    bearer = signIn()
  }

  static func assertion(
    header: String = "{\"alg\":\"RS256\",\"kid\":\"k1\",\"typ\":\"JWT\"}", issuer: String = email,
    audience: String = "https://oauth2.googleapis.com/token", scope: String? = scope,
    issued: Int64 = day / 1000, lifetime: Int64 = 3600, signer: String = "rsa", extra: String = ""
  ) -> String {
    let scope = scope.map { ",\"scope\":\"\($0)\"" } ?? ""
    return unsignedJWT(
      header: header,
      claims: "{\"iss\":\"\(issuer)\",\"aud\":\"\(audience)\",\"iat\":\(issued),\"exp\":\(issued + lifetime)"
        + "\(scope)\(extra)}", signer: signer)
  }

  mutating func signIn(
    _ assertion: String = assertion(), grant: String = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
  ) -> String {
    let answer = token("grant_type=\(grant)&assertion=\(assertion)")
    guard case .success(let value) = JSONReader.read(answer.body) else { return "" }
    return value["access_token"]?.string ?? ""
  }

  mutating func token(_ body: String) -> EmulatedAnswer {
    fcm.answer(
      EmulatedRequest(
        method: "POST", path: "/token", headers: [("content-type", "application/x-www-form-urlencoded")],
        body: Array(body.utf8)), now: now)
  }

  mutating func send(_ body: String, project: String = project, authorization: String? = nil)
    -> EmulatedAnswer
  {
    let authorization = authorization ?? "Bearer \(bearer)"
    return fcm.answer(
      EmulatedRequest(
        method: "POST", path: "/v1/projects/\(project)/messages:send",
        headers: authorization.isEmpty ? [] : [("authorization", authorization)], body: Array(body.utf8)),
      now: now)
  }

  /// A message to the known token with more members.
  mutating func message(_ members: String = "", to target: String = "\"token\":\"\(token)\"")
    -> EmulatedAnswer
  {
    send("{\"message\":{\(target)\(members.isEmpty ? "" : ",")\(members)}}")
  }
}

extension EmulatedAnswer {
  /// The `error` object of an answer of FCM.
  var error: JSONValue? {
    guard case .success(let value) = JSONReader.read(body) else { return nil }
    return value["error"]
  }

  /// The detail of that type, by the last part of its name.
  func detail(_ type: String) -> JSONValue? {
    error?["details"]?.elements?.first { $0["@type"]?.string?.hasSuffix("." + type) == true }
  }

  /// The fields that a BadRequest detail names.
  var violated: [String] {
    detail("BadRequest")?["fieldViolations"]?.elements?.map { $0["field"]?.string ?? "" } ?? []
  }
}
