import AppFacts

/// Hosts and ports of former times.
enum HOST002: AuditRule {
  static let page = RulePage(
    "HOST002", .host, .error, summary: "The request goes to an address of APNs' past",
    why: """
      The binary interface (gateway.push.apple.com, ports 2195 and 2196) was switched off in 2021. \
      api.development.push.apple.com is an older name of the sandbox that Apple's page no longer lists.
      """,
    check: "Compare the host with Apple's page.",
    fix: "Use api.push.apple.com or api.sandbox.push.apple.com, port 443 or 2197.",
    references: [.apnsRequest],
    silentOn: ["port 2196 and 2195 of the hosts that manage broadcast channels"],
    bad: RuleExample(PAYExample.request(host: "api.development.push.apple.com")),
    good: RuleExample(PAYExample.request(host: "api.sandbox.push.apple.com:2197")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      guard let host = capture.host, let name = capture.hostName, name.hasSuffix("push.apple.com") else {
        continue
      }
      let evidence = Exhibit(host.place, quote: host.value, "the host")
      if name == PushHosts.oldSandbox {
        report.add(
          page, .info, .proved, "\(name) is an older name of the sandbox", at: evidence,
          fix: "Use \(PushHosts.sandbox).", about: capture.about)
      } else if name.hasPrefix("gateway.") || name.hasPrefix("feedback.") {
        report.add(page, .proved, "\(name) was switched off in 2021", at: evidence, about: capture.about)
      } else if [PushHosts.production, PushHosts.sandbox].contains(name), let port = capture.port,
        port == 2195 || port == 2196
      {
        report.add(
          page, .proved, "port \(port) was the binary interface's", at: evidence,
          fix: "Use port 443 or 2197.",
          about: capture.about)
      }
    }
  }
}
