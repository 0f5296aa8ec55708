import Diagnosis
import PushContract
import Testing

@Suite struct VerifyReportTests {
  private func report(_ findings: [Finding], scope: [Check] = [.sendAccepted, .silentCompletes])
    -> VerifyReport
  {
    var report = VerifyReport(
      version: "0.1.0", server: "http://127.0.0.1:8780", app: "Parcel", alertClass: "order_shipped",
      silentClass: "orders_changed", start: 1_796_028_654_000)
    var device = DeviceReport(name: "iOS", means: .virtual, id: "device-1", scope: scope)
    for finding in findings { device.add(finding) }
    report.devices = [device]
    return report
  }

  private let virtual = Evidence("apns", at: 1_796_028_655_000, "200, id 6E4C", provenance: "virtual")

  @Test func whatWasNotReachedIsUnknown() {
    let report = report([Finding(.sendAccepted, .proven, "taken", [virtual])])
    #expect(report.summary == "1 of 2 proven (virtual), 1 unknown")
    #expect(!report.isProven)
    #expect(report.findings.map(\.check) == [.sendAccepted, .silentCompletes])
    #expect(!self.report([], scope: []).isProven)
  }

  @Test func virtualProofsAreSaidToProveNoDevice() {
    let all = [
      Finding(.sendAccepted, .proven, "taken", [virtual]),
      Finding(.silentCompletes, .proven, "done", [virtual]),
    ]
    let text = report(all).markdown
    #expect(report(all).isProven)
    #expect(text.contains("**2 of 2 proven (virtual).** Every proof here is virtual"))
    #expect(text.contains("it does not prove a device"))
    #expect(!text.contains("## Not proven"))
    let real = Evidence("device", "displayed", provenance: "production device")
    let release = report([
      Finding(.sendAccepted, .proven, "taken", [real]), Finding(.silentCompletes, .proven, "done", [real]),
    ])
    #expect(release.caveat == "Every proof here is from a production device.")
  }

  @Test func thePageNamesEachHopWithItsEvidence() {
    let text = report([
      Finding(.sendAccepted, .proven, "taken", [virtual]),
      Finding(.silentCompletes, .unknown, "no receipt", next: "Look at the device."),
    ]).markdown
    #expect(
      text.contains(
        "| send returns 200 with an id | accepted | proven (virtual) | taken "
          + "| apns, 2026-11-30T08:50:55Z (virtual): 200, id 6E4C |"), "\(text)")
    #expect(text.contains("- iOS, silent work completes: **unknown**, no receipt. Look at the device."))
    #expect(text.contains("| server | http://127.0.0.1:8780 |"))
  }

  @Test func textsOfOthersBreakNoTable() {
    let evil = Evidence("device", "a | b\n# <script> [x](y) **z**")
    let text = report([Finding(.sendAccepted, .broken, "x | y", [evil])]).markdown
    #expect(text.contains("device: a \\| b # &lt;script> \\[x\\](y) \\*\\*z\\*\\* |"), "\(text)")
    #expect(text.contains("x \\| y"))
  }

  @Test func timesAreThoseOfTheCalendar() {
    #expect(UTCTime.text(0) == "1970-01-01T00:00:00Z")
    #expect(UTCTime.text(951_782_400_000) == "2000-02-29T00:00:00Z")
    #expect(UTCTime.text(1_796_028_654_999) == "2026-11-30T08:50:54Z")
    #expect(UTCTime.text(4_107_542_399_000) == "2100-02-28T23:59:59Z")
    #expect(UTCTime.text(4_107_542_400_000) == "2100-03-01T00:00:00Z")
    #expect(UTCTime.text(-1) == "1969-12-31T23:59:59Z")
  }
}
