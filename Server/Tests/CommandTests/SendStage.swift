import Emulators
import Foundation
import TestSupport

/// Emulators in this process, and a folder with keys and payloads for `pushwire send`.
final class SendStage: Sendable {
  let suite: EmulatorSuite
  /// Where everything is.
  let folder: ScratchFolder
  var path: String { folder.path }
  static let topic = "com.example.parcel"
  static let project = "parcel-example"
  static let keyID = "ABC123DEFG"

  init(_ options: EmulatorOptions = EmulatorOptions(), scenario: Scenario = Scenario()) throws {
    suite = try EmulatorSuite.start(options)
    folder = try ScratchFolder()
    suite.script(scenario)
    try write("AuthKey_\(Self.keyID).p8", try suite.issueAPNsKey(keyID: Self.keyID, teamID: "ABCDE12345"))
    try write("account.json", try suite.issueServiceAccount(project: Self.project))
    try write("push.apns", #"{"aps":{"alert":"hello"}}"#)
    try write("message.json", #"{"notification":{"title":"hello"}}"#)
  }

  func write(_ name: String, _ text: String) throws { try folder.file(name, text) }

  /// A device token from a number.
  static func token(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "c3", count: 24) + String(repeating: "0", count: 16 - digits.count) + digits
  }

  @discardableResult
  func device(_ index: Int, _ state: APNsDevice.State = .valid) -> String {
    suite.register(
      APNsDevice(token: Self.token(index), environment: .sandbox, topic: Self.topic, state: state))
    return Self.token(index)
  }

  /// A registration token from a number.
  static func fcmToken(_ index: Int) -> String {
    "registration-\(index):APA91b" + String(repeating: "z", count: 80)
  }

  @discardableResult
  func fcmDevice(_ index: Int, _ platform: FCMDevice.Platform = .android) -> String {
    suite.register(FCMDevice(token: Self.fcmToken(index), project: Self.project, platform: platform))
    return Self.fcmToken(index)
  }

  /// `pushwire send` of a payload to the sandbox.
  func apns(
    _ arguments: String..., arguments more: [String] = [], key: String = "AuthKey_\(keyID).p8",
    port: Int? = nil
  ) throws
    -> Program.Ended
  {
    try run(
      [
        "send", "--payload", "push.apns", "--env", "sandbox", "--key", key, "--team-id", "ABCDE12345",
        "--topic", Self.topic, "--endpoint", "localhost:\(port ?? suite.apnsSandbox.port)",
      ] + arguments + more)
  }

  /// `pushwire send` of a message through FCM.
  func fcm(_ arguments: String..., account: String = "account.json") throws -> Program.Ended {
    try run(
      [
        "send", "--payload", "message.json", "--via", "fcm", "--service-account", account, "--endpoint",
        "localhost:\(suite.fcm.port)",
      ] + arguments)
  }

  private func run(_ arguments: [String]) throws -> Program.Ended {
    try Program.run(
      arguments + (arguments.contains("--ca") ? [] : ["--ca", suite.caPath]), in: URL(fileURLWithPath: path),
      environment: ["XDG_CACHE_HOME": path + "/cache"])
  }
}

extension Program.Ended {
  /// The JSON lines of a kind: `message` or `summary`.
  func lines(_ type: String) -> [[String: Any]] { lines.filter { $0["type"] as? String == type } }
}
