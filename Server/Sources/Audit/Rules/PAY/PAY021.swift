import AppFacts

/// Things that do not belong in a push.
enum PAY021: AuditRule {
  static let page = RulePage(
    "PAY021", .payload, .warning, summary: "The payload seems to carry sensitive data",
    why: """
      A payload passes through the provider, lies on the device in the clear, shows on a locked screen and ends up in \
      logs. Passwords, codes, account numbers and session tokens in it are known to more than the person they are for.
      """,
    check: "Read the named field: does it hold what only this person may see?",
    fix: "Send an opaque id, and let the app fetch the rest after the person has unlocked the device.",
    references: [.apnsPayload],
    silentOn: ["empty values and placeholders", "names that only contain such a word: code_style, pinned"],
    bad: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "New sign-in"}, "session_token": "s-81f0c2"}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"alert": "New sign-in"}, "request": "s-81f0c2"}"#)))

  private static let names: Set = [
    "password", "passwd", "passcode", "pin", "pincode", "otp", "otpcode", "onetimecode", "onetimepassword",
    "verificationcode", "iban", "cardnumber", "creditcard", "creditcardnumber", "pan", "cvv", "cvc", "ssn",
    "socialsecuritynumber", "taxid", "passportnumber", "jwt", "accesstoken", "refreshtoken", "sessiontoken",
    "idtoken", "authtoken", "bearertoken", "apikey", "clientsecret", "secret", "privatekey", "email",
    "emailaddress", "phonenumber", "dateofbirth", "birthdate", "diagnosis",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      if let tree = message.tree { judge(tree, message.about, &report, skips: "aps") }
      for part in ["content-state", "attributes"] {
        if let state = message.aps?[part] { judge(state, message.about, &report) }
      }
    }
    for body in scope.facts.fcmBodies {
      let about: Set = ["message:" + body.place.text]
      for data in [body.message?["data"], body.message?[path: ["android", "data"]], body.tree?["data"]] {
        if let data { judge(data, about, &report) }
      }
    }
  }

  private static func judge(
    _ root: Located, _ about: Set<String>, _ report: inout RuleReport, skips: String? = nil
  ) {
    var rest = [root]
    var found = 0
    while let node = rest.popLast(), found < 5 {
      for member in node.members where member.key != skips {
        if let kind = sensitive(member) {
          found += 1
          report.add(
            page, .likely, "\(member.key.shown) looks like \(kind)",
            at: Exhibit(member.place, quote: member.key.shown, "in the payload; its value is not shown"),
            about: about)
        }
        rest.append(member.value)
      }
      rest += node.items
    }
  }

  private static func sensitive(_ member: Located.Member) -> String? {
    let value = member.value.string
    if let value, value.hasPrefix("eyJ"), value.count > 40, value.count(where: { $0 == "." }) == 2 {
      return "a signed token (JWT)"
    }
    guard names.contains(ApsKeys.plain(member.key)) else { return nil }
    if let value {
      let isOpen = value.isEmpty || value.contains("${") || value.hasPrefix("<") || value.hasPrefix("*")
      return isOpen ? nil : "something only this person may see"
    }
    return member.value.isNumber ? "something only this person may see" : nil
  }
}
