import Foundation
import Providers
import PushContract
import PushCrypto
import TestSupport
import Testing

@Suite struct ProviderTokenTests {
  private let key: APNsKeyFile
  private let start = 1_700_000_000

  init() throws {
    key = try APNsKeyFile.check(
      pem: Array(SigningKey.generate(.ecP256).privatePEM().utf8), file: "AuthKey_ABC123DEFG.p8",
      teamID: "TEAM123456")
  }

  /// pushy#811, #931, #946 and gorush#512: channels or replicas made a token each and got 429.
  @Test func oneTokenServesForFiftyMinutesWhoeverAsks() throws {
    let tokens = ProviderTokens()
    let token = tokens.token(key: key, environment: .production)
    let first = try token.current(now: start)
    for second in stride(from: 0, to: 50 * 60, by: 7) {
      let again = try tokens.token(key: key, environment: .production).current(now: start + second)
      #expect(again == first)
    }
    let next = try token.current(now: start + 50 * 60)
    #expect(next != first)
    #expect(next.issuedAt == start + 50 * 60)
  }

  @Test func manyCallersAtOnceGetOneToken() async throws {
    let token = ProviderToken(key: key, environment: .sandbox)
    let now = start
    let seen = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { try token.current(now: now).authorization } }
      var seen: Set<String> = []
      for try await one in group { seen.insert(one) }
      return seen
    }
    #expect(seen.count == 1)
  }

  /// gorush#881, apns2#95: a shared client that was changed sent production tokens to the sandbox.
  @Test func environmentsHaveTokensOfTheirOwn() throws {
    let tokens = ProviderTokens()
    let sandbox = tokens.token(key: key, environment: .sandbox)
    let production = tokens.token(key: key, environment: .production)
    #expect(sandbox !== production)
    #expect(sandbox.environment == .sandbox && production.environment == .production)
    #expect(try sandbox.current(now: start) != production.current(now: start))
  }

  @Test func holdsWhatAppleWants() throws {
    let issued = try ProviderToken(key: key, environment: .production).current(now: start)
    #expect(issued.authorization.hasPrefix("bearer "))
    let jwt = issued.authorization.dropFirst("bearer ".count)
    let read = try JWT.verify(jwt.utf8, allow: [.es256], key: .key(key.key.publicKey))
    #expect(read.header == ["alg": "ES256", "kid": "ABC123DEFG"])
    #expect(read.claims == ["iss": "TEAM123456", "iat": .integer(start)])
  }

  /// Whatever the clock and the answers do, no two tokens are closer than 20 minutes by our clock.
  @Test func tokensAreNeverCloserThanTwentyMinutes() throws {
    var random = Fuzz.random("Provider token walk")
    let token = ProviderToken(key: key, environment: .production)
    var now = start
    var last: Int?
    var made = 0
    for _ in 0..<3000 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: now += Int.random(in: -10_000...10_000, using: &random)
      case 1: if let last { _ = token.refused(iat: last, now: now) }
      default: now += Int.random(in: 0...120, using: &random)
      }
      let issued = try token.current(now: now)
      if let last, issued.issuedAt != last {
        made += 1
        #expect(abs(issued.issuedAt - last) >= ProviderTokenState.leastDistance)
      }
      last = issued.issuedAt
    }
    #expect(made > 10)
  }

  @Test func anExpiredTokenIsReplacedOnceForAll() throws {
    let token = ProviderToken(key: key, environment: .production)
    let old = try token.current(now: start)
    #expect(token.refused(iat: old.issuedAt, now: start + 55 * 60) == .renew)
    let fresh = try token.current(now: start + 55 * 60)
    // The other pushes that went out with the old one find the new one there.
    #expect(token.refused(iat: old.issuedAt, now: start + 55 * 60 + 1) == .replaced)
    #expect(try token.current(now: start + 55 * 60 + 1) == fresh)
  }

  @Test func aYoungTokenCalledExpiredMeansAWrongClockAndMakesNone() throws {
    let token = ProviderToken(key: key, environment: .production)
    let issued = try token.current(now: start)
    for age in [0, 60, 19 * 60, 49 * 60] {
      #expect(token.refused(iat: issued.issuedAt, now: start + age) == .wrongClock)
      #expect(try token.current(now: start + age) == issued)
    }
    // The clock is put right, hours ahead: sending goes on by itself.
    #expect(try token.current(now: start + 7200).issuedAt == start + 7200)
  }

  @Test func aClockSetBackALittleMakesNoNewToken() throws {
    let token = ProviderToken(key: key, environment: .production)
    let issued = try token.current(now: start)
    #expect(try token.current(now: start - 19 * 60) == issued)
    #expect(try token.current(now: start - 20 * 60).issuedAt == start - 20 * 60)
  }

  @Test func aTokenOfAnotherNodeIsTakenOverIfNewer() throws {
    let here = ProviderToken(key: key, environment: .production)
    let there = ProviderToken(key: key, environment: .production)
    let older = try here.current(now: start)
    let newer = try there.current(now: start + 600)
    #expect(here.adopt(newer, now: start + 700))
    #expect(try here.current(now: start + 700) == newer)
    #expect(!there.adopt(older, now: start + 700))
    #expect(!ProviderToken(key: key, environment: .production).adopt(older, now: start + 3000))
  }
}
