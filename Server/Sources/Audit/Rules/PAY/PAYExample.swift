/// Requests for examples, as files of a REST client.
enum PAYExample {
  /// One request to APNs; what is nil is left out.
  static func request(
    host: String = "api.push.apple.com", token: String = "{{token}}", type: String? = "alert",
    topic: String? = "dev.pushwire.parcel", priority: String? = nil, jwt: String = "{{jwt}}",
    _ more: String..., body: String = #"{"aps": {"alert": "On its way"}}"#, answer: String? = nil
  ) -> RuleExample.File {
    var lines = ["POST https://\(host)/3/device/\(token) HTTP/2", "authorization: bearer \(jwt)"]
    if let type { lines.append("apns-push-type: \(type)") }
    if let topic { lines.append("apns-topic: \(topic)") }
    if let priority { lines.append("apns-priority: \(priority)") }
    lines += more + ["", body]
    if let answer { lines += ["", answer] }
    return .init("push.http", lines.joined(separator: "\n") + "\n")
  }

  /// A payload alone.
  static func payload(_ text: String) -> RuleExample.File { .init("order.json", text + "\n") }

  /// Header and claims of a provider token; its signature is none.
  static let jwt =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ"
    + ".eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzk2MDM5NDAwfQ.c2lnbmF0dXJl"
}
