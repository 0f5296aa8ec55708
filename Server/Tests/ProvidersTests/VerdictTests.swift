import Providers
import Testing
import Transport

@Suite struct VerdictTests {
  @Test func isASmallValue() {
    #expect(MemoryLayout<Verdict>.size <= 32)
  }

  @Test func kindsAreToldApartByEveryName() {
    #expect(Set(Verdict.Kind.allCases.map(\.code)).count == Verdict.Kind.allCases.count)
    #expect(Set(Verdict.Kind.allCases.map(\.metricLabel)).count == Verdict.Kind.allCases.count)
    #expect(Verdict.Kind.allCases.filter { $0.exitCode == 0 } == [.accepted])
    #expect(Verdict.Kind.allCases.allSatisfy { !$0.summary.contains("delivered") })
  }

  @Test func whatTheProviderNeverSawCostsNoAttempt() {
    for verdict in [TransportAnswer.refusedStream, TransportAnswer.goAway] {
      #expect(!verdict.countsAsAttempt)
      #expect(verdict.retry == .atOnce)
      #expect(!verdict.isUnanswered)
    }
    let unsent = TransportAnswer.verdict(.unsent)
    #expect(!unsent.countsAsAttempt)
    #expect(unsent.retry == .later)
    for outcome in [Outcome.deadline, .connectionLost, .reset] {
      #expect(TransportAnswer.verdict(outcome).countsAsAttempt)
      #expect(TransportAnswer.verdict(outcome).retry == .later)
    }
  }

  @Test func whatWasSentAndNeverAnsweredEndsUnconfirmed() {
    for outcome in [Outcome.deadline, .connectionLost, .reset] {
      let end = TransportAnswer.verdict(outcome).whenGivenUp()
      #expect(end.kind == .unconfirmed)
      #expect(end.retry == .no)
      #expect(end.kind.exitCode == 1)
    }
    #expect(TransportAnswer.verdict(.unsent).whenGivenUp().kind == .unavailable)
    #expect(apns(503, "{\"reason\":\"Shutdown\"}").whenGivenUp().kind == .unavailable)
  }

  @Test func holdsKeepTheQueueAndCostNoAttempt() {
    for verdict in [
      apns(400, "{\"reason\":\"TopicDisallowed\"}"), apns(403, "{\"reason\":\"InvalidProviderToken\"}"),
    ] {
      #expect(verdict.hold == .lane)
      #expect(verdict.retry == .whenReleased)
      #expect(!verdict.countsAsAttempt)
    }
    #expect(apns(400, "{\"reason\":\"BadDeviceToken\"}").hold == .nothing)
  }

  @Test func wordsAreBoundedAndClean() {
    #expect(Word("").text == nil)
    #expect(Word("abc") == Word("abc"))
    #expect(Word("a\u{1B}[31m\nb").text == "a?[31m?b")
    #expect(Word(String(repeating: "x", count: 10_000)).text?.count == Word.lengthLimit + 1)
  }
}
