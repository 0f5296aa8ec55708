import AppFacts

/// The token in the request's path.
enum HOST005: AuditRule {
  static let page = RulePage(
    "HOST005", .host, .warning, summary: "The device token in the request is not plain hexadecimal",
    why: """
      The token goes into the path as hexadecimal digits, two for each byte. Angle brackets and spaces come from the \
      data's description, base64 from another encoder, a colon from FCM: APNs answers BadDeviceToken.
      """,
    check: "Count and look: an even number of digits 0 to 9 and a to f, and nothing else.",
    fix: "Encode the token's bytes as hexadecimal where the app receives it.",
    references: [.registering, .apnsAnswers],
    silentOn: [
      "variables, and names that stand for a token: <token>, YOUR_DEVICE_TOKEN", "tokens shown masked",
    ],
    bad: RuleExample(PAYExample.request(token: "P1KRvAfeReHRBuk4NxpkvQXC56kfOGDF3hSxJ6mPA9==")),
    good: RuleExample(PAYExample.request(token: String(repeating: "3f2a91bc", count: 8))))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      guard let token = capture.deviceToken else { continue }
      let why: String
      if token.hasDecoration {
        why = "the device token holds spaces, brackets or quotes"
      } else if !token.isHex {
        why = "the device token is not hexadecimal"
      } else if token.length % 2 == 1 {
        why = "the device token has \(token.length) digits, an odd number: it was cut"
      } else {
        continue
      }
      report.add(
        page, .proved, why, at: Exhibit(token.place, quote: token.masked, "the token, masked"),
        about: capture.about.union(["BadDeviceToken@" + capture.place.text]))
    }
  }
}
