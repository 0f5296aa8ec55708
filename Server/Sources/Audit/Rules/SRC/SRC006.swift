import AppFacts

enum SRC006: AuditRule {
  static let page = RulePage(
    "SRC006", .source, .error,
    summary: "The device token is made from the description of its bytes",
    why: """
      The description of Data is for people. It reads "32 bytes" since iOS 13, so every device sends the same useless \
      text, and APNs answers BadDeviceToken.
      """,
    check: "Print the token that the server got: it must be an even number of hexadecimal digits.",
    fix: "Encode the bytes: deviceToken.map { String(format: \"%02x\", $0) }.joined()",
    references: [.registering],
    silentOn: ["a token that is only written to a log"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        received: SRCExample.registering(
          """
              let token = deviceToken.description.trimmingCharacters(in: CharacterSet(charactersIn: "<>")) // <- SRC006
              server.register(token)
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      var places: [(Place, String)] = []
      TokenFlow(code: code) { expression, names, _, inLog in
        guard !inLog, let (place, quote) = description(expression, names) else { return }
        places.append((place, quote))
      }.run()
      for (place, quote) in places {
        report.addOnce(
          AuditFinding(
            "SRC006", .error, .likely, "The device token is turned into text by its description",
            evidence: [Exhibit(place, quote: quote, "not the token's bytes")],
            counterpart: code.functions(KnownAPI.didRegister).prefix(1).map {
              code.exhibit($0, "where the token arrives")
            },
            fix: "Write the bytes as hexadecimal digits", about: [code.about, "token"]))
      }
    }
  }

  private static func description(_ expression: Expression, _ names: Set<String>) -> (Place, String)? {
    func carries(_ value: Expression?) -> Bool { value?.plainName.map(names.contains) ?? false }
    switch expression {
    case .member(let base, let name, let place) where ["description", "debugDescription"].contains(name):
      return carries(base) ? (place, name) : nil
    case .name("description", let place) where names.contains("self"): return (place, "description")
    case .interpolation(let parts, let place):
      return parts.contains { carries($0) } ? (place, "interpolated") : nil
    case .call(let call):
      if ["description", "debugDescription"].contains(call.name), carries(call.base) {
        return (call.place, call.name)
      }
      if call.name == "String", let first = call.arguments.first, carries(first.value),
        ["describing", "reflecting", "data", nil].contains(first.label)
      {
        return (call.place, "String(\(first.label ?? "")…)")
      }
      if ["stringWithFormat:", "initWithFormat:", "initWithData:encoding:"].contains(call.name),
        call.arguments.contains(where: { carries($0.value) })
      {
        return (call.place, call.name)
      }
      return nil
    default: return nil
    }
  }
}
