import Foundation
import Providers
import Testing
import Transport

@Suite struct ReasonCatalogueTests {
  @Test func everyRowIsWholeAndNamedOnce() {
    var codes: Set<String> = []
    for reason in ReasonCatalogue.all {
      #expect(codes.insert(reason.code).inserted, "\(reason.code) stands twice")
      #expect(reason.meaning.hasSuffix("."))
      #expect(!reason.causes.isEmpty && reason.causes.allSatisfy { $0.hasSuffix(".") })
      #expect(!reason.check.isEmpty && !reason.fix.isEmpty)
      #expect(reason.kind != .messageInvalid || reason.field != nil)
      #expect(reason.kind != .accepted)
      #expect(!(reason.unanswered && reason.unprocessed))
      #expect(
        reason.provider == .transport || !reason.statuses.isEmpty || reason.kind == .unknown
          || reason.kind == .unavailable)
      for text in [reason.meaning, reason.check, reason.fix] + reason.causes {
        #expect(!text.lowercased().contains("delivered"))
        #expect(!text.contains("|"))
      }
    }
  }

  @Test func aNameIsFoundInAnyCaseAndItsVariantsTogether() {
    #expect(ReasonCatalogue.find("baddevicetoken").map(\.code) == ["apns.BadDeviceToken"])
    #expect(ReasonCatalogue.find("BadEnvironmentKeyInToken").count == 1)
    #expect(ReasonCatalogue.find("INVALID_ARGUMENT").count == 3)
    #expect(ReasonCatalogue.find("fcm.INVALID_ARGUMENT.token").count == 1)
    #expect(ReasonCatalogue.find("nothing").isEmpty)
  }

  @Test func aMisspeltNameFindsItsNeighbour() {
    #expect(ReasonCatalogue.nearest("BadDeviceTokn").first == "BadDeviceToken")
    #expect(ReasonCatalogue.nearest("unregisterd").first?.lowercased() == "unregistered")
    #expect(ReasonCatalogue.nearest("quota").contains("QUOTA_EXCEEDED"))
    #expect(ReasonCatalogue.nearest("zzzzzzzzzzzzzzzzzzzzzzzz").isEmpty)
  }

  @Test func anExplanationSaysEverything() {
    for reason in ReasonCatalogue.all {
      let text = reason.explanation()
      for part in [
        reason.name, reason.meaning, reason.fix, reason.check, reason.kind.code, reason.source.rawValue,
      ] {
        #expect(text.contains(part))
      }
    }
  }

  @Test func everyOutcomeOfTheTransportHasItsRow() {
    let codes: [TransportError.Code] = [
      .resolve, .connect, .proxy, .tls, .certificate, .alpn, .http2, .timeout, .closed, .configuration,
      .system,
    ]
    let verdicts =
      [Outcome.deadline, .connectionLost, .reset, .unsent].map { TransportAnswer.verdict($0) }
      + codes.map { TransportAnswer.verdict(.unsent, error: TransportError($0, "")) }
      + [
        TransportAnswer.refusedStream, TransportAnswer.goAway, TransportAnswer.closed,
        TransportAnswer.unconfirmed,
      ]
    for verdict in verdicts {
      #expect(verdict.reason.entry?.provider == .transport)
      #expect(verdict.status == 0)
      #expect(verdict.tokenAction == .keep)
    }
    #expect(TransportAnswer.verdict(.unsent, error: TransportError(.certificate, "")).hold == .lane)
    #expect(TransportAnswer.verdict(.unsent, error: TransportError(.resolve, "")).retry == .later)
  }

  @Test func theDocumentIsTheTable() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/errors.md").standardized
    if ProcessInfo.processInfo.environment["PUSHWIRE_WRITE_DOCS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try ReasonCatalogue.markdown().write(to: file, atomically: true, encoding: .utf8)
    }
    let same = try String(contentsOf: file, encoding: .utf8) == ReasonCatalogue.markdown()
    #expect(
      same,
      "docs/errors.md is not the table's: PUSHWIRE_WRITE_DOCS=1 swift test --filter theDocumentIsTheTable")
  }
}
