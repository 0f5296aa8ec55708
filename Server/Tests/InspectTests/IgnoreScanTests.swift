import AppFacts
import TestSupport
import Testing

@testable import Inspect

struct IgnoreScanTests {
  private func scan(_ name: String, _ text: String) -> [IgnoreSpan] {
    let bytes = Array(text.utf8)
    return IgnoreScan.comments(
      InputFile(Place(name), path: nil, head: bytes, size: bytes.count, isGiven: true))
  }

  private func lines(_ name: String, _ text: String) -> [String] {
    scan(name, text).map { span in
      "\(span.comment.rules.joined(separator: "+")) \(span.comment.line)-\(span.lastLine) \(span.comment.reason)"
    }
  }

  @Test func besideAndAbove() {
    let text = """
      a: 1  # pushwire:ignore PAY002 fits in practice
      # pushwire:ignore PAY003, PAY004 the backend adds it

      # another comment
      b: 2
      c: pushwire:ignore PAY005 no comment
      """
    #expect(
      lines("x.yaml", text) == ["PAY002 1-1 fits in practice", "PAY003+PAY004 5-5 the backend adds it"])
    #expect(lines("x.json", text).isEmpty)
    #expect(lines("x.xcconfig", "A = b // pushwire:ignore PLIST004 known\n") == ["PLIST004 1-1 known"])
  }

  @Test func linesMayEndAsOnWindows() {
    #expect(lines("x.yaml", "# pushwire:ignore PAY003 why\r\nb: 2\r\n") == ["PAY003 2-2 why"])
  }

  @Test func theColumnIsTheComments() {
    #expect(
      scan("a.yaml", "é: 1 # pushwire:ignore PAY002 x").map(\.comment.place) == [
        Place("a.yaml", line: 1, column: 6)
      ])
  }

  @Test func aTagIsCoveredToItsEnd() {
    let manifest = """
      <manifest>
        <!-- pushwire:ignore AND005 another app starts it -->
        <service
          android:name=".Push > all"
          android:exported="true">
          <intent-filter/>
        </service>
        <service android:exported="true" /> <!-- pushwire:ignore AND005 so does this -->
      </manifest>
      """
    #expect(
      lines("AndroidManifest.xml", manifest) == [
        "AND005 3-5 another app starts it", "AND005 8-8 so does this",
      ])
  }

  @Test func anEntryOfAPropertyListIsCoveredWithItsValue() {
    let plist = """
      <dict>
        <!-- pushwire:ignore PLIST002 the handler is in a framework -->
        <key>UIBackgroundModes</key>
        <array>
          <array><string>fetch</string></array>
          <string>remote-notification</string>
        </array>
        <!-- pushwire:ignore PLIST005 x -->
        <key>FirebaseAppDelegateProxyEnabled</key>
        <false/>
        <key>Other</key>
        <string>y</string>
      </dict>
      """
    #expect(
      lines("Info.plist", plist) == [
        "PLIST002 3-7 the handler is in a framework", "PLIST005 9-10 x",
      ])
  }

  @Test func atTheEndThereIsNothingToSilence() {
    #expect(lines("a.yaml", "# pushwire:ignore PAY002 x") == ["PAY002 2-2 x"])
    #expect(lines("a.xml", "<!-- pushwire:ignore PAY002 x") == ["PAY002 2-2 x"])
    #expect(lines("a.plist", "<!-- pushwire:ignore PAY002 x -->\n<key>a</key>") == ["PAY002 2-2 x"])
    #expect(lines("a.plist", "<!-- pushwire:ignore PAY002 x -->\n<") == ["PAY002 2-2 x"])
  }

  @Test func anyTextIsSurvivedFuzz() {
    let pieces = [
      "pushwire:ignore", "PAY002", "<!--", "-->", "#", "//", "\n", "\r\n", "<key>", "</key>", "<array>",
      "</array>",
      "<", ">", "/>", "\"", "'", " ", "é", "\0", "reason",
    ]
    Fuzz.run("ignore comments") { _, random in
      let text = (0..<random.below(40)).map { _ in random.pick(pieces) }.joined()
      for name in ["a.yaml", "a.xml", "a.plist", "a.xcconfig"] {
        let count = text.utf8.count { $0 == 0x0A } + 1
        for span in scan(name, text) {
          #expect(span.comment.line >= 1 && span.lastLine <= count + 1)
          #expect(span.lastLine >= span.comment.line)
        }
      }
    }
  }
}
