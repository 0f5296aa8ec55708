import Foundation
import Testing

@testable import pushwire

@Suite struct OutputTests {
  private let plain = Styler(isOn: false)

  @Test func tablesAlignByWhatIsSeen() {
    var table = Table("class", ">status", "what")
    table.add(.init("shipped", .bold), .init("200"), .init("accepted"))
    table.add(.init("日本"), .init("5"), .init(""))
    #expect(
      table.text(plain, width: nil) == """
        class    status  what
        shipped     200  accepted
        日本          5

        """)
    // With colours the same columns are seen.
    let coloured = table.text(Styler(isOn: true), width: nil)
    #expect(coloured.contains("\u{1B}[1mshipped\u{1B}[0m     200"))
  }

  @Test func theLastColumnBreaksWhereTheWindowIsNarrow() {
    var table = Table("id", "text")
    table.add(.init("1"), .init("one two three four five six"))
    #expect(
      table.text(plain, width: 24) == """
        id  text
        1   one two three four
            five six

        """)
  }

  @Test func cellsCannotBreakTheTable() {
    var table = Table("a", "b")
    table.add(.init("x\ny\u{1B}[2J"), .init("z"))
    #expect(table.text(plain, width: nil) == "a        b\nx y\u{FFFD}[2J  z\n")
  }

  @Test func widthsOfText() {
    #expect(columns("abc") == 3)
    #expect(columns("日本") == 4)
    #expect(columns("e\u{301}") == 1)
    #expect(columns("🚀") == 2)
    #expect(columns("") == 0)
    #expect(columns(Styler(isOn: true).apply("abc", .bold, .red)) == 3)
    #expect(columns("\u{1B}[") == 0)
  }

  @Test func wrappingKeepsIndentsAndEmptyLines() {
    #expect(wrap("one two\n\n  three four five", width: 11) == "one two\n\n  three\n  four five\n")
    #expect(wrap("averyverylongword", width: 4) == "averyverylongword\n")
  }

  @Test func theBarTellsShareRateAndRest() {
    let output = Output(descriptor: 2, colour: .never, environment: [:])
    let bar = ProgressBar(output, total: 1_000, now: 0)
    let text = bar.text(250, "2 rejected", 1, width: 60)
    #expect(
      text == "[###............] 250 of 1,000, 250/s, 3 s left, 2 rejected")
    #expect(bar.text(1_000, "", 1, width: 100).hasPrefix("[########################################] 1,000"))
    for width in 0...80 { #expect(columns(bar.text(10, "x", 1, width: width)) <= max(0, width - 1)) }
  }

  @Test func numbersAndTimesReadWell() {
    #expect(grouped(0) == "0")
    #expect(grouped(999) == "999")
    #expect(grouped(1_234_567) == "1,234,567")
    #expect(grouped(-1_000) == "-1,000")
    #expect(duration(0.2) == "1 s")
    #expect(duration(61) == "1 min")
    #expect(duration(7_500) == "2 h 5 min")
    #expect(duration(.infinity) == "long")
  }

  @Test func jsonKeepsOrderAndIsReadByFoundation() throws {
    let value: JSON = [
      "z": 1, "a": ["x", true, .null, .number(0.5), .number(.nan)], "text": "quote \" \u{1} \u{1F680} \\",
      "empty": [:],
    ]
    #expect(value.text.hasPrefix(#"{"z":1,"a":["x",true,null,0.5,null],"#))
    let read = try JSONSerialization.jsonObject(with: Data(value.text.utf8)) as? [String: Any]
    #expect(read?["text"] as? String == "quote \" \u{1} \u{1F680} \\")
  }
}
