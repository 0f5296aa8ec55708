import Foundation
import PushCrypto
import TestSupport

@testable import Emulators

/// Runs a program that we did not write, and gives what it printed.
func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
  let ended = try ForeignProgram.run(program, arguments, joins: true)
  return (ended.status, ended.output)
}

/// A started suite with one key and one device, and provider tokens made with that key.
struct SuiteBench {
  let suite: EmulatorSuite
  let bearer: String
  static let token = String(repeating: "b2", count: 32)

  init(_ change: (inout EmulatorOptions) -> Void = { _ in }) throws {
    var options = EmulatorOptions()
    change(&options)
    suite = try EmulatorSuite.start(options)
    let pem = try suite.issueAPNsKey(keyID: "KEY1234567", teamID: "TEAM123456")
    let key = try SigningKey.load(pem: pem)
    let now = Int(EmulatorOptions.systemClock() / 1000)
    bearer =
      "bearer "
      + (try JWT.sign(["iss": "TEAM123456", "iat": .integer(now)], keyID: "KEY1234567", by: .key(key)))
    suite.register(APNsDevice(token: Self.token, environment: .sandbox, topic: "com.example.app"))
  }

  /// Header arguments for curl and nghttp.
  func headers(_ more: [String] = []) -> [String] {
    [
      "authorization: \(bearer)", "apns-topic: com.example.app", "apns-push-type: alert",
    ].flatMap { ["-H", $0] } + more.flatMap { ["-H", $0] }
  }

  var device: String { suite.apnsSandbox.url + "/3/device/" + Self.token }

  /// curl's answer: the body, then status and HTTP version.
  func curl(_ arguments: [String]) throws -> (body: String, code: String, version: String, exit: Int32) {
    let (status, output) = try run(
      "curl", ["-s", "--cacert", suite.caPath, "-w", "\n%{http_code} %{http_version}"] + arguments)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let words = (lines.last ?? "").split(separator: " ").map(String.init)
    return (lines.dropLast().joined(separator: "\n"), words.first ?? "", words.last ?? "", status)
  }
}
