import Compose
import Delivery
import Foundation
import Providers
import PushContract
import PushCrypto
import Transport

/// Carries a plan out on the calling thread: one loop, one lane, until nothing is left to do.
final class SendRunner: PushLaneOwner {
  let plan: SendPlan
  let tally: SendTally
  private let loop: EventLoop
  private var lane: PushLane?
  private var ticker: LoopTimer?
  private var signals: [LoopSignal] = []
  /// Somebody wanted it to end early.
  private(set) var wasInterrupted = false
  /// What happened on the way, for a person: connections, holds, pauses.
  private(set) var notes: [String] = []
  private var noted: Set<String> = []
  /// Called ten times a second.
  var tick: ((PushLane) -> Void)?
  var note: ((String) -> Void)?
  let clock: () -> Int
  private let tokenCache: ProviderTokenCache?
  /// The token of this run, where nobody gave it one.
  private var ownToken: ProviderToken?
  /// Whether Ctrl-C ends the run in order; false where the caller listens.
  var watchesSignals = true
  /// A provider token that several runs of one key and environment share; goes before the cache.
  var providerToken: ProviderToken?

  /// `tokenCache`: nil makes a provider token of its own.
  init(
    _ plan: SendPlan, tally: SendTally, tokenCache: ProviderTokenCache?,
    clock: @escaping () -> Int = SendRunner.systemClock
  ) throws {
    self.plan = plan
    self.tally = tally
    self.clock = clock
    self.tokenCache = tokenCache
    do throws(TransportError) { loop = try EventLoop() } catch { throw CommandError(error) }
  }

  static func systemClock() -> Int { Int(Date().timeIntervalSince1970) }

  var counters: PushLane.Counters { lane?.counters ?? PushLane.Counters() }
  var heldBy: Verdict? { lane?.heldBy }
  /// Why what goes to Apple through FCM waits.
  var parkedBy: Verdict? { lane?.parkedBy }
  /// Taken from the source and not ended: they keep their place.
  var waiting: Int { (lane?.waiting ?? 0) + counters.parked }
  var resends: Int { lane?.resends ?? 0 }
  /// The token service's own words for a refusal.
  var oauthWords: String? { (lane?.provider as? FCMProvider)?.oauthWords }

  /// The values and ids that all messages share.
  /// `isWhole`: they must be there for every parameter, since no target brings its own.
  func frame(isWhole: Bool) throws -> NotificationFrame {
    let missing = plan.parameters.filter { parameter in !plan.values.contains { $0.name == parameter.name } }
    if isWhole && !missing.isEmpty {
      throw CommandError.usage(
        "\(plan.contentName) needs a value for \(list(missing.map(\.name), "and")).",
        advice: "Add \(missing.map { "--param \($0.name)=…" }.joined(separator: " ")).")
    }
    do throws(ComposeError) {
      return try NotificationFrame(
        kind: plan.kind, notification: plan.notification, schema: plan.parameters, values: plan.values,
        createdAt: clock())
    } catch {
      throw CommandError.usage(
        ProfileInput.sentence(error.message),
        advice: plan.parameters.isEmpty
          ? "This takes no --param."
          : "\(plan.contentName) takes \(list(plan.parameters.map { "\($0.name) (\($0.type.rawValue))" })).")
    }
  }

  func run(_ source: any PushSource) throws {
    do throws(TransportError) {
      let tls = try TLSContext(trust: plan.network.trust)
      let lane = try PushLane(
        loop: loop, tls: tls, provider: try provider(tls), source: source, sink: tally,
        draft: PushDraft(row: ParameterRow(schema: plan.parameters)), configuration: configuration,
        owner: self, clock: clock)
      self.lane = lane
      let ticker = LoopTimer(loop) { [unowned self] in
        self.tick?(lane)
        self.ticker?.set(after: 100)
      }
      self.ticker = ticker
      ticker.set(after: 100)
      if watchesSignals { watchSignals(lane) }
      lane.wake()
    } catch { throw CommandError(error) }
    loop.run()
    signals = []
    ticker?.cancel()
    lane?.close()
  }

  /// The first Ctrl-C lets what is under way end; the second ends the loop at once.
  private func watchSignals(_ lane: PushLane) {
    signals = [SIGINT, SIGTERM].map { number in
      LoopSignal(loop, number) { [unowned self] in
        if wasInterrupted {
          loop.stop()
        } else {
          wasInterrupted = true
          say("Stopping: what is under way still gets its answer. Once more ends at once.")
          lane.drain()
        }
      }
    }
  }

  /// The plan's provider, also for those who only want to see its requests.
  func provider(_ tls: TLSContext) throws(TransportError) -> any PushProvider {
    switch plan.route {
    case .apns(let environment, let key, let content):
      let token = providerToken ?? ProviderToken(key: key, environment: environment)
      ownToken = providerToken == nil ? token : nil
      // What cannot be shared is made anew; a key that cannot sign says so when it is used.
      if providerToken == nil { try? tokenCache?.share(token, now: clock()) }
      return APNsProvider(
        environment: environment, token: token,
        ids: Self.ids(app: plan.app), contents: [content],
        endpoint: plan.network.resolved(APNsProvider.endpoint(environment, port: plan.network.port)))
    case .fcm(let account, let content):
      return try FCMProvider(
        loop: loop, tls: tls, account: account, contents: [content], validateOnly: plan.validateOnly,
        endpoint: plan.network.resolved(FCMProvider.endpoint), proxy: plan.network.proxy, clock: clock)
    }
  }

  /// One tenant on the command line: its name is empty.
  static func ids(app: String) -> MessageIDs {
    MessageIDs(key: (try? Digest.sha256(Array("pushwire apns-id\n\n\(app)".utf8))) ?? [])
  }

  private var configuration: PushLane.Configuration {
    var configuration = PushLane.Configuration()
    configuration.client.window = plan.network.window
    configuration.client.deadline = UInt64(plan.network.deadline)
    configuration.client.pool.connections = plan.network.connections
    configuration.policy.maximumAttempts = plan.network.attempts
    // A person waits: an address that cannot be reached is said soon.
    configuration.givesUpAfter = 4
    return configuration
  }

  // MARK: PushLaneOwner

  func laneIsIdle(_ lane: PushLane) { loop.stop() }

  func lane(_ lane: PushLane, noticed event: PushLane.Event) {
    switch event {
    case .connection(.goaway(_, let code, let reason)):
      say("The provider closed a connection in order (GOAWAY \(code)\(reason.isEmpty ? "" : ", \(reason)")).")
    case .connection(.lost(_, let error, let wasOpen)):
      say(wasOpen ? "A connection was lost: \(error.message)." : "No connection: \(error.message).")
    case .connection(.opened), .connection(.settings): break
    // The report says it, with advice.
    case .held: break
    case .released, .recovered: say("Sending goes on.")
    case .paused(let verdict, let milliseconds):
      say("Waiting \(duration(Double(milliseconds) / 1000)): \(verdict.headline).")
    case .renewed:
      say("The credential was renewed.")
      // The next run is to find this one, not the old one.
      if let ownToken { try? tokenCache?.share(ownToken, now: clock()) }
    case .braked(let share):
      say(
        "\(Int(share * 100)) % of the last tokens are dead or foreign: look at the environment and the key "
          + "before you delete any.")
    }
  }

  private func say(_ words: String) {
    // A peer has a say in some of them.
    let text = printable(words).replacing("\n", with: " ")
    // The same thing a thousand times is one line.
    guard noted.count < 50, noted.insert(text).inserted else { return }
    notes.append(text)
    note?(text)
  }
}

extension CommandError {
  /// The transport could not even begin.
  init(_ error: TransportError) {
    self.init(.configuration, ProfileInput.sentence(error.message), advice: nil, exit: .usage)
  }
}
