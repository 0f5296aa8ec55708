import AppFacts
import PushContract

/// A key for the other environment.
enum HOST003: AuditRule {
  static let page = RulePage(
    "HOST003", .host, .warning, summary: "The key is declared for the other environment than the host",
    why:
      "Apple's keys can be limited to the sandbox or to production; the other answers BadEnvironmentKeyIdInToken.",
    check: "Compare the key id in the provider token with credentials.apns in pushwire.yaml.",
    fix: "Sign with the key of this environment, or correct environments in the profile.",
    references: [.apnsToken, .apnsAnswers], silentOn: ["keys that no profile names"],
    bad: RuleExample(
      PAYExample.request(jwt: PAYExample.jwt, answer: HOST003.answer), HOST003.profile("sandbox")),
    good: RuleExample(
      PAYExample.request(jwt: PAYExample.jwt, answer: HOST003.answer), HOST003.profile("production")))

  private static let answer = "HTTP/2 200\ndate: Mon, 30 Nov 2026 11:55:00 GMT"
  private static func profile(_ environment: String) -> RuleExample.File {
    .init(
      "pushwire.yaml",
      """
      version: 1
      app:
        name: Parcel
        ios:
          bundle_id: dev.pushwire.parcel
          team_id: ABCDE12345
          minimum_os: "15.0"
      credentials:
        apns:
          - key_file: keys/AuthKey_ABC123DEFG.p8
            key_id: ABC123DEFG
            team_id: ABCDE12345
            environments: [\(environment)]
      priming:
        value_moments:
          order_placed:
            explainer: We tell you when your parcel moves.
        reoffer:
          after: 14d
          times: 2
      destinations:
        home: {}
      classes:
        order_shipped:
          kind: alert
          audience: public
          owner: logistics
          data_class: public
          destination: home
          body: On its way
          priority: default
          ttl: 2d
          collapse: none
          badge: none
          sound: default
          foreground: [banner]

      """)
  }

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for capture in scope.facts.captures {
      guard let kid = capture.providerToken?.keyID, let host = capture.host,
        let environment = capture.apsEnvironment
      else { continue }
      let wanted: APNsEnvironment = environment == "production" ? .production : .sandbox
      for file in scope.facts.pushwireProfiles {
        let keys = (file.profile?.credentials.apns ?? []).filter { $0.keyID == kid }
        guard !keys.isEmpty, !keys.contains(where: { $0.environments.contains(wanted) }) else { continue }
        let place = file.places["credentials.apns[0].environments"] ?? file.places["credentials.apns"]
        report.add(
          page, .likely,
          "sent to \(wanted.rawValue) with key \(kid), which is declared for the other environment",
          at: Exhibit(host.place, quote: host.value, "the host"),
          counterpart: [Exhibit(place ?? file.place, "the key's environments in the profile")],
          about: capture.about.union(["BadEnvironmentKeyIdInToken@" + capture.place.text]))
      }
    }
  }
}
