import Testing

@testable import Emulators

@Suite struct ProviderTokenDeskTests {
  @Test func allowsOneNewTokenInTwentyMinutes() {
    var bench = APNsBench()
    #expect(bench.outcome() == "accepted")
    // The same claims signed again are another token.
    bench.now = day + 1_199_000
    let early = APNsBench.jwt(issued: bench.now)
    let answer = bench.send(APNsBench.request(["authorization": early]))
    #expect(answer.status == 429)
    #expect(answer.outcome == "TooManyProviderTokenUpdates")
    #expect(bench.outcome() == "accepted", "the token that was taken stays good")
    bench.now = day + 1_200_000
    #expect(bench.outcome(["authorization": APNsBench.jwt(issued: bench.now)]) == "accepted")
  }

  @Test func forgivesAFewTokensWhereTold() {
    var rules = APNsRules()
    rules.providerTokenAllowance = 2
    var bench = APNsBench(rules: rules)
    let outcomes = (0..<4).map { second in
      bench.outcome(["authorization": APNsBench.jwt(issued: day + second * 1000)])
    }
    #expect(outcomes == ["accepted", "accepted", "accepted", "TooManyProviderTokenUpdates"])
  }

  @Test func countsUpdatesPerKeyNotPerConnection() {
    var bench = APNsBench()
    bench.apns.register(APNsKey(keyID: "KEY7654321", teamID: "TEAM123456", signature: signedBy("two")))
    #expect(bench.outcome() == "accepted")
    #expect(bench.outcome(["authorization": APNsBench.jwt(key: "KEY7654321", signer: "two")]) == "accepted")
    bench.connection = APNsConnection()
    bench.now += 60_000
    let outcome = bench.outcome(["authorization": APNsBench.jwt(issued: bench.now)])
    #expect(outcome == "TooManyProviderTokenUpdates")
  }

  @Test func expiresATokenOnAnOpenConnection() {
    var bench = APNsBench()
    #expect(bench.outcome() == "accepted")
    bench.now = day + 3_600_000
    #expect(bench.outcome() == "accepted")
    bench.now += 1000
    #expect(bench.outcome() == "ExpiredProviderToken")
    #expect(bench.outcome(["authorization": APNsBench.jwt(issued: bench.now)]) == "accepted")
  }

  @Test func holdsAConnectionToOneTeamAndOneKindOfKey() {
    var bench = APNsBench()
    bench.apns.register(APNsKey(keyID: "FOREIGN123", teamID: "TEAM999999", signature: signedBy("f")))
    bench.apns.register(
      APNsKey(keyID: "LIMITED123", teamID: "TEAM123456", topics: [APNsBench.topic], signature: signedBy("l")))
    let foreign = APNsBench.jwt(key: "FOREIGN123", team: "TEAM999999", signer: "f")
    let limited = APNsBench.jwt(key: "LIMITED123", signer: "l")
    #expect(!bench.connection.isAuthenticated)
    #expect(bench.outcome() == "accepted")
    #expect(bench.connection.isAuthenticated)
    #expect(bench.outcome(["authorization": foreign]) == "InvalidProviderToken")
    #expect(bench.outcome(["authorization": limited]) == "UnrelatedKeyIdInToken")
    bench.connection = APNsConnection()
    #expect(bench.outcome(["authorization": foreign]) == "accepted")
    bench.connection = APNsConnection()
    #expect(bench.outcome(["authorization": limited]) == "accepted")
    #expect(
      bench.outcome(["authorization": limited, "apns-topic": "com.example.other"]) == "TopicDisallowed")
  }

  @Test func holdsAKeyToItsEnvironment() {
    var bench = APNsBench()
    bench.apns.register(
      APNsKey(
        keyID: "PRODONLY12", teamID: "TEAM123456", environments: [.production], signature: signedBy("p")))
    let token = APNsBench.jwt(key: "PRODONLY12", signer: "p")
    #expect(bench.outcome(["authorization": token]) == "BadEnvironmentKeyIdInToken")
  }

  @Test func knowsWhoOwnsATopic() {
    var rules = APNsRules()
    rules.owners = [APNsBench.topic: "TEAM123456", "com.example.other": "TEAM999999"]
    var bench = APNsBench(rules: rules)
    #expect(bench.outcome() == "accepted")
    #expect(bench.outcome(["apns-topic": "com.example.other"]) == "TopicDisallowed")
    #expect(bench.outcome(["apns-topic": "com.example.third"]) == "TopicDisallowed")
  }

  @Test func refusesARevokedKeyAtOnce() {
    var bench = APNsBench()
    #expect(bench.outcome() == "accepted")
    bench.apns.revoke(keyID: "KEY1234567")
    #expect(bench.outcome() == "InvalidProviderToken")
  }

  @Test func refusesHeadersAndClaimsOfTheWrongShape() {
    let tokens = [
      ("{\"alg\":\"none\",\"kid\":\"KEY1234567\"}", "{\"iss\":\"TEAM123456\",\"iat\":\(day / 1000)}"),
      ("{\"alg\":\"ES256\"}", "{\"iss\":\"TEAM123456\",\"iat\":\(day / 1000)}"),
      ("{\"alg\":\"ES256\",\"kid\":\"KEY1234567\"}", "{\"iss\":\"TEAM123456\"}"),
      ("{\"alg\":\"ES256\",\"kid\":\"KEY1234567\"}", "{\"iss\":\"TEAM123456\",\"iat\":\"\(day / 1000)\"}"),
      ("{\"alg\":\"ES256\",\"kid\":\"KEY1234567\"}", "{\"iss\":\"TEAM123456\",\"iat\":\(day / 1000).5}"),
      ("{\"alg\":\"ES256\",\"kid\":\"KEY1234567\"}", "[\"TEAM123456\",\(day / 1000)]"),
    ]
    for (header, claims) in tokens {
      var bench = APNsBench()
      let token = "bearer " + unsignedJWT(header: header, claims: claims, signer: "one")
      #expect(
        bench.outcome(["authorization": token]) == "InvalidProviderToken", Comment(rawValue: header + claims))
    }
  }
}
