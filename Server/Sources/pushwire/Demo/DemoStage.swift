import Emulators
import Foundation
import Providers

/// Where the demo plays: emulators, a folder with a profile and keys, and devices of a made-up app.
final class DemoStage {
  let suite: EmulatorSuite
  let folder: EmulatorFolder
  let path: String
  private var providerTokens: [String: ProviderToken] = [:]

  var profile: String { folder.path("pushwire.yaml") }
  var ca: String { folder.path("ca.pem") }

  /// Starts the emulators, and writes profile, keys and certificate into the folder.
  init(path: String) throws {
    self.path = path
    guard !FileManager.default.fileExists(atPath: path + "/pushwire.yaml") else {
      throw CommandError(
        .configuration, "There is a profile already; it stays as it is.", place: path + "/pushwire.yaml",
        advice: "Name an empty folder with --folder, or leave it out.")
    }
    folder = try EmulatorFolder(path: path)
    var options = EmulatorOptions()
    options.caPath = folder.path("ca.pem")
    options.logCapacity = 10_000
    options.logsPayloads = true
    options.devicesPort = 0
    options.apnsRules.keepsPayloads = true
    options.fcmRules.keepsPayloads = true
    do throws(EmulatorError) { suite = try EmulatorSuite.start(options) } catch {
      throw CommandError(CommandError.Code(rawValue: error.code.rawValue), error.message, place: path)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.path("keys"), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      for (id, file) in [
        (DemoApp.keyID, DemoApp.keyFile), (DemoApp.revokedKeyID, DemoApp.revokedKeyFile),
      ] {
        try folder.write(try suite.issueAPNsKey(keyID: id, teamID: DemoApp.team), to: file)
      }
      try folder.write(try suite.issueServiceAccount(project: DemoApp.project), to: DemoApp.accountFile)
      try folder.write(DemoApp.profile, to: "pushwire.yaml")
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(
        .failed, "The demo's keys could not be made.", place: path,
        advice: "Look at the folder's rights and at the OpenSSL of this machine.")
    }
  }

  /// After Ctrl-C.
  static let stopped = CommandError(.failed, "The demo was stopped.", exit: .no)

  // MARK: Devices

  /// A new device with the app on it; gives its token.
  func device(_ provider: DemoProvider, gone: Bool = false) -> String {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    guard let environment = provider.environment else {
      let token = DeviceTokens.registration()
      suite.register(
        FCMDevice(
          token: token, project: DemoApp.project, package: DemoApp.id, state: gone ? .unregistered : .valid))
      return token
    }
    let token = DeviceTokens.hexadecimal()
    suite.register(
      APNsDevice(
        token: token, environment: environment, topic: DemoApp.id,
        state: gone ? .unregistered(at: now - 3_600_000) : .valid))
    return token
  }

  // MARK: Sending

  /// The words of a `pushwire send` to one emulator.
  func words(_ content: [String], to provider: DemoProvider) -> [String] {
    content + provider.words + [
      "--profile", profile, "--endpoint", "localhost:\(provider.port(suite))", "--ca", ca,
    ]
  }

  /// Does what `pushwire send` with these words does.
  /// - Parameters:
  ///   - prepare: changes the plan before it is carried out.
  ///   - each: called with each attempt, while the emulators go on.
  func send(
    _ content: [String], to provider: DemoProvider, prepare: (inout SendPlan) -> Void = { _ in },
    each: @escaping (DemoSending.Attempt) -> Void = { _ in }
  ) throws -> DemoSending {
    let arguments = try Arguments(words(content, to: provider), SendCommand().syntax.complete)
    let words = arguments.positionals
    let targets = try SendTargets(Array(words.dropFirst()), arguments)
    var plan = try SendPlan(arguments, className: words.first, hasTargets: true)
    prepare(&plan)
    let tally = SendTally(keeping: 20)
    let runner = try SendRunner(plan, tally: tally, tokenCache: nil)
    runner.watchesSignals = false
    runner.tick = { lane in if DemoInterruption.hasCome { lane.drain() } }
    if case .apns(let environment, let key, _) = plan.route {
      // APNs takes a new token of a key every 20 minutes only, so all runs share one.
      let name = "\(key.keyID) \(environment.rawValue)"
      let token = providerTokens[name] ?? ProviderToken(key: key, environment: environment)
      providerTokens[name] = token
      runner.providerToken = token
    }
    var sending = DemoSending(plan: plan)
    tally.each = { record, id in
      let attempt = DemoSending.Attempt(
        reference: record.reference, status: record.status, verdict: record.verdict,
        id: id.map { String(decoding: $0, as: UTF8.self) })
      sending.attempts.append(attempt)
      each(attempt)
    }
    let before = suite.snapshot().total
    let source = targets.source(try runner.frame(isWhole: !targets.isFile)) { _, _ in }
    try runner.run(source)
    if DemoInterruption.hasCome { throw Self.stopped }
    sending.arrivals = suite.snapshot().recent.filter { $0.number > before && $0.server == provider.server }
    sending.refusals = tally.refusals.first.map(\.why)
    sending.counters = runner.counters
    sending.heldBy = runner.heldBy
    sending.waiting = runner.waiting
    sending.resends = runner.resends
    return sending
  }
}
