import Compose
import Foundation
import ProfileFile
import PushContract
import TestSupport
import Testing

/// What `check` finds free of errors, Compose compiles: nobody learns at the first push what the file
/// could have told.
struct CheckedClassTests {
  @Test func whatCheckAcceptsCompiles() throws {
    var walk = Walk(random: Fuzz.random("checked classes"))
    var accepted = [NotificationClass.Kind: Int]()
    var refused: Set<String> = []
    for round in 0..<2_000 {
      let text = Self.head + walk.notificationClass()
      let reading = try ProfileFile.read(bytes: Array(text.utf8))
      let errors = reading.checked().filter { $0.severity == .error }
      refused.formUnion(errors.map(\.code.rawValue))
      guard errors.isEmpty else { continue }
      let source = try #require(reading.profile.classes.first)
      accepted[source.kind, default: 0] += 1
      do {
        _ = try APNsTemplate(source, bundleID: "com.example.app")
        for platforms in [FCMTemplate.Platforms.android, .apple, [.android, .apple]] {
          _ = try FCMTemplate(source, platforms: platforms)
        }
      } catch {
        Issue.record("seed \(Fuzz.seed) round \(round): check says nothing, Compose \(error)\n\(text)")
        return
      }
    }
    print("checked classes: \(accepted) accepted, refused for \(refused.sorted())")
    #expect(accepted[.alert] ?? 0 > 50 && accepted[.silent] ?? 0 > 50)
    #expect(
      refused.isSuperset(of: [
        "preview-not-generic", "sensitive-parameter", "bad-badge", "reserved-key", "silent-with-visible",
        "no-text", "unknown-parameter", "out-of-range", "bad-event-time", "bad-color", "bad-time",
      ]))
  }

  private static let head = """
    version: 1
    app: { name: A, ios: { bundle_id: com.example.app }, android: { package: com.example.app } }
    credentials: { fcm: { service_account: a.json } }
    priming: { reoffer: none, value_moments: { bought: { explainer: Hear of it } } }
    destinations: { home: {}, item: { parameters: { item: id, count: decimal } } }
    channels: { main: { name: Main, importance: default } }
    actions: { buttons: { go: { title: Go } } }
    classes:
      c:

    """

  /// A class as a profile says it: mostly right, now and then not.
  private struct Walk {
    var random: SeededRandom

    mutating func chance(_ odds: Int) -> Bool { random.chance(odds) }
    mutating func pick(_ values: [String]) -> String { random.pick(values) }
    /// The first value, in one of `odds` cases another.
    mutating func mostly(_ usual: String, _ others: [String], _ odds: Int = 8) -> String {
      chance(odds) ? pick(others) : usual
    }

    mutating func text() -> String {
      pick([
        "Hello", "\"Of {id}\"", "\"{text} and {number}\"", "\"{amount}\"", "{ key: T }",
        "{ key: T, arguments: [\"{flag}\", \"{text}\"] }", "\"\"", "\"{{\"", "\"{nobody}\"", "\"\\u0001\"",
      ])
    }

    mutating func template() -> String {
      pick([
        "fixed", "\"a-{id}\"", "\"{number}\"", "\"{text}\"", "\"{time}\"", "\"\"", "\"é\"", "\"{nobody}\"",
      ])
    }

    mutating func android(silent: Bool) -> String {
      var members: [String] = []
      if chance(3) { members.append("direct_boot_ok: true") }
      if chance(3) { members.append("analytics_label: \(mostly("a", ["\"a b\""]))") }
      if silent != chance(12) { return members.joined(separator: ", ") }
      if chance(3) { members.append("icon: \(mostly("ic_a", ["\"\"", "\"\\\"\""]))") }
      if chance(3) { members.append("color: \(mostly("\"#00ff7f\"", ["\"#00ff7f80\"", "red"]))") }
      if chance(3) { members.append("ticker: \(template())") }
      if chance(2) {
        let times = ["\"{number}\"", "\"{nobody}\"", "2030-01-31T18:00:00Z", "2030-01-32T18:00:00Z", "now"]
        members.append("event_time: \(mostly("\"{time}\"", times, 2))")
      }
      if chance(3) { members.append("vibrate_timings: \(mostly("[0ms, 1.5s]", ["[]", "[1]", "[-1s]"]))") }
      if chance(3) {
        members.append("light_settings: { color: \"#00ff7f80\", on: 1s, off: \(mostly("1s", ["1"])) }")
      }
      if chance(3) { members.append("visibility: \(mostly("secret", ["hidden"]))") }
      return members.joined(separator: ", ")
    }

    mutating func notificationClass() -> String {
      let silent = chance(2)
      let dataClass = pick(["public", "personal", "sensitive"])
      var lines = [
        "kind: \(silent ? "silent" : "alert")", "owner: us", "data_class: \(dataClass)",
        "audience: \(dataClass == "public" ? "public" : "account")",
        "parameters: { id: id, text: string, number: integer, amount: decimal, flag: boolean, time: timestamp }",
        "priority: \(mostly("default", ["high", "normal", "low"]))",
        "ttl: \(mostly("1h", ["none", "28d", "30d", "0s", "-1s", "999999999d"]))",
        "collapse: \(chance(3) ? template() : "none")",
      ]
      if silent {
        lines += [
          "badge: \(mostly("none", ["clear", "1"]))", "sound: \(mostly("none", ["default"]))",
          "foreground: \(mostly("none", ["[banner]"]))", "reconcile: the list",
        ]
      } else {
        lines += [
          "badge: "
            + mostly(
              "none", ["clear", "1", "2147483647", "2147483648", "-1", "\"{number}\"", "\"{text}\""], 3),
          "sound: "
            + mostly(
              "none", ["default", "a.caf", "{ critical: a, volume: 0.5 }", "{ critical: a, volume: 2 }"], 3),
          "foreground: [banner]", "channel: main",
        ]
      }
      if silent == chance(12) {
        lines.append(
          pick(["destination: home", "destination: { to: item, with: { item: id, count: number } }"]))
      }
      let showsPreview = dataClass == "sensitive"
      if silent == chance(12) {
        if showsPreview != chance(12) {
          lines.append(
            pick(["preview: { title: News, body: \(text()) }", "preview: { body: Something is new }"]))
        } else {
          lines.append(pick(["title", "body", "subtitle"]) + ": " + text())
        }
      }
      if chance(3) {
        lines.append("data: { \(mostly("k", ["aps", "pw", "pw.n", "from", "google.x"])): \(template()) }")
      }
      if !silent, chance(3) { lines.append("thread: \(template())") }
      if !silent, chance(4) { lines.append("relevance: \(pick(["0", "1", "0.5", "1.5", "-0.1"]))") }
      if !silent, chance(4) { lines.append("target_content_id: \(template())") }
      if !silent, chance(4) { lines.append("category: buttons") }
      if chance(4) { lines.append("mutable: \(pick(["true", "false"]))") }
      if chance(4) { lines.append("analytics_label: \(pick(["a", "\"a b\"", "\"\""]))") }
      if chance(3) { lines.append("android: { \(android(silent: silent)) }") }
      if chance(5) { lines.append("apns: { analytics_label: \(pick(["a", "\"a b\""])) }") }
      return lines.map { "    " + $0 + "\n" }.joined()
    }
  }
}
