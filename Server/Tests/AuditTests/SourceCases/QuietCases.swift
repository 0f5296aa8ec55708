import Testing

@testable import Audit

/// What looks like a fault and is none: every source rule stays silent.
@Suite struct QuietCases {
  static let plist = SRCExample.plist
  static func fetch(_ name: String, _ body: String, more: String = "") -> SourceCase {
    SourceCase(name, plist, SRCExample.app(fetch: SRCExample.fetching(body), more: more))
  }

  static let cases: [SourceCase] = completions + tokens + launches + libraries + accounts

  @Test(arguments: cases) func nothingIsFound(_ source: SourceCase) throws { try source.check() }

  /// A file given by itself is no whole app: what is not in it may stand elsewhere.
  @Test func aLoneFileIsNotAskedForWhatItLacks() throws {
    let app = SRCExample.app(launch: "    print(1)", fail: "", present: "")
    let run = try ExampleRun([.init(name: "AppDelegate.swift", text: app.text)])
    #expect(run.facts.sources.count == 1)
    #expect(run.result.all.filter { $0.rule.hasPrefix("SRC") || $0.rule.hasPrefix("FLOW") }.isEmpty)
  }
}
