import Providers
import Testing

@Suite struct TokenBrakeTests {
  private let good = Verdict.accepted()
  private let bad = apns(400, "{\"reason\":\"BadDeviceToken\"}")

  /// open-mercato#4326: BadDeviceToken deleted an audience on the wrong environment.
  @Test func aWrongEnvironmentStopsDeletionAfterAFewTokens() {
    var brake = TokenBrake()
    var acted = 0
    var alarms = 0
    for _ in 0..<100_000 {
      if brake.count(bad) == .braked { alarms += 1 }
      if !brake.isBraked { acted += 1 }
    }
    #expect(alarms == 1)
    #expect(acted <= 10)
  }

  @Test func aHealthyLaneThatSuddenlyGoesBadGripsSoon() {
    var brake = TokenBrake()
    for number in 0..<5000 { brake.count(number % 50 == 0 ? bad : good) }
    #expect(!brake.isBraked)
    var acted = 0
    for _ in 0..<1000 {
      brake.count(bad)
      if !brake.isBraked { acted += 1 }
    }
    #expect(brake.isBraked)
    #expect(acted <= 45)
  }

  @Test func anOldAudienceWithManyDeadTokensIsUsual() {
    var brake = TokenBrake()
    for number in 0..<20_000 where !brake.isBraked { brake.count(number % 10 == 0 ? bad : good) }
    #expect(!brake.isBraked)
    for number in 0..<20_000 where !brake.isBraked { brake.count(number % 4 == 0 ? bad : good) }
    #expect(!brake.isBraked)
  }

  @Test func itLetsGoWhenTheShareHasFallen() {
    var brake = TokenBrake()
    for _ in 0..<50 { brake.count(bad) }
    #expect(brake.isBraked)
    var released = 0
    for _ in 0..<400 where brake.count(good) == .released { released += 1 }
    #expect(released == 1)
    #expect(!brake.isBraked)
    brake.count(bad)
    #expect(!brake.isBraked)
  }

  @Test func answersThatSayNothingOfTokensAreNotCounted() {
    var brake = TokenBrake()
    for _ in 0..<1000 { brake.count(apns(503, "")) }
    #expect(brake.share == 0)
    for _ in 0..<11 { brake.count(bad) }
    #expect(brake.isBraked)
  }

  @Test func aHandReleasesIt() {
    var brake = TokenBrake()
    for _ in 0..<50 { brake.count(bad) }
    brake.releaseByHand()
    #expect(!brake.isBraked)
    #expect(brake.share == 0)
  }

  @Test func zeroSizesDoNotTrap() {
    var configuration = TokenBrake.Configuration()
    configuration.window = 0
    configuration.minimum = -5
    var brake = TokenBrake(configuration: configuration)
    for _ in 0..<10 { brake.count(bad) }
    #expect(brake.isBraked)
  }
}
