import Foundation
import PushClient
import Testing

@testable import Store
@testable import pushwire

@Suite struct CampaignCommandTests {
  private func stage(devices: Int = 3) throws -> StoreStage {
    let stage = try StoreStage(profile: CampaignStage.profile)
    for number in 0..<devices { try stage.register("d-\(number)") }
    return stage
  }

  private func create(_ stage: StoreStage, _ words: String...) throws -> Program.Ended {
    try stage.run(["campaign", "create"] + CampaignStage.news + words)
  }

  @Test func isCreatedOnceAndShown() throws {
    let stage = try stage()
    let made = try create(stage, "--id", "spring", "--all", "--rate", "10", "--json")
    #expect(made.exit == 0 && made.object["repeated"] as? Bool == false, "\(made)")
    #expect(
      try create(stage, "--id", "spring", "--all", "--rate", "10", "--json").object["repeated"] as? Bool
        == true)
    let other = try create(stage, "--id", "spring", "--all", "--rate", "11")
    #expect(other.exit == 1 && other.errors.contains("other content"), "\(other)")
    let shown = try stage.run("campaign", "show", "spring")
    #expect(shown.exit == 0 && shown.output.contains("scheduled") && shown.output.contains("10 a second"))
    let json = try stage.run("campaign", "show", "spring", "--json")
    #expect(json.object["campaign"] as? String == "spring" && json.object["progress"] is [String: Any])
    #expect(try stage.run("campaign", "list").output.contains("spring"))
    let list = try stage.run("campaign", "list", "--json")
    #expect((list.object["campaigns"] as? [[String: Any]])?.count == 1)
    #expect(try stage.run("campaign", "show", "summer").exit == 1)
    #expect(try stage.run("campaign", "show", "spring", "--tenant", "acme").exit == 1)
  }

  @Test func aFileAndOptionsGoTogether() throws {
    let stage = try stage()
    try stage.write(
      "spring.json",
      #"{"id":"spring","class":"news","audience":"all","parameters":{"headline":"A","count":1,"price":"1","hot":true,"when":1}}"#
    )
    let made = try stage.run("campaign", "create", "spring.json", "--ttl", "2h", "--receipts", "10", "--json")
    #expect(made.exit == 0, "\(made)")
    let json = try stage.run("campaign", "show", "spring", "--json")
    #expect(json.object["receipt_sampling"] as? Int == 10)
    try stage.write("bad.json", "[1]")
    #expect(try stage.run("campaign", "create", "bad.json").errors.contains("no JSON object"))
    try stage.write("bad.json", "{")
    #expect(try stage.run("campaign", "create", "bad.json").errors.contains("no JSON"))
    try stage.write("bad.json", #"{"id":"x","class":"news","audience":"all","speed":1}"#)
    let unknown = try stage.run("campaign", "create", "bad.json")
    #expect(unknown.exit == 1 && unknown.errors.contains("/speed"), "\(unknown)")
    #expect(try stage.run("campaign", "create", "none.json").exit == 3)
  }

  @Test func aDryRunTellsWhatItWouldComeTo() throws {
    let stage = try stage()
    try stage.register("old", daysAgo: 40)
    let dry = try create(stage, "--id", "spring", "--all", "--rate", "1", "--dry-run")
    #expect(dry.exit == 0, "\(dry)")
    for words in ["3  would be sent", "1  stale", "3  ios-production", "about 3 s", "0.00 EUR"] {
      #expect(dry.output.contains(words), "\(words): \(dry.output)")
    }
    #expect(try stage.run("campaign", "show", "spring").exit == 1)
    let json = try create(stage, "--id", "spring", "--platform", "android", "--dry-run", "--json")
    #expect(json.object["devices"] as? Int == 0, "\(json)")
  }

  @Test func aLargeAudienceNamesTheWaysOut() throws {
    let stage = try stage(devices: 51)
    let made = try create(stage, "--id", "spring", "--all")
    #expect(made.exit == 1 && made.errors.contains("pushwire audience export"), "\(made)")
    #expect(made.errors.contains("fanout.direct_max"))
  }

  @Test func whatIsWrongIsSaid() throws {
    let stage = try stage()
    for words in [
      ["--all"], ["--id", "x"], ["--id", "x", "--all", "--tag", "t"], ["--id", "x", "--all", "--rate", "0"],
      ["--id", "x", "--all", "--ramp-step", "1m"], ["--id", "x", "--all", "--key", "k"],
      ["--id", "x", "--all", "--server", "nowhere"],
    ] {
      let ended = try stage.run(["campaign", "create"] + CampaignStage.news + words)
      #expect(ended.exit == 2, "\(words): \(ended)")
    }
    let ramp = try create(stage, "--id", "x", "--all", "--rate", "5", "--ramp-from", "9")
    #expect(ramp.exit == 1 && ramp.errors.contains("/ramp_up/from"), "\(ramp)")
    #expect(try stage.run("campaign").errors.contains("needs one word more"))
  }

  @Test func isPausedResumedAndCancelledAndWatchedToItsEnd() throws {
    let stage = try stage()
    #expect(try create(stage, "--id", "spring", "--all").exit == 0)
    for (verb, state) in [
      ("pause", "paused"), ("pause", "paused"), ("resume", "scheduled"), ("cancel", "cancelled"),
    ] {
      let ended = try stage.run("campaign", verb, "spring", "--json")
      #expect(ended.exit == 0 && ended.object["state"] as? String == state, "\(ended)")
    }
    let late = try stage.run("campaign", "resume", "spring")
    #expect(late.exit == 1 && late.output.contains("is cancelled and stays so"), "\(late)")
    #expect(try stage.run("campaign", "pause", "summer").exit == 1)
    let watched = try stage.run("campaign", "watch", "spring")
    #expect(watched.exit == 1 && watched.output.hasPrefix("spring cancelled"), "\(watched)")
    let json = try stage.run("campaign", "watch", "spring", "--json")
    #expect(json.exit == 1 && json.lines.count == 1 && json.lines[0]["state"] as? String == "cancelled")
    #expect(try stage.run("campaign", "watch", "summer").exit == 1)
  }
}

@Suite struct CampaignFactsTests {
  private func facts(_ change: (inout CampaignFacts) -> Void) -> CampaignFacts {
    var facts = CampaignFacts(.null)
    facts.id = "spring"
    facts.state = "running"
    facts.way = "direct"
    facts.total = 1000
    facts.looked = 250
    facts.accepted = 240
    facts.rejected = 4
    facts.suppressed = 6
    facts.rate = 50
    change(&facts)
    return facts
  }

  @Test func theLineTellsAllAndFitsItsWindow() {
    let line = facts { _ in }.line
    #expect(line == "spring running, 250 of 1,000, 50/s, accepted 240, rejected 4, suppressed 6, 15 s left")
    let wide = facts { _ in }.line(width: 120)
    #expect(wide.hasPrefix("[#######.......................] spring"), "\(wide)")
    for width in 20...200 { #expect(columns(facts { _ in }.line(width: width)) < width) }
    #expect(!facts { $0.id = "a\u{1B}[31m" }.line.contains("\u{1B}"))
  }

  @Test func onlyDoneIsAGoodEnd() {
    #expect(facts { $0.state = "done" }.exit == .yes)
    #expect(facts { $0.state = "failed" }.exit == .no && facts { $0.state = "cancelled" }.exit == .no)
    for state in ["scheduled", "running", "paused", "finishing"] {
      #expect(facts { $0.state = state }.exit == nil)
    }
  }

  @Test func thePaceIsTakenFromWhatWasSeen() {
    var pace = WatchedPace()
    #expect(pace.rate(facts { $0.rate = nil }, now: 0) == nil)
    #expect(
      pace.rate(
        facts {
          $0.rate = nil; $0.looked = 350
        }, now: 2) == 50)
    #expect(
      pace.rate(
        facts {
          $0.rate = 77; $0.looked = 400
        }, now: 3) == 77)
    #expect(pace.rate(facts { $0.state = "paused" }, now: 4) == nil)
    #expect(
      pace.rate(
        facts {
          $0.rate = nil; $0.looked = 400
        }, now: 5) == nil)
  }
}

@Suite struct LineReaderTests {
  private func lines(_ bytes: [UInt8], longest: Int = 100) throws -> Result<[String], LineReader.Fault> {
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("f")
    try Data(bytes).write(to: file)
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    var reader = LineReader(descriptor, longest: longest)
    var found: [String] = []
    do throws(LineReader.Fault) {
      while let line = try reader.next() { found.append(line) }
    } catch { return .failure(error) }
    return .success(found)
  }

  @Test func endsAreLineFeedsWithOrWithoutCarriageReturns() throws {
    #expect(try lines(Array("\u{FEFF}a\r\n\nb".utf8)) == .success(["a", "", "b"]))
    #expect(try lines([]) == .success([]))
    #expect(
      try lines(Array(String(repeating: "x\n", count: 70_000).utf8))
        == .success(Array(repeating: "x", count: 70_000)))
  }

  @Test func longLinesAndOtherBytesAreRefused() throws {
    #expect(try lines(Array(String(repeating: "x", count: 100).utf8) + [10]) != .failure(.tooLong))
    #expect(try lines(Array(String(repeating: "x", count: 101).utf8) + [10]) == .failure(.tooLong))
    #expect(try lines([0xFF, 10]) == .failure(.notUTF8))
  }

  @Test func tablesAreReadAsTheyAreWritten() {
    #expect(CSVLine.fields("a,,\"b \"\"c\"\", d\"") == ["a", "", "b \"c\", d"])
    #expect(CSVLine.fields("") == [""])
    for bad in ["\"a", "a\"b", "\"a\"b"] { #expect(CSVLine.fields(bad) == nil) }
    for value in ["plain", "a,b", "q\"q", "l\nl"] where !value.contains("\n") {
      #expect(CSVLine.fields(AudienceWriter.field(value)) == [value])
    }
  }

  @Test func timesAreReadInBothWays() {
    #expect(pushwire.Instant.parse("2030-01-31T18:00:00Z") == 1_896_112_800_000)
    #expect(pushwire.Instant.parse("2030-01-31T18:00:00.250Z") == 1_896_112_800_250)
    #expect(pushwire.Instant.parse("1896112800000") == 1_896_112_800_000)
    for bad in ["soon", "", "-1", "2030-01-31"] { #expect(pushwire.Instant.parse(bad) == nil) }
    #expect(pushwire.Instant.exact(1_896_112_800_250) == "2030-01-31T18:00:00.250Z")
  }
}
