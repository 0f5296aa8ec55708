import Foundation
import PushCrypto

/// A server that answers every push, in a process of its own, with the folder that `pushwire serve --emulator`
/// reads.
final class StandIn {
  let port: Int
  /// For `--emulator`.
  let emulatorFolder: String
  private let server: Child
  private let sample: Sample

  init(folder: String) throws {
    guard let own = Bundle.main.executablePath else {
      throw BenchError("where this program is cannot be told")
    }
    let ca = folder + "/ca.pem"
    server = try Child([own, "serve", "--ca", ca, "--streams", "1000"])
    port = try Comparison.waitForPort(server)
    sample = try Sample(folder: folder)
    emulatorFolder = folder + "/emulator"
    try FileManager.default.createDirectory(atPath: emulatorFolder, withIntermediateDirectories: true)
    try writeFolder(ca)
  }

  func stop() { server.stop() }

  private func writeFolder(_ ca: String) throws {
    let url = "https://localhost:\(port)"
    let keyFile = emulatorFolder + "/AuthKey_\(SendBench.keyID).p8"
    let key = try SendBench.makeKey()
    try key.key.privatePEM().write(toFile: keyFile, atomically: true, encoding: .utf8)
    let accountFile = emulatorFolder + "/service-account.json"
    let account: [String: Any] = [
      "type": "service_account", "project_id": "parcel-bench", "private_key_id": "bench",
      "private_key": try SigningKey.generate(.rsa).privatePEM(),
      "client_email": "pushwire@parcel-bench.iam.gserviceaccount.com", "token_uri": url + "/token",
    ]
    try JSONSerialization.data(withJSONObject: account).write(to: URL(fileURLWithPath: accountFile))
    let told: [String: Any] = [
      "apns_sandbox": url, "apns_production": url, "fcm": url, "ca": ca,
      "apns_key": ["file": keyFile, "key_id": SendBench.keyID, "team_id": key.teamID],
      "service_account": ["file": accountFile],
    ]
    try JSONSerialization.data(withJSONObject: told)
      .write(to: URL(fileURLWithPath: emulatorFolder + "/emulator.json"))
  }

  /// What h2load sends it a second: requests as the sender makes them, on as many connections.
  func h2load(_ requests: Int) throws -> Double {
    let finished = try Child.run(
      ["h2load", "-t", "1", "-n", "\(requests)", "-c", "2", "-m", "200", "-d", sample.body]
        + sample.headers.flatMap { ["-H", "\($0.0): \($0.1)"] } + ["https://localhost:\(port)\(sample.path)"])
    guard finished.output.contains(" \(requests) succeeded"),
      let line = finished.output.split(separator: "\n").first(where: { $0.hasPrefix("finished in") }),
      let rate = line.split(separator: ",").dropFirst().first?.split(separator: " ").first.flatMap({
        Double($0)
      })
    else { throw BenchError("h2load did not get an answer to every request:\n\(finished.output)") }
    return rate
  }
}
