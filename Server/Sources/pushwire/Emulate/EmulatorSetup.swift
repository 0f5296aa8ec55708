import Emulators
import Foundation
import Providers
import PushContract

/// What the emulators know after the start, and where a client finds it.
struct EmulatorSetup {
  struct Device {
    var name: String
    var file: String
    var what: String
  }

  let suite: EmulatorSuite
  let app: EmulatedApp
  let folder: EmulatorFolder
  var keyFile = ""
  var keyID = "EMULATED01"
  var accountFile = ""
  var devices: [Device] = []
  /// The profile's own credentials that the emulators know, too.
  var known: [String] = []

  /// Registers keys and devices, and writes them into the folder.
  static func prepare(_ suite: EmulatorSuite, _ app: EmulatedApp, _ folder: EmulatorFolder) throws
    -> EmulatorSetup
  {
    var setup = EmulatorSetup(suite: suite, app: app, folder: folder)
    do {
      try setup.issueCredentials()
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(
        .failed, "The emulators' keys could not be made.", advice: "Look at the OpenSSL of this machine.")
    }
    setup.takeOwnCredentials()
    try setup.makeDevices()
    try folder.write(setup.json.text + "\n", to: "emulator.json")
    return setup
  }

  private mutating func issueCredentials() throws {
    keyFile = "AuthKey_\(keyID).p8"
    try folder.write(try suite.issueAPNsKey(keyID: keyID, teamID: app.teamID), to: keyFile)
    accountFile = "service-account.json"
    try folder.write(try suite.issueServiceAccount(project: app.project), to: accountFile)
  }

  /// Only the public halves are kept; what is missing or broken is left out, `keys check` says why.
  private mutating func takeOwnCredentials() {
    for key in app.keys {
      guard let file = try? APNsKeyFile.read(path: key.keyFile, keyID: key.keyID, teamID: key.teamID),
        let half = try? file.key.publicKey
      else { continue }
      let environments = Set(key.environments.compactMap { Emulators.APNsEnvironment(rawValue: $0.rawValue) })
      suite.register(
        Emulators.APNsKey(
          keyID: key.keyID, teamID: key.teamID, environments: environments, signature: .publicKey(half)))
      known.append(key.keyFile)
    }
    guard let path = app.serviceAccount, let account = try? ServiceAccount.read(path: path),
      let half = try? account.key.publicKey
    else { return }
    suite.register(FCMProject(id: account.projectID))
    suite.register(
      OAuthAccount(
        email: account.clientEmail, keyID: account.privateKeyID, projects: [account.projectID],
        signature: .publicKey(half)))
    known.append(path)
  }

  private mutating func makeDevices() throws {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    for environment in Emulators.APNsEnvironment.allCases {
      let token = try add(
        "ios-\(environment.rawValue)", "iOS, \(environment.rawValue)", DeviceTokens.hexadecimal)
      suite.register(APNsDevice(token: token, environment: environment, topic: app.topic))
    }
    let gone = try add("ios-gone", "iOS, sandbox, app deleted an hour ago", DeviceTokens.hexadecimal)
    suite.register(
      APNsDevice(
        token: gone, environment: .sandbox, topic: app.topic, state: .unregistered(at: now - 3_600_000)))
    let busy = try add(
      "ios-busy", "iOS, sandbox, too many requests for the next minute", DeviceTokens.hexadecimal)
    suite.register(
      APNsDevice(
        token: busy, environment: .sandbox, topic: app.topic, state: .throttled(until: now + 60_000)))
    let android = try add("android", "Android", DeviceTokens.registration)
    suite.register(FCMDevice(token: android, project: app.project, package: app.package))
    let removed = try add("android-gone", "Android, app removed", DeviceTokens.registration)
    suite.register(
      FCMDevice(token: removed, project: app.project, package: app.package, state: .unregistered))
  }

  private mutating func add(_ name: String, _ what: String, _ make: () -> String) throws -> String {
    let token = make()
    let file = "tokens/\(name).txt"
    try folder.write(token + "\n", to: file)
    devices.append(Device(name: name, file: file, what: what))
    return token
  }
}
