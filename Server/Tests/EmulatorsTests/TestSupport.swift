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

func base64URL(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  var text = ""
  var bits: UInt32 = 0
  var held: UInt32 = 0
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    held += 8
    while held >= 6 {
      held -= 6
      text.append(alphabet[Int(bits >> held & 63)])
    }
  }
  if held > 0 { text.append(alphabet[Int(bits << (6 - held) & 63)]) }
  return text
}

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
