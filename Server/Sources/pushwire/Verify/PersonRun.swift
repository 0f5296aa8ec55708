import Diagnosis
import Foundation

/// The checklist on one real device, step by step with the person who holds it.
struct PersonRun {
  let player: VerifyPlayer
  let installation: String
  /// Different for each run.
  let name: String
  var checks = Check.allCases
  /// Milliseconds between two looks at the server.
  var pause = 1000

  /// - Parameters:
  ///   - begin: called before each check.
  ///   - tell: called with each finding.
  /// - Throws: where the server does not know the installation.
  func run(
    ask: @escaping (_ instruction: String, _ canBeAbsent: Bool) -> VerifyTerminal.Reply,
    begin: (Check) -> Void = { _ in }, tell: (Finding) -> Void = { _ in }
  ) throws -> DeviceReport {
    let known = try facts()
    var report = DeviceReport(
      name: known.platform == "android" ? "Android device" : known.platform == "macos" ? "Mac" : "iOS device",
      means: .person, id: installation, scope: checks)
    report.installation = known
    let driver = PersonDriver(installation: installation, platform: known.platform, pause: pause, ask: ask)
    var alert: Observations?
    var account = known.account
    for check in Check.orderForPerson where checks.contains(check) {
      if player.isStopped() { break }
      begin(check)
      // Who is signed in now, and what is on record already: without that, old evidence would pass for new.
      let now: InstallationFacts
      do { now = try facts() } catch {
        let finding = Finding(
          check, .unknown, "not tested: \(error.message)", next: "Does it run, and is the address right?")
        report.add(finding)
        tell(finding)
        continue
      }
      account = now.account ?? account
      var setting = CheckRun.Setting(
        means: .person, prefix: "verify-\(name)-\(check.rawValue)", account: account ?? "")
      setting.known = now
      var run = CheckRun(check, setting, earlier: alert)
      let finding = player.play(&run, with: driver)
      if check == .alertTerminated { alert = run.observed }
      if let facts = run.observed.installation, !facts.platform.isEmpty { report.installation = facts }
      report.add(finding)
      tell(finding)
    }
    return report
  }

  private func facts() throws(CommandError) -> InstallationFacts {
    switch player.server.installation(installation, at: Instant.now()) {
    case .installation(let facts?): return facts
    case .unreachable(let why):
      throw CommandError.unreadable("The installation cannot be read: \(why).", place: player.server.address)
    default:
      throw CommandError(
        .configuration, "The server does not know this installation.", place: player.server.address,
        advice:
          "The app shows its id; `pushwire tokens list` lists all. Open the app once, so that it registers.")
    }
  }
}
