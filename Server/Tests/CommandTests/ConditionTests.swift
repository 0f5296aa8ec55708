import Store
import Testing

@testable import pushwire

/// What stands in the way of a push, in words.
@Suite struct ConditionTests {
  private let now = 1_800_000_000_000
  private let day = 86_400_000

  private func healthy() -> Registration {
    var registration = Registration()
    registration.installation = "one"
    registration.platform = .ios
    registration.environment = .production
    registration.token = String(repeating: "0a1b2c3d", count: 8)
    registration.binding = .bound
    registration.account = "alice"
    registration.lastConfirmedAt = now - day
    return registration
  }

  private func codes(_ change: (inout Registration) -> Void) -> [String] {
    var registration = healthy()
    change(&registration)
    return Condition.all(registration, now: now, staleAfter: 30 * day, quarantine: 7 * day).map(\.code)
  }

  @Test func aHealthyOneHasNone() { #expect(codes { _ in } == []) }

  @Test func eachThingInTheWayIsNamedAsItsSuppression() {
    func permission(_ change: (inout Permission) -> Void) -> [String] {
      codes { registration in
        var permission = Permission()
        permission.status = "authorized"
        change(&permission)
        registration.permission = permission
      }
    }
    #expect(codes { $0.token = nil } == ["no_token"])
    #expect(
      codes { $0.hold = .init(kind: .quarantined, reason: "BadDeviceToken", since: now) } == ["quarantined"])
    #expect(codes { $0.hold = .init(kind: .tokenConflict, reason: "", since: now) } == ["token_conflict"])
    #expect(codes { $0.environment = .unknown } == ["environment_unknown"])
    #expect(codes { $0.binding = .unbound } == ["unbound"])
    #expect(codes { $0.binding = .ambiguous } == ["ambiguous"])
    #expect(codes { $0.lastConfirmedAt = now - 31 * day } == ["stale"])
    #expect(permission { _ in } == [])
    #expect(permission { $0.status = "denied" } == ["permission_denied"])
    #expect(permission { $0.status = "notDetermined" } == ["permission_not_asked"])
    #expect(permission { $0.status = "not_determined" } == ["permission_not_asked"])
    #expect(permission { $0.alert = "disabled" } == ["alerts_off"])
    #expect(permission { $0.appBlocked = true } == ["app_blocked"])
    #expect(permission { $0.blockedChannels = ["orders"] } == ["channel_blocked"])
    #expect(permission { $0.status = "somethingNew" } == [], "unknown words stand in nobody's way")
    // All at once, each by itself.
    #expect(
      codes {
        $0.token = nil
        $0.binding = .ambiguous
        $0.lastConfirmedAt = 0
      } == ["no_token", "ambiguous", "stale"])
  }

  @Test func aQuarantineSaysWhenItEnds() throws {
    var registration = healthy()
    registration.hold = .init(kind: .quarantined, reason: "BadDeviceToken", since: now - 5 * day)
    let found = Condition.all(registration, now: now, staleAfter: 30 * day, quarantine: 7 * day)
    let condition = try #require(found.first)
    #expect(
      condition.advice.contains("in 48 h") || condition.advice.contains("in 2 d"), "\(condition.advice)")
    #expect(condition.advice.contains("pushwire explain BadDeviceToken"))
    #expect(!condition.isPartial)
  }

  @Test func eachRemovalHasItsWords() {
    for kind in Tombstone.Kind.allCases {
      let stone = Tombstone(
        tenant: "", installation: "one", kind: kind, detail: "BECAUSE", token: "0a1b…2c3d", generation: 3,
        at: now)
      #expect(stone.sentence.contains("BECAUSE"), "\(kind)")
      #expect(stone.sentence.hasSuffix("."))
      #expect(stone.json.text.contains(#""kind":"\#(kind.rawValue)""#))
    }
  }
}
