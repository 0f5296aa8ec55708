import AppFacts

/// Credentials of former times.
enum FLOW009: AuditRule {
  static let page = RulePage(
    "FLOW009", .flow, .warning, summary: "An APNs certificate or a legacy FCM key is in use",
    why: """
      A push certificate is for one app, expires every year and stops all pushes on that day. Server keys of FCM's \
      legacy API stopped with it. A .p8 key and OAuth for HTTP v1 serve all apps and do not expire.
      """,
    check:
      "Look for --cert in the request, for authorization: key=, and for .p12 files among the credentials.",
    fix: "Use a .p8 key with APNs, a service account with FCM.",
    references: [.apnsToken, .apnsCertificate, .fcmMigrate],
    silentOn: ["mdm, which is sent with a certificate", "certificates of other servers"],
    bad: RuleExample(
      .init(
        "push.sh",
        """
        curl --http2 --cert push.pem -H "apns-topic: dev.pushwire.parcel" -H "apns-push-type: alert" \\
          -d '{"aps": {"alert": "On its way"}}' https://api.push.apple.com/3/device/$TOKEN

        """)),
    good: RuleExample(
      .init(
        "push.sh",
        """
        curl --http2 -H "authorization: bearer $JWT" -H "apns-topic: dev.pushwire.parcel" \\
          -H "apns-push-type: alert" -d '{"aps": {"alert": "On its way"}}' \\
          https://api.push.apple.com/3/device/$TOKEN

        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      let type = capture.header("apns-push-type")?.value
      if capture.service == .apns, let certificate = capture.certificate, type != "mdm" {
        report.add(
          page, .proved, "the request is sent with a client certificate",
          at: Exhibit(certificate, quote: "--cert", "the certificate"), fix: "Use a .p8 key.",
          about: capture.about)
      }
      if capture.service == .fcm, let scheme = capture.header("authorization"), scheme.value == "key" {
        report.add(
          page, .proved, "the request is sent with a legacy server key",
          at: Exhibit(scheme.place, quote: "authorization: key=…", "the header; its value is not shown"),
          fix: "Use a service account and OAuth.", about: capture.about)
      }
    }
    for key in scope.facts.providerKeys {
      let name = key.place.file.lowercased()
      guard name.hasSuffix(".p12") else { continue }
      report.add(
        page, .likely, "a .p12 file is given: a certificate with its key", at: Exhibit(key.place, "the file"),
        fix: "Use a .p8 key.", about: ["key:" + key.place.file])
    }
    for secret in scope.facts.secrets where secret.kind == .legacyServerKey {
      report.add(
        page, .likely, "a legacy server key of FCM stands in the files",
        at: Exhibit(secret.place, "the key; it is not shown"), fix: "Use a service account and OAuth.",
        about: ["secret:" + secret.place.file])
    }
  }
}
