import Emulators
import Foundation
import Providers
import Store
import Testing
import Transport

@testable import Delivery

/// Starts, ends and changes of settings.
@Suite struct EngineLifeTests {
  @Test func drainingLosesNothing() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    let parties = try Parties(options)
    let run = EngineRun(parties)
    run.store.add((0..<20_000).map { Parties.hex($0) }, lane: .iosSandbox)
    try run.engine.start([run.apns()])
    run.eventually("under way") { run.store.ended > 500 }
    run.finish()
    let accepted = run.store.count(.accepted)
    #expect(accepted + run.store.count(.queued) == 20_000 && accepted < 20_000)
    #expect(parties.suite.snapshot().count("accepted", on: .apnsSandbox) == accepted)
    // Whoever comes late is turned down, and keeps what it brings.
    run.store.engine = run.engine
    let late = run.store.add(["x"], lane: .iosSandbox, born: 1)
    #expect(run.store.message(late.lowerBound).handBacks == 1)
    run.engine.drain(within: 10)
    let failed = Guarded(false)
    run.engine.reload([]) { result in
      if case .failure = result { failed.withLock { $0 = true } }
    }
    #expect(failed.withLock { $0 })
  }

  /// Nobody answers: the drain ends at its bound, and what was sent goes back as sent and not answered.
  @Test func aLaneBeginsWithFewPlacesAfterACrash() throws {
    var configuration = DeliveryEngine.Configuration()
    configuration.places = 1 << 20
    configuration.firstPlaces = 2
    let run = EngineRun(try Parties(), configuration: configuration)
    try run.engine.start([run.apns()])
    defer { run.engine.drain(within: 1000) }
    func places() -> Int { run.room.free(.iosSandbox, .urgent) }
    run.eventually("its first places") { places() > 0 }
    // Twice as many with each second: all of them only after twenty.
    let first = places()
    #expect(first < 1 << 20)
    run.eventually("more of them") { places() > first }
  }

  @Test func drainingEndsAtItsBound() throws {
    let parties = try Parties()
    parties.script([.silence(processed: true)])
    let run = EngineRun(parties)
    let tokens = parties.apnsTokens(40)
    try run.engine.start([run.apns()])
    let rows = run.store.accept(tokens, lane: .iosSandbox)
    run.eventually("sent") { parties.suite.snapshot().total > 0 }
    let began = FakeStore.now()
    run.finish(within: 300)
    #expect(FakeStore.now() - began < 5000)
    let open = rows.map { run.store.message($0) }.filter(\.wasUnanswered)
    #expect(!open.isEmpty && open.allSatisfy { $0.attempts == 1 && $0.state == .queued })
    #expect(rows.allSatisfy { run.store.message($0).handBacks == 1 })
  }

  @Test func newSettingsTakeOverWithoutALoss() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    let parties = try Parties(options)
    let run = EngineRun(parties)
    try run.engine.start([run.apns(classes: 1)])
    run.store.add((0..<5000).map { Parties.hex($0) }, lane: .iosSandbox)
    let done = Guarded(0)
    for round in 1...5 {
      run.eventually("some went out") { run.store.ended > round * 300 }
      run.engine.reload([run.apns(classes: 2), run.fcm(try parties.account())]) { result in
        if case .success = result { done.withLock { $0 += 1 } }
      }
      run.eventually("taken") { done.withLock { $0 } == round }
    }
    run.eventually("all accepted") { run.store.count(.accepted) == 5000 }
    #expect(run.room.exists(.android))
    #expect(run.events.contains(.replaced(.iosSandbox)))
    run.eventually("counted on") { run.engine.snapshot().lane(.iosSandbox)?.counters.accepted == 5000 }
    // The class that came with the new settings can be sent; a lane that goes is gone.
    let rows = run.store.accept([Parties.hex(1)], lane: .iosSandbox) { message in
      message.notificationClass = 2
      message.parameters = #"{"text":"x","n":"1"}"#
    }
    run.eventually("accepted") { run.store.message(rows.lowerBound).state == .accepted }
    run.engine.reload([run.apns()])
    run.eventually("removed") { run.events.contains(.removed(.android)) }
    #expect(!run.room.exists(.android))
    #expect(parties.suite.snapshot().count("TooManyProviderTokenUpdates", on: .apnsSandbox) == 0)
    run.finish()
  }

  @Test func badNewSettingsChangeNothing() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let failed = Guarded("")
    run.engine.reload([run.apns(ca: "/no/such/file.pem")]) { result in
      if case .failure(let error) = result { failed.withLock { $0 = "\(error)" } }
    }
    run.eventually("told") { failed.withLock { !$0.isEmpty } }
    run.store.accept(parties.apnsTokens(10), lane: .iosSandbox)
    run.eventually("accepted") { run.store.count(.accepted) == 10 }
    #expect(!run.events.contains(.replaced(.iosSandbox)))
    run.finish()
  }

  @Test func aStartThatFailsLeavesNothing() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    #expect(throws: (any Error).self) { try run.engine.start([run.apns(ca: "/no/such/file.pem")]) }
    #expect(!run.room.exists(.iosSandbox))
    run.finish()
  }

  /// A key that is repaired by new settings: what was held goes out with them.
  @Test func newCredentialsReplaceAHeldLane() throws {
    let parties = try Parties()
    parties.suite.revoke(keyID: Parties.keyID)
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    run.store.add(parties.apnsTokens(200), lane: .iosSandbox)
    run.eventually("held") { run.engine.snapshot().lane(.iosSandbox)?.heldBy != nil }
    let pem = try parties.suite.issueAPNsKey(
      keyID: "NEWKEY1234", teamID: Parties.teamID, environments: [.sandbox], topics: nil)
    let key = try Parties.keyFile(pem, keyID: "NEWKEY1234")
    run.engine.reload([run.apns(ProviderToken(key: key, environment: .sandbox))])
    run.eventually("accepted") { run.store.count(.accepted) == 200 }
    run.finish()
  }

  /// Provider tokens in memory, as another process would find them.
  final class Vault: ProviderTokenVault {
    let kept = Guarded<[String: ProviderToken.Issued]>([:])
    let saves = Guarded(0)
    func load(_ name: String) -> ProviderToken.Issued? { kept.withLock { $0[name] } }
    func settle(_ name: String, _ issued: ProviderToken.Issued) -> ProviderToken.Issued? {
      saves.withLock { $0 += 1 }
      kept.withLock { $0[name] = issued }
      return issued
    }
  }

  /// A restart within 20 minutes makes no second token.
  @Test func theProviderTokenOutlivesTheProcess() throws {
    let parties = try Parties()
    let vault = Vault()
    for _ in 0..<3 {
      // A process of its own has a token of its own.
      let token = ProviderToken(key: parties.key, environment: .sandbox)
      let run = EngineRun(parties, vault: vault)
      try run.engine.start([run.apns(token)])
      let before = run.store.count(.accepted)
      run.store.accept(parties.apnsTokens(20), lane: .iosSandbox)
      run.eventually("accepted") { run.store.count(.accepted) == before + 20 }
      run.finish()
      #expect(vault.load(token.storageName) == token.present)
    }
    #expect(vault.saves.withLock { $0 } == 1)
    #expect(parties.suite.snapshot().outcomes[.apnsSandbox] == ["accepted": 60])
  }
}
