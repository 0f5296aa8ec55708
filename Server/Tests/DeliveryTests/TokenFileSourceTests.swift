import Bytes
import Compose
import Emulators
import Foundation
import Providers
import PushContract
import Testing

@testable import Delivery

@Suite struct TokenFileSourceTests {
  private static let schema = [Parameter(name: "order", type: .id), Parameter(name: "shop", type: .string)]

  private func source(
    _ text: String, _ values: [(name: String, value: String)] = [],
    bad: @escaping (Int, String) -> Void = { _, _ in }
  ) throws -> TokenFileSource {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("targets-\(UUID().uuidString)")
      .path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let frame = try NotificationFrame(
      kind: .token, notification: "n-1", schema: Self.schema, values: values, createdAt: 1_700_000_000)
    return TokenFileSource(file: try TokenFile(path: path), frame: frame, bad: bad)
  }

  /// A draft as text: `line target order shop`.
  private func read(_ draft: borrowing PushDraft) -> String {
    func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String {
      bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    }
    return
      "\(draft.reference) \(text(draft.target.bytes)) \(text(draft.row.value(0))) \(text(draft.row.value(1)))"
  }

  private func all(_ source: TokenFileSource) -> [String] {
    var draft = PushDraft(row: ParameterRow(schema: Self.schema))
    var lines: [String] = []
    while source.next(&draft) {
      lines.append(read(draft))
      draft.removeAll()
    }
    return lines
  }

  @Test func aLineBringsItsOwnValuesOverThoseOfAll() throws {
    let source = try source(
      "aaa\norder=1 is no value without a tab\nbbb\torder=2\nccc\tshop=Kiosk am Markt\torder=3\nddd\t\torder=4\t\n",
      [("order", "0"), ("shop", "x")])
    #expect(
      all(source) == [
        "1 aaa 0 x", "2 order=1 is no value without a tab 0 x", "3 bbb 2 x", "4 ccc 3 Kiosk am Markt",
        "5 ddd 4 x",
      ])
    #expect(source.isExhausted && source.count == 5)
  }

  @Test func aValueMayHoldAnEqualsSignAndBeEmpty() throws {
    let source = try source("aaa\tshop=a=b\torder=1\nbbb\tshop=\torder=2\n")
    #expect(all(source) == ["1 aaa 1 a=b", "2 bbb 2 "])
  }

  @Test func badLinesAreToldAndPassedOver() throws {
    var told: [String] = []
    let source = try source(
      """
      aaa\torder=1\tshop=x
      bbb\torder
      ccc\t=1
      ddd\tcolour=red
      eee\torder=two words
      # a comment
      fff\torder=6\tshop=x
      """
    ) { line, why in told.append("\(line) \(why)") }
    #expect(all(source) == ["1 aaa 1 x", "7 fff 6 x"])
    #expect(told.count == 4)
    #expect(told[0].hasPrefix("2 ") && told[0].contains("name=value"))
    #expect(told[1].hasPrefix("3 ") && told[1].contains("name=value"))
    #expect(told[2].hasPrefix("4 ") && told[2].contains("no parameter colour"))
    #expect(told[3].hasPrefix("5 ") && told[3].contains("order"))
    // No value is shown.
    #expect(!told.joined().contains("two words") && !told.joined().contains("red"))
    #expect(source.count == 2)
  }

  @Test func nothingOfOneLineIsLeftInTheNext() throws {
    let source = try source("aaa\torder=1\tshop=x\nbbb\torder=bad value\tshop=y\nccc\torder=3\n")
    #expect(all(source) == ["1 aaa 1 x", "3 ccc 3 -"])
  }

  @Test func aRetryReadsItsLineAgain() throws {
    let text = (1...500).map { "token-\($0)\torder=\($0)\tshop=s\($0)" }.joined(separator: "\n")
    let source = try source(text)
    #expect(all(source).count == 500)
    var draft = PushDraft(row: ParameterRow(schema: Self.schema))
    for line in [1, 64, 65, 250, 500, 3] {
      draft.removeAll()
      let found = source.again(line, &draft)
      let text = read(draft)
      #expect(found && text == "\(line) token-\(line) \(line) s\(line)")
    }
    draft.removeAll()
    for line in [0, 501] {
      let found = source.again(line, &draft)
      #expect(!found)
    }
  }

  /// A whole campaign from a file, with resets, so that lines are read again: nobody gets another's values.
  @Test func aCampaignFromAFileGivesEachItsOwn() throws {
    var options = EmulatorOptions()
    options.apnsRules.keepsPayloads = true
    let parties = try Parties(options)
    let tokens = parties.apnsTokens(800)
    parties.suite.script(
      Scenario(rules: [
        ScenarioRule("reset", match: .every(7), actions: [.reset(code: 2, processed: false)]),
        ScenarioRule("goaway", match: .every(150), actions: [.goaway(includesThis: false, debugData: "")]),
      ]))
    let text = tokens.enumerated().map { "\($1)\torder=o\($0)" }.joined(separator: "\n")
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("campaign-\(UUID().uuidString)")
      .path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    var alert = LaneRun.alert()
    alert.body = .text(Template(parts: [.literal("Order "), .parameter("order")]))
    let frame = try NotificationFrame(
      kind: .token, notification: "n-1", schema: alert.parameters, values: [], createdAt: LaneRun.now())
    let source = TokenFileSource(file: try TokenFile(path: path), frame: frame) { _, _ in
      Issue.record("no line is bad")
    }
    var configuration = LaneRun.quick
    configuration.policy.maximumAttempts = 20
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, class: alert, configuration: configuration)
    run.run()
    #expect(run.lane?.counters.accepted == 800 && run.ledger.endedTwice.isEmpty)
    #expect((run.lane?.counters.attempts ?? 0) > 850)
    for (index, token) in tokens.enumerated() {
      let arrived = parties.suite.inbox(of: token, in: .sandbox).arrived
      #expect(arrived.count == 1)
      let payload = String(decoding: arrived.first?.payload ?? [], as: UTF8.self)
      #expect(payload.contains("\"Order o\(index)\""), "\(payload)")
    }
  }
}
