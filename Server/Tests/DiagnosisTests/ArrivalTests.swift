import AppFacts
import Audit
import PushContract
import Testing

@testable import Diagnosis

/// The walk over the hops and the ranking, on facts made by hand.
struct ArrivalTests {
  @Test func nothingKnownNamesTheFirstHopAndInventsNothing() {
    let report = Arrival.diagnose(ArrivalFacts(.files, now: 0))
    #expect(report.first?.hop == .configured)
    #expect(report.hops.allSatisfy { $0.status == .unknown })
    #expect(report.causes.allSatisfy { $0.strength == .possible })
    #expect(report.next?.text == "Run `pushwire keys check` on the credential.")
  }

  @Test func anAcceptedPushIsNotADeliveredOne() throws {
    var facts = ArrivalFacts(.notification("n1"), now: 0)
    facts.message = message("accepted", status: 200)
    let report = Arrival.diagnose(facts)
    #expect(report.standing(.accepted)?.status == .proven)
    #expect(report.standing(.configured)?.status == .proven)
    #expect(report.first?.hop == .permitted)
    #expect(report.standing(.received)?.status == .unknown)
  }

  @Test func aReceiptProvesAllThatComesBefore() {
    var facts = ArrivalFacts(.notification("n1"), now: 0)
    facts.message = message("accepted", status: 200, receipts: ["received", "displayed"])
    let report = Arrival.diagnose(facts)
    for hop in [Hop.configured, .permitted, .registered, .composed, .accepted, .received, .displayed] {
      #expect(report.standing(hop)?.status == .proven, "\(hop)")
    }
    #expect(report.first?.hop == .opened)
  }

  @Test func aReasonThatSeveralCausesKnowIsASignAndNoProof() throws {
    var facts = ArrivalFacts(.installation("i1"), now: 0)
    facts.platform = .ios
    facts.message = message("rejected", status: 400, reason: "BadDeviceToken")
    let report = Arrival.diagnose(facts)
    #expect(report.first?.hop == .accepted)
    let likely = report.causes.filter { $0.strength == .likely }.map(\.cause.id)
    #expect(likely == ["environment.host", "client.token"])
    #expect(report.causes[0].because == ["the server's log says BadDeviceToken"])
  }

  @Test func whatAProviderSaysGoesBeforeALikelyFinding() {
    var facts = ArrivalFacts(.files, now: 0)
    facts.platform = .ios
    facts.message = message("rejected", status: 400, reason: "BadDeviceToken")
    facts.audit = audit([finding("FLOW001", .error, .likely)])
    let likely = Arrival.diagnose(facts).causes.filter { $0.strength == .likely }.map(\.cause.id)
    #expect(likely == ["environment.host", "client.token", "client.permission"])
  }

  @Test func theNextTestOfAProvedFaultBeginsWithTheFixOfItsFinding() {
    var facts = ArrivalFacts(.files, now: 0)
    facts.audit = audit([finding("HOST002", .error, .proved)])
    #expect(Arrival.diagnose(facts).next?.text.hasPrefix("mend it. Then: ") == true)
  }

  @Test func aReasonAndAFindingAgree() {
    var facts = ArrivalFacts(.installation("i1"), now: 0)
    facts.platform = .ios
    facts.message = message("rejected", status: 400, reason: "BadDeviceToken")
    facts.audit = audit([finding("HOST006", .warning, .likely)])
    #expect(Arrival.diagnose(facts).causes.first?.cause.id == "environment.host")
    #expect(Arrival.diagnose(facts).causes.first?.strength == .agreed)
  }

  @Test func theEarlierOfTwoProvedFaultsComesFirst() {
    var facts = ArrivalFacts(.files, now: 0)
    facts.audit = audit([finding("PAY004", .error, .proved), finding("SIG001", .error, .proved)])
    facts.kind = .silent
    let report = Arrival.diagnose(facts)
    #expect(report.causes.prefix(2).map(\.cause.id) == ["entitlement.missing", "payload.silent"])
    #expect(report.first?.hop == .registered)
  }

  @Test func anAnswerOfThePersonDecides() {
    var facts = ArrivalFacts(.notification("n1"), now: 0)
    facts.platform = .ios
    facts.kind = .alert
    facts.message = message("accepted", status: 200, receipts: ["received"])
    #expect(Arrival.diagnose(facts).questions.map(\.id).contains("focus"))
    facts.answers = ["focus": "on", "notifications": "on"]
    let on = Arrival.diagnose(facts)
    #expect(on.causes.first?.cause.id == "device.focus")
    #expect(!on.questions.map(\.id).contains("focus"))
    facts.answers = ["focus": "off"]
    #expect(!Arrival.diagnose(facts).causes.map(\.cause.id).contains("device.focus"))
  }

  @Test func aSilentPushNeedsNoPermissionAndShowsNothing() {
    var facts = ArrivalFacts(.notification("n1"), now: 0)
    facts.kind = .silent
    facts.platform = .ios
    facts.message = message("accepted", status: 200)
    let report = Arrival.diagnose(facts)
    #expect(report.standing(.permitted)?.status == .notApplicable)
    #expect(report.standing(.displayed)?.status == .notApplicable)
    #expect(report.first?.hop == .received)
    #expect(
      report.causes.map(\.cause.id) == [
        "device.force_quit", "device.refresh", "device.throttled", "device.offline",
      ])
  }

  @Test func aMadeUpTokenThatIsRefusedProvesTheKey() {
    var facts = ArrivalFacts(.files, now: 0)
    facts.probes = [
      ProbeFacts(
        provider: "apns", host: "api.push.apple.com", status: 400, reason: "BadDeviceToken",
        isMadeUpToken: true)
    ]
    let report = Arrival.diagnose(facts)
    #expect(report.standing(.configured)?.status == .proven)
    #expect(report.standing(.accepted)?.status == .unknown)
    #expect(!report.causes.contains { $0.because.contains { $0.contains("BadDeviceToken") } })
  }

  @Test func anUnknownReasonIsKeptVerbatim() {
    var facts = ArrivalFacts(.notification("n1"), now: 0)
    facts.message = message("rejected", status: 418, reason: "TeapotPolicy")
    let report = Arrival.diagnose(facts)
    #expect(report.unknownWords == ["TeapotPolicy"])
    #expect(
      report.first?.hop == .accepted && report.first?.why == "the provider refused it: 418 TeapotPolicy")
  }

  @Test func anUnreachableServerProvesNothing() {
    var facts = ArrivalFacts(.installation("i1"), now: 0)
    facts.server = .unreachable("connection refused")
    #expect(Arrival.diagnose(facts).hops.allSatisfy { $0.status == .unknown })
    facts.server = .unknownSubject
    #expect(Arrival.diagnose(facts).first?.hop == .registered)
  }

  @Test func everyGroupHasACause() {
    #expect(Set(Causes.all.map(\.group)) == Set(CauseGroup.allCases))
    #expect(Set(Causes.all.map(\.id)).count == Causes.all.count)
  }

  @Test func everyQuestionOfACauseIsKnownWithItsValue() {
    for cause in Causes.all {
      for (id, value) in Array(cause.confirmedBy) + Array(cause.excludedBy) {
        #expect(Question.named(id)?.values.contains(value) == true, "\(cause.id): \(id)=\(value)")
      }
    }
  }

  // MARK: facts by hand

  private func message(
    _ sending: String, status: Int?, reason: String? = nil, receipts: [String] = []
  ) -> MessageFacts {
    var facts = MessageFacts()
    facts.sending = sending
    facts.httpStatus = status
    facts.reason = reason
    facts.receipts = receipts.map { kind in
      var receipt = ReceiptFacts()
      receipt.kind = kind
      return receipt
    }
    return facts
  }

  private func finding(_ rule: RuleID, _ severity: Severity, _ confidence: Confidence) -> AuditFinding {
    AuditFinding(
      rule, severity, confidence, "made up", evidence: [Exhibit(Place("x"), "made up")], fix: "mend it",
      about: ["app:dev.pushwire.parcel"])
  }

  private func audit(_ findings: [AuditFinding]) -> AuditResult {
    var result = Audit.run(AuditFacts(), now: 0)
    result.findings = findings
    return result
  }
}

extension ArrivalReport {
  func standing(_ hop: Hop) -> HopStanding? { hops.first { $0.hop == hop } }
}
