import PushContract
import Testing

@testable import ProfileFile

/// Rules that need more than an edit of the example.
struct RulesTests {
  @Test func fiveCollapseKeysAreOneTooMany() throws {
    var text = try Parcel.text()
    for number in 1...4 {
      text += """

          silent_\(number):
            kind: silent
            audience: account
            owner: logistics
            data_class: personal
            reconcile: GET /v1/things/\(number)
            priority: default
            ttl: 1d
            collapse: things-\(number)
            badge: none
            sound: none
            foreground: none

        """
      let found = try ProfileFile.read(bytes: Array(text.utf8)).checked()
      #expect(found.map(\.code) == (number < 4 ? [] : ["too-many-collapse-keys"]))
    }
  }

  @Test func capabilitiesOfTheAppAnswerForCriticalAndTimeSensitive() throws {
    let capabilities = (
      "    minimum_os: \"15.0\"",
      "    minimum_os: \"15.0\"\n    capabilities: [critical-alerts, time-sensitive]"
    )
    let critical = (
      "    sound: default\n    interruption: active",
      "    sound: { critical: a.caf, volume: 1 }\n    interruption: critical"
    )
    let timely = ("    interruption: passive", "    interruption: time-sensitive")
    #expect(try Parcel.check(critical, timely).count == 2)
    #expect(try Parcel.check(critical, timely, capabilities) == [])
  }

  @Test func aProfileWithoutClassesSendsNothing() throws {
    let text = """
      version: 1
      app: { name: Empty, ios: { bundle_id: com.example.empty } }
      credentials: { fcm: { service_account: a.json } }
      classes: {}
      """
    let reading = try ProfileFile.read(bytes: Array(text.utf8))
    #expect(reading.isValid)
    #expect(reading.checked().map(\.code) == ["no-classes"])
  }

  @Test func aFindingKnowsItsPathAndFile() throws {
    let text = try Parcel.text([("ttl: 2d", "ttl: 2 days")])
    let reading = try ProfileFile.read(bytes: Array(text.utf8), file: "some/where.yaml")
    let found = try #require(reading.errors.first)
    #expect(found.path == "classes.order_shipped.ttl")
    #expect(found.description.hasPrefix("some/where.yaml:122:10: error: "))
    #expect(!reading.isValid)
  }

  @Test func everyFindingOfAFileIsShownUpToALimit() throws {
    var text = try Parcel.text()
    for number in 0..<5_000 { text += "\nkey\(number): 1" }
    let reading = try ProfileFile.read(bytes: Array(text.utf8))
    #expect(reading.errors.count == 200)
  }

  @Test func limitsAreMetExactly() throws {
    func codes(_ edits: (String, String)...) throws -> [String] {
      let bytes = Array(try Parcel.text(edits).utf8)
      return try ProfileFile.read(bytes: bytes).checked().map(\.code.rawValue)
    }
    let ios = (
      "  android:\n    package: com.example.parcel\n    minimum_sdk: 26\n    target_sdk: 35\n", ""
    )
    #expect(try codes(("ttl: 2d", "ttl: 28d")) == [])
    #expect(try codes(("ttl: 2d", "ttl: 2419201s")) == ["ttl-too-long"])
    #expect(try codes(("ttl: 2d", "ttl: 30d"), ios) == [])
    #expect(try codes(("ttl: 2d", "ttl: 2592001s"), ios) == ["ttl-too-long"])

    let key = String(repeating: "k", count: 64)
    #expect(try codes(("collapse: promo", "collapse: \(key)")) == [])
    #expect(try codes(("collapse: promo", "collapse: \(key)k")) == ["collapse-too-long"])
    #expect(try codes(("collapse: promo", "collapse: \(key.dropLast(2))ü")) == [])
    #expect(try codes(("collapse: promo", "collapse: \(key.dropLast())ü")) == ["collapse-too-long"])

    #expect(try codes(("relevance: 0.6", "relevance: 1")) == [])
    #expect(try codes(("relevance: 0.6", "relevance: 1.01")) == ["out-of-range"])
    #expect(try codes(("relevance: 0.6", "relevance: -0.1")) == ["out-of-range"])
    #expect(try codes(("minimum_os: \"15.0\"", "minimum_os: 14.8")).contains("os-too-old"))
    #expect(try codes(("minimum_os: \"15.0\"", "minimum_os: 15")) == [])

    let noInbox = ("    inbox: true\n", "")
    #expect(try codes(("ttl: 2d", "ttl: 1h"), noInbox) == [])
    #expect(try codes(("ttl: 2d", "ttl: 59m"), noInbox) == ["lost-when-late"])
    #expect(try codes(("ttl: 1d", "ttl: 15m")) == [])
    #expect(try codes(("ttl: 1d", "ttl: 14m")) == ["short-silent-ttl"])
    #expect(try codes(("prune_after: 270d", "prune_after: 30d")) == ["prune-before-stale"])
    #expect(try codes(("prune_after: 270d", "prune_after: 31d")) == [])
  }

  @Test func whatIsCountedAndForHowLongIsRead() throws {
    func read(_ edits: [(String, String)]) throws -> Profile {
      try ProfileFile.read(bytes: Array(try Parcel.text(edits).utf8)).profile
    }
    let usual = Analytics()
    #expect((usual.segments, usual.retention, usual.minimumCohort) == (true, 90 * 86_400, 20))
    #expect(Lifecycle().quarantine == 7 * 86_400)
    let profile = try read([
      ("segments: true", "segments: false"), ("retention: 90d", "retention: 30d"),
      ("minimum_cohort: 20", "minimum_cohort: 1"), ("quarantine: 7d", "quarantine: 12h"),
    ])
    #expect(!profile.analytics.segments)
    #expect(profile.analytics.retention == 30 * 86_400)
    #expect(profile.analytics.minimumCohort == 1)
    #expect(profile.lifecycle.quarantine == 12 * 3600)
  }

  @Test func prioritiesHaveNamesAndNumbers() throws {
    for (text, priority) in [
      ("default", NotificationClass.Priority.high), ("high", .high), ("10", .high), ("normal", .normal),
      ("5", .normal), ("low", .low), ("1", .low),
    ] {
      let bytes = Array(try Parcel.text([("priority: default", "priority: \(text)")]).utf8)
      let reading = try ProfileFile.read(bytes: bytes)
      #expect(reading.profile.classes.first?.priority == priority, "\(text)")
    }
  }
}
