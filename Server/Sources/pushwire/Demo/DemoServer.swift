import Foundation
import PushContract
import PushCrypto
import Service
import Store
import Transport

/// `pushwire serve` inside the demo's process, with its store in the demo's folder.
final class DemoServer {
  private let server: PushServer
  /// A server key of the made-up backend; secret.
  let key: String
  /// What devices call the app.
  static let appID = DemoApp.name

  var port: Int { server.port }

  init(_ stage: DemoStage) throws {
    try stage.folder.write(
      try stage.suite.issueAPNsKey(keyID: DemoApp.serverKeyID, teamID: DemoApp.team),
      to: DemoApp.serverKeyFile)
    try stage.folder.write(
      DemoApp.profile.replacing(DemoApp.keyID, with: DemoApp.serverKeyID), to: DemoStage.serverProfileName)
    let issued = try ServerKey.make(name: "backend", tenant: "", scopes: [.send, .read], now: Instant.now())
    key = issued.text
    let store = try SQLiteStore(path: stage.store)
    defer { store.close() }
    _ = try KeysCreateCommand.add(issued, to: store)
    var configuration = ServerConfiguration()
    configuration.profilePath = stage.serverProfile
    configuration.storePath = stage.store
    configuration.port = 0
    configuration.drainSeconds = 2
    configuration.emulator = EmulatedProviders(
      apnsSandbox: Endpoint(host: "localhost", port: stage.suite.apnsSandbox.port),
      apnsProduction: Endpoint(host: "localhost", port: stage.suite.apnsProduction.port),
      fcm: Endpoint(host: "localhost", port: stage.suite.fcm.port), certificateAuthority: stage.ca,
      apnsKeyPath: stage.folder.path(DemoApp.serverKeyFile), apnsKeyID: DemoApp.serverKeyID,
      apnsTeamID: DemoApp.team,
      serviceAccountPath: stage.folder.path(DemoApp.accountFile))
    do throws(ServerError) {
      server = try PushServer(configuration, log: ServerLog(clock: { Instant.now() }) { _ in })
    } catch { throw CommandError(error) }
  }

  func stop() { server.stop() }
}

extension DemoStage {
  static let serverProfileName = "server.yaml"
  /// The profile, but for the APNs key.
  var serverProfile: String { folder.path(Self.serverProfileName) }
  var store: String { folder.path(StoreInput.usualName) }

  /// What `pushwire stats` reads.
  func stats() throws -> StatsReport {
    let store = try SQLiteStore(path: store)
    defer { store.close() }
    return try StatsCommand.read(
      store, days: 1, grouping: nil, analytics: Analytics(), lifecycle: Lifecycle(), now: Instant.now())
  }
}
