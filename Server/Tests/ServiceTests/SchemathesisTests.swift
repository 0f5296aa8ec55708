import Foundation
import TestSupport
import Testing

@testable import Service

/// A judge that we did not write reads /openapi.json and tries every operation: no 5xx, no status, type or
/// body that is not documented.
@Suite struct SchemathesisTests {
  static let version = "4.32.5"

  /// The program, in an environment of its own that is made once; nil, said aloud, where there is no way to it.
  private static func program() throws -> String? {
    if let path = ProcessInfo.processInfo.environment["PUSHWIRE_SCHEMATHESIS"] { return path }
    let build = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/schemathesis-" + version)
    let program = build.appendingPathComponent("bin/schemathesis").path
    if FileManager.default.isExecutableFile(atPath: program) { return program }
    guard ForeignProgram.isInstalled("python3") else {
      print("schemathesis: skipped, there is no python3")
      return nil
    }
    let made = try ForeignProgram.run("python3", ["-m", "venv", build.path], joins: true)
    let installed =
      made.status == 0
      ? try ForeignProgram.run(
        build.path + "/bin/python",
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "schemathesis==" + version],
        joins: true) : made
    guard installed.status == 0 else {
      print("schemathesis: skipped, it cannot be installed: \(installed.output.suffix(300))")
      try? FileManager.default.removeItem(at: build)
      return nil
    }
    return program
  }

  @Test func findsNoFaultAndNothingUndocumented() throws {
    guard let program = try Self.program() else { return }
    let front = try FrontStage(try ServerStage { $0.metrics = { Array("up 1\n".utf8) } })
    let stage = front.stage
    stage.lanes.set(room: 100_000)
    let key = try stage.key([.admin])
    try stage.ticketSecret()
    let device = StageDevice("device-1")
    try stage.register(device, account: "user-1")
    let ticket = try stage.ticket("user-1")
    let secret = "Pushwire-Installation-Secret: " + device.secret
    let bearer = "Authorization: Bearer " + key
    let runs: [(what: String, paths: String, headers: [String])] = [
      (
        "with a key", "^/(v1/(notifications|notifications/.id.|tickets|stats)|metrics|healthz|readyz)$",
        [bearer]
      ),
      ("of campaigns", "^/v1/(campaigns|installations/.id./tags$)", [bearer]),
      ("of batches", "^/v1/notifications/batch$", [bearer]),
      ("with a ticket", "^/v1/(installations/.id.$|inbox)", ["Authorization: Bearer " + ticket, secret]),
      (
        "as the installation", "^/v1/(installations|inbox)",
        ["Pushwire-App: demo", secret, "Pushwire-Installation: device-1"]
      ),
      ("as a stranger", "^/", []),
    ]
    // What a batch holds is judged item by item: a bad one is no bad request.
    let checks = [
      "not_a_server_error", "status_code_conformance", "content_type_conformance",
      "response_schema_conformance",
      "unsupported_method", "allow_header_conformance", "ignored_auth", "missing_required_header",
    ]
    for run in runs {
      var arguments = [
        "60", program, "run", front.base + "/openapi.json", "--include-path-regex", run.paths, "--workers",
        "1",
        "--checks",
        (checks + (run.what == "of batches" ? [] : ["negative_data_rejection"])).joined(separator: ","),
        "--max-examples", run.headers.isEmpty ? "3" : "15", "--phases", "examples,coverage,fuzzing",
        "--suppress-health-check", "all", "--no-color", "--seed", "\(Fuzz.seed % 1_000_000)",
      ]
      for header in run.headers { arguments += ["--header", header] }
      let ended = try ForeignProgram.run(
        "timeout", arguments, environment: ProcessInfo.processInfo.environment, joins: true)
      #expect(ended.status == 0, "\(run.what): \(ended.output.suffix(6000))")
      print(
        "schemathesis \(run.what): \(ended.output.split(separator: "\n").suffix(3).joined(separator: " "))")
    }
    #expect(!stage.events.all.contains { $0.status >= 500 && $0.route != "none" })
    let reached = Set(stage.events.all.filter { $0.problem == nil }.map(\.route))
    print(
      "schemathesis: \(stage.events.all.count) requests, \(reached.count) operations answered without a problem"
    )
    #expect(reached.count >= 9, "\(reached.sorted())")
  }
}
