import Testing

@testable import pushwire

@Suite struct WordsTests {
  @Test func aSuggestionIsNearOrNothing() {
    let known = ["send", "check", "init", "keys check"]
    #expect(suggestion(for: "chek", in: known) == " Did you mean check?")
    #expect(suggestion(for: "SEND", in: known) == " Did you mean send?")
    #expect(suggestion(for: "keys chekc", in: known) == " Did you mean keys check?")
    #expect(suggestion(for: "emulate", in: known) == "")
    #expect(suggestion(for: String(repeating: "a", count: 10_000), in: known) == "")
    #expect(suggestion(for: "x", in: []) == "")
  }

  @Test func whatATerminalWouldObeyIsReplaced() {
    #expect(printable("plain, ünïcode 日本") == "plain, ünïcode 日本")
    #expect(printable("\u{1B}[31mred\u{07}") == "\u{FFFD}[31mred\u{FFFD}")
    #expect(printable("a\r\nb") == "a\u{FFFD}\nb")
    #expect(printable("x\u{202E}y\u{9B}z") == "x\u{FFFD}y\u{FFFD}z")
  }

  @Test func tokensAreShownByTheirEnds() {
    #expect(shortened("740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad") == "740f…78ad")
    #expect(shortened("short") == "…")
  }

  @Test func whatLooksLikeAKeyOrTokenIsCut() {
    let hex = String(repeating: "0a1b2c3d", count: 8)
    let fcm = "cXyZ12345678:APA91b" + String(repeating: "Qw3_-", count: 20)
    #expect(redacted("token `\(hex)` is bad") == "token `0a1b…2c3d` is bad")
    #expect(!redacted("x \(fcm) y").contains("APA91b"))
    #expect(
      redacted("a -----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY----- b") == "a (a key, not shown) b")
    #expect(redacted("a -----BEGIN PRIVATE KEY-----\nabc") == "a (a key, not shown)")
    #expect(redacted("-----BEGIN X-----END ") == "(a key, not shown)")
    for harmless in [
      "", "unknown key `knd` in a class", "ORDER_SHIPPED_NOTIFICATION_TITLE_WITH_PLACE",
      "com.example.parcel.refresh-orders",
      "classes.order_shipped.destination.with", "123456789012345678901234567890123456",
    ] { #expect(redacted(harmless) == harmless) }
  }
}
