import Emulators
import Foundation
import Providers
import PushContract

/// A suite of emulators with keys and devices that it knows.
struct Parties {
  let suite: EmulatorSuite
  let key: APNsKeyFile
  /// The sandbox's provider token, shared as a process shares it.
  let token: ProviderToken
  static let keyID = "ABC123DEFG"
  static let teamID = "ABCDE12345"
  static let project = "parcel-example"

  init(
    _ options: EmulatorOptions = EmulatorOptions(),
    environments: Set<Emulators.APNsEnvironment> = [.sandbox, .production], topics: Set<String>? = nil
  ) throws {
    suite = try EmulatorSuite.start(options)
    let pem = try suite.issueAPNsKey(
      keyID: Self.keyID, teamID: Self.teamID, environments: environments, topics: topics)
    key = try Self.keyFile(pem)
    token = ProviderToken(key: key, environment: .sandbox)
  }

  static func keyFile(_ pem: String, keyID: String = keyID) throws -> APNsKeyFile {
    try APNsKeyFile.check(
      pem: Array(pem.utf8), file: "AuthKey_\(keyID).p8", keyID: keyID, teamID: teamID)
  }

  func token(_ environment: Environment) -> ProviderToken {
    environment == .sandbox ? token : ProviderToken(key: key, environment: environment)
  }

  /// A service account of the project.
  func account() throws -> ServiceAccount {
    try ServiceAccount.check(
      json: Array(try suite.issueServiceAccount(project: Self.project).utf8), file: "account.json")
  }

  static func hex(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "a1", count: 24) + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Device tokens known to APNs.
  @discardableResult
  func apnsTokens(_ count: Int, environment: Emulators.APNsEnvironment = .sandbox) -> [String] {
    (0..<count).map { index in
      suite.register(
        APNsDevice(token: Self.hex(index), environment: environment, topic: LaneRun.topic))
      return Self.hex(index)
    }
  }

  /// Registration tokens known to FCM.
  @discardableResult
  func fcmTokens(_ count: Int, platform: FCMDevice.Platform = .android) -> [String] {
    (0..<count).map { index in
      let token = "\(platform.rawValue)-token-\(index):APA91b" + String(repeating: "x", count: 100)
      suite.register(FCMDevice(token: token, project: Self.project, platform: platform))
      return token
    }
  }

  /// Scripts one answer for every request to a server, at most `times`.
  func answer(
    _ answer: ScenarioAnswer, on server: EmulatedServer = .apnsSandbox, times: Int? = nil
  ) {
    script([.answer(answer)], on: server, times: times)
  }

  func script(_ actions: [ScenarioAction], on server: EmulatedServer = .apnsSandbox, times: Int? = nil) {
    var match = ScenarioMatch()
    match.server = server
    match.times = times
    suite.script(Scenario(rules: [ScenarioRule("all", match: match, actions: actions)]))
  }
}
