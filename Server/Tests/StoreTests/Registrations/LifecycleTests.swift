import enum PushContract.TokenEnds
import Testing

@testable import Store

/// The rules where no store is needed; ``RegistrationConformance`` tries them all through one.
@Suite struct LifecycleTests {
  private let now = 1_750_000_000_000

  private func registration() -> Registration {
    var registration = Registration()
    registration.row = 7
    registration.installation = "phone"
    registration.token = "a token of some length"
    registration.generation = 3
    registration.account = "alice"
    registration.binding = .bound
    registration.lastConfirmedAt = now - 1_000
    registration.secretHash = [UInt8](repeating: 1, count: 32)
    return registration
  }

  private func died(
    _ registration: Registration?, token: String = "a token of some length", generation: Int = 3, asOf: Int
  ) -> Lifecycle.Kept? {
    let verdict = Lifecycle.tokenDied(
      registration, token: token, generation: generation, asOf: asOf, reason: "Unregistered", now: now)
    guard case .kept(let why) = verdict else { return nil }
    return why
  }

  @Test func aDeadTokenIsComparedInAllThreeParts() {
    #expect(died(nil, asOf: now) == .gone)
    #expect(died(registration(), token: "another", asOf: now) == .otherToken)
    #expect(died(registration(), generation: 2, asOf: now) == .otherGeneration)
    #expect(died(registration(), generation: 4, asOf: now) == .otherGeneration)
    #expect(died(registration(), asOf: now - 1_000) == .confirmedSince)
    #expect(died(registration(), asOf: now - 1_001) == .confirmedSince)
    #expect(died(registration(), asOf: now - 999) == nil)
  }

  @Test func aTimestampAheadOfUsCountsAsNow() {
    var fresh = registration()
    fresh.lastConfirmedAt = now
    #expect(died(fresh, asOf: now + 3_600_000) == .confirmedSince)
  }

  @Test func aDeadTokenTakesItsHoldAndChallengeAlong() {
    var held = registration()
    held.hold = .init(kind: .tokenConflict, reason: "", since: 1)
    held.challengeHash = [1]
    held.challengeUntil = now + 1
    guard
      case .done(let after, let tombstone) = Lifecycle.tokenDied(
        held, token: held.token ?? "", generation: 3, asOf: now, reason: "ExpiredToken", now: now)
    else {
      Issue.record("it is kept")
      return
    }
    #expect(
      after.token == nil && after.hold == nil && after.challengeHash == nil && after.challengeUntil == 0)
    #expect(after.account == "alice" && after.generation == 3)
    #expect(
      tombstone.kind == .tokenDead && tombstone.detail == "ExpiredToken" && tombstone.token == "a to…ngth")
  }

  @Test func whatIsHeldIsNotQuarantined() {
    var held = registration()
    held.hold = .init(kind: .tokenConflict, reason: "", since: 1)
    let verdict = Lifecycle.tokenSuspected(
      held, token: held.token ?? "", generation: 3, sentAt: now, reason: "BadDeviceToken", now: now)
    #expect(verdict == .kept(.heldAlready))
  }

  @Test func ageHasExactEdges() {
    let day = 86_400_000
    func age(_ unseen: Int) -> Lifecycle.Age {
      Lifecycle.age(lastConfirmedAt: now - unseen, now: now, staleAfter: 30 * day, pruneAfter: 270 * day)
    }
    #expect(age(-1) == .fresh && age(0) == .fresh && age(30 * day - 1) == .fresh)
    #expect(age(30 * day) == .stale && age(270 * day - 1) == .stale)
    #expect(age(270 * day) == .expired)
  }

  @Test func nobodyIsAskedForWhereTheSameTokenIsConfirmed() {
    var request = RegistrationRequest()
    request.token = "a token of some length"
    #expect(Lifecycle.needsHolders(request, existing: nil))
    #expect(!Lifecycle.needsHolders(request, existing: registration()))
    var held = registration()
    held.hold = .init(kind: .quarantined, reason: "", since: 1)
    #expect(!Lifecycle.needsHolders(request, existing: held))
    held.hold?.kind = .tokenConflict
    #expect(Lifecycle.needsHolders(request, existing: held))
    request.environment = .sandbox
    #expect(Lifecycle.needsHolders(request, existing: registration()))
    request.token = nil
    #expect(!Lifecycle.needsHolders(request, existing: held))
  }

  @Test func hashesAreComparedWhole() {
    #expect(SecretHash.isSame([1, 2, 3], [1, 2, 3]))
    #expect(!SecretHash.isSame([1, 2, 3], [1, 2, 4]))
    #expect(!SecretHash.isSame([1, 2, 3], [1, 2]))
    #expect(!SecretHash.isSame([], []) && !SecretHash.isSame(nil, nil) && !SecretHash.isSame([1], nil))
  }

  @Test func aShortTokenIsNotShownAtAll() {
    #expect(TokenEnds.of(nil) == "")
    #expect(TokenEnds.of("0123456789abcde") == "…")
    #expect(TokenEnds.of("0123456789abcdef") == "0123…cdef")
  }
}
