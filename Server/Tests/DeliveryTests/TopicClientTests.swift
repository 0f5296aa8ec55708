import Emulators
import Foundation
import Providers
import TestSupport
import Testing
import Transport

/// The topic client against the emulated service.
@Suite struct TopicClientTests {
  private final class Bench {
    let suite: EmulatorSuite
    let loop: EventLoop
    let client: TopicClient
    var answers: [TopicAnswer] = []
    var watchdog: LoopTimer?
    var timedOut = false

    init(_ change: (inout EmulatorOptions) -> Void = { _ in }) throws {
      var options = EmulatorOptions()
      change(&options)
      suite = try EmulatorSuite.start(options)
      let json = try suite.issueServiceAccount(project: "parcel-test")
      let account = try ServiceAccount.check(json: Array(json.utf8), file: "account.json")
      loop = try EventLoop()
      client = try TopicClient(
        loop: loop, tls: TLSContext(trust: .file(suite.caPath)), account: account,
        endpoint: Endpoint(host: "localhost", port: suite.fcm.port),
        clock: { Int(Date().timeIntervalSince1970) })
    }

    func device(_ letter: String, fid: Bool = false) -> String {
      let token =
        fid ? letter + String(repeating: "x", count: 21) : letter + String(repeating: "x", count: 60)
      suite.register(FCMDevice(token: token, project: "parcel-test", isInstallation: fid))
      return token
    }

    /// Waits for the answers of as many calls.
    func run(_ calls: [(TopicChange, String, [String])]) -> [TopicAnswer] {
      answers = []
      var places: [Int: TopicAnswer] = [:]
      for (place, (change, topic, tokens)) in calls.enumerated() {
        let isTaken = client.change(change, topic: topic, tokens: tokens) { [self] answer in
          places[place] = answer
          if places.count == calls.count { loop.stop() }
        }
        #expect(isTaken)
      }
      let watchdog = LoopTimer(loop) { [unowned self] in
        timedOut = true
        loop.stop()
      }
      watchdog.set(after: 30_000)
      self.watchdog = watchdog
      loop.run()
      watchdog.cancel()
      #expect(!timedOut)
      return calls.indices.compactMap { places[$0] }
    }
  }

  @Test func changesTopicsAndTellsEachPosition() throws {
    let bench = try Bench()
    defer { bench.suite.stop() }
    let one = bench.device("a")
    let fid = bench.device("c", fid: true)
    let gone = bench.device("b")
    bench.suite.removeApp(token: gone)
    let answers = bench.run([
      (.subscribe, "news", [one, gone, fid, "nonsense"]), (.subscribe, "sport", [one]),
    ])
    #expect(
      answers == [
        .results([.done, .failed("NOT_FOUND"), .done, .failed("INVALID_ARGUMENT")]), .results([.done]),
      ])
    #expect(bench.suite.topics(of: one) == ["news", "sport"])
    #expect(bench.run([(.unsubscribe, "news", [one, fid])]) == [.results([.done, .done])])
    #expect(bench.suite.topics(of: one) == ["sport"])
    #expect(bench.suite.issuedAccessTokens == 1)
  }

  @Test func aThousandTokensFitAndOneMoreDoesNot() throws {
    let bench = try Bench()
    defer { bench.suite.stop() }
    let tokens = (0..<1000).map { number in
      let token = "t\(number)-" + String(repeating: "y", count: 160)
      if number.isMultiple(of: 2) {
        bench.suite.register(FCMDevice(token: token, project: "parcel-test", state: .throttled(until: .max)))
      }
      return token
    }
    let expected = tokens.indices.map {
      TopicResult.failed($0.isMultiple(of: 2) ? "RESOURCE_EXHAUSTED" : "INVALID_ARGUMENT")
    }
    #expect(bench.run([(.subscribe, "news", tokens)]) == [.results(expected)])
    #expect(!bench.client.change(.subscribe, topic: "news", tokens: tokens + ["one more"]) { _ in })
    #expect(!bench.client.change(.subscribe, topic: "news", tokens: []) { _ in })
  }

  @Test func anExpiredAccessTokenIsRenewedOnce() throws {
    let bench = try Bench()
    defer { bench.suite.stop() }
    let one = bench.device("a")
    #expect(bench.run([(.subscribe, "a", [one])]) == [.results([.done])])
    bench.suite.expireAccessTokens()
    // A token that is refused within its first minute is not fetched anew at full speed: the call is told.
    guard case .refused(let verdict, _)? = bench.run([(.subscribe, "b", [one])]).first else {
      Issue.record("believed")
      return
    }
    #expect(verdict.kind == .credentialExpired)
  }

  @Test func nobodyThereIsTold() throws {
    let bench = try Bench()
    let one = bench.device("a")
    #expect(bench.run([(.subscribe, "a", [one])]) == [.results([.done])])
    bench.suite.stop()
    guard case .refused(let verdict, _)? = bench.run([(.subscribe, "b", [one])]).first else {
      Issue.record("believed")
      return
    }
    #expect(verdict.kind == .unavailable)
  }
}
