import AppFacts

/// The request line.
enum HOST007: AuditRule {
  static let page = RulePage(
    "HOST007", .host, .error, summary: "The request is not a POST to /3/device over HTTP/2",
    why: """
      APNs speaks HTTP/2 alone and takes POST to /3/device/ with the token. HTTP/1.1 gets no answer that can be read, \
      another method MethodNotAllowed, another path BadPath.
      """,
    check: "`curl -v` prints the request line.",
    fix: "Use an HTTP/2 client and POST to /3/device/ with the token.",
    references: [.apnsRequest, .apnsAnswers],
    silentOn: [
      "curl without --http2: it agrees on HTTP/2 by itself", "broadcast channels, which have other paths",
    ],
    bad: RuleExample(
      .init(
        "push.sh",
        """
        curl --http1.1 -H "apns-topic: dev.pushwire.parcel" -H "apns-push-type: alert" \\
          -H "authorization: bearer $JWT" -d '{"aps": {"alert": "On its way"}}' \\
          https://api.push.apple.com/3/device/$TOKEN

        """)),
    good: RuleExample(
      .init(
        "push.sh",
        """
        curl --http2 -H "apns-topic: dev.pushwire.parcel" -H "apns-push-type: alert" \\
          -H "authorization: bearer $JWT" -d '{"aps": {"alert": "On its way"}}' \\
          https://api.push.apple.com/3/device/$TOKEN

        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures where capture.service == .apns {
      let about = capture.about.union(["MethodNotAllowed", "BadPath"].map { $0 + "@" + capture.place.text })
      if let version = capture.httpVersion, version.value.hasPrefix("1") {
        report.add(
          page, .likely, "the request is HTTP/\(version.value.shown)",
          at: Exhibit(version.place, quote: version.value.shown, "the HTTP version"), fix: "Use HTTP/2.",
          about: about)
      }
      if let method = capture.method, method.isKnown, method.value.uppercased() != "POST",
        capture.path?.value.hasPrefix("/3/device") == true
      {
        report.add(
          page, .proved, "the method is \(method.value.shown), not POST",
          at: Exhibit(method.place, quote: method.value.shown, "the method"), fix: "Send a POST.",
          about: about)
      }
      guard let path = capture.path, path.isKnown,
        [PushHosts.production, PushHosts.sandbox].contains(capture.hostName)
      else { continue }
      let known = ["/3/device/", "/4/broadcasts/", "/1/apps/"]
      if !known.contains(where: path.value.hasPrefix) {
        report.add(
          page, .proved, "the path is \(path.value.shown), not /3/device/ with a token",
          at: Exhibit(path.place, quote: path.value.shown, "the path"),
          fix: "POST to /3/device/ with the token.",
          about: about)
      }
    }
  }
}
