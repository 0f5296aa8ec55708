import Diagnosis
import Foundation
import Generate
import PushClient
import PushClientTesting

/// The last part: what `pushwire verify --virtual` does, against the server that is running already.
struct DemoVerifyStory {
  private let run: VirtualRun

  init(_ stage: DemoStage, _ server: DemoServer) throws {
    let profile = try ProfileInput.usable(path: stage.serverProfile).profile
    let content = try VerifyContent(profile, alert: nil, silent: nil, values: [], place: stage.serverProfile)
    let transport = try CurlTransport()
    let asked = VerifyServer("http://127.0.0.1:\(server.port)", key: server.key, transport: transport)
    run = VirtualRun(
      player: VerifyPlayer(server: asked, content: content, wait: 10_000), profile: profile,
      policy: ClientPolicy(profile),
      provider: HTTPDeliverySource(stage.suite.devicesURL ?? "", transport: transport),
      account: "fay",
      name: "demo")
  }

  func tell(_ hand: (DemoStep, DemoSection) throws -> Void) throws {
    for platform in VirtualRun.platforms(run.profile) { try hand(step(platform), .verify) }
  }

  /// One device's checklist.
  func step(_ platform: Platform) -> DemoStep {
    let report = run.run(platform)
    let findings = report.checklist
    let proven = findings.count { $0.status == .proven }
    var step = DemoStep(
      name: "verify_\(platform.rawValue)",
      title: "\(platform.title) virtual device: \(proven) of \(findings.count) proven (virtual)")
    step.check.equal("checks", findings.count, Check.allCases.count)
    for finding in findings {
      step.check.equal(finding.check.title, finding.words, "proven (virtual)")
      step.lines += VerifyPage.text(finding, Styler(isOn: false), width: 88, evidence: false)
        .split(separator: "\n").map { String($0.dropFirst(2)) }
    }
    return step
  }
}
