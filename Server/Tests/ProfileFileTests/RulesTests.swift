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
    #expect(found.description.hasPrefix("some/where.yaml:112:10: error: "))
    #expect(!reading.isValid)
  }

  @Test func everyFindingOfAFileIsShownUpToALimit() throws {
    var text = try Parcel.text()
    for number in 0..<5_000 { text += "\nkey\(number): 1" }
    let reading = try ProfileFile.read(bytes: Array(text.utf8))
    #expect(reading.errors.count == 200)
  }
}
