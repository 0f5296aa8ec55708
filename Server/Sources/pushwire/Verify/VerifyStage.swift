import Emulators
import Foundation
import PushClientTesting
import PushContract
import Service
import Store

/// Emulators and a server of its own, for a profile that is there already. Everything it writes is in a folder
/// that goes with it; the profile and its keys are read, and nothing leaves this machine.
final class VerifyStage {
  private let suite: EmulatorSuite
  private let server: PushServer
  private let path: String
  /// A server key of the made-up backend; secret.
  let key: String

  var address: String { "http://127.0.0.1:\(server.port)" }
  /// Where virtual devices get what was sent to them.
  let devices: String

  /// - Parameter profile: its path.
  init(profile: String) throws {
    let name = "pushwire-verify-" + UUID().uuidString.prefix(8).lowercased()
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    let folder = try EmulatorFolder(path: path)
    var options = EmulatorOptions()
    options.caPath = folder.path("ca.pem")
    options.devicesPort = 0
    options.logCapacity = 0
    let suite: EmulatorSuite
    do throws(EmulatorError) { suite = try EmulatorSuite.start(options) } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw CommandError(CommandError.Code(rawValue: error.code.rawValue), error.message, place: path)
    }
    do {
      _ = try EmulatorSetup.prepare(suite, try EmulatedApp.of(profile), folder)
      key = try Self.makeKey(folder.path(StoreInput.usualName))
      server = try Self.start(profile, folder)
    } catch {
      suite.stop()
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
    self.suite = suite
    self.path = path
    devices = suite.devicesURL ?? ""
  }

  private static func makeKey(_ store: String) throws -> String {
    let issued = try ServerKey.make(name: "verify", tenant: "", scopes: [.send, .read], now: Instant.now())
    let store = try SQLiteStore(path: store)
    defer { store.close() }
    _ = try KeysCreateCommand.add(issued, to: store)
    return issued.text
  }

  private static func start(_ profile: String, _ folder: EmulatorFolder) throws -> PushServer {
    var configuration = ServerConfiguration()
    configuration.profilePath = profile
    configuration.storePath = folder.path(StoreInput.usualName)
    configuration.port = 0
    configuration.drainSeconds = 2
    configuration.sendsWebhooks = false
    configuration.emulator = try EmulatedProviders(folder.path("emulator.json"))
    do throws(ServerError) {
      return try PushServer(configuration, log: ServerLog(clock: { Instant.now() }) { _ in })
    } catch { throw CommandError(error) }
  }

  func stop() {
    server.stop()
    suite.stop()
    try? FileManager.default.removeItem(atPath: path)
  }
}
