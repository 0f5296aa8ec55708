import Testing

@testable import Emulators

@Suite struct JSONSyntaxTests {
  static func check(_ text: [UInt8]) -> Bool { text.withUnsafeBufferPointer { JSONSyntax.check($0) } }

  @Test(arguments: [
    "{}", " { \"a\" : [ 1 , -0.5e+3 , true , false , null , \"\\u00e9\\ud83d\\ude00é\\n\" ] } ", "0",
    "[[[]]]",
    "\"\u{10ffff}\"",
  ])
  func accepts(_ text: String) { #expect(Self.check(Array(text.utf8))) }

  @Test(arguments: [
    "", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "01", "1.", ".5", "+1", "1e", "--1", "tru",
    "truee", "'a'", "{a:1}", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "{} {}", "// x", "NaN", "\"\u{1}\"", "[1]]",
  ])
  func refuses(_ text: String) { #expect(!Self.check(Array(text.utf8))) }

  @Test func refusesBrokenUTF8AndDepth() {
    for bytes: [UInt8] in [
      [0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0xff],
    ] {
      #expect(!Self.check([0x22] + bytes + [0x22]))
    }
    #expect(Self.check(Array((String(repeating: "[", count: 63) + String(repeating: "]", count: 63)).utf8)))
    #expect(!Self.check(Array(String(repeating: "[", count: 100_000).utf8)))
  }

  @Test func readsWhatWasWritten() {
    let read = JSONReader.read(
      Array("{\"a\":[1,2.50,\"\\u00e9\\ud83d\\ude00\\\"\"],\"b\":{\"c\":null},\"b\":true}".utf8))
    guard case .success(let value) = read else {
      Issue.record("not read")
      return
    }
    #expect(value["a"]?.elements?[1] == .number("2.50"))
    #expect(value["a"]?.elements?[2] == "é😀\"")
    #expect(value.members?.map(\.name) == ["a", "b", "b"])
  }

  @Test func findsWhatAPNsHasToKnow() {
    let cases: [(String, Bool?, Bool?)] = [
      ("{\"aps\":{\"content-available\":1}}", true, false),
      ("{\"aps\":{\"content-available\":true}}", false, false),
      ("{\"aps\":{\"alert\":\"content-available\"}}", false, true),
      ("{\"content-available\":1}", false, false),
      ("{\"x\":{\"aps\":{\"content-available\":1}}}", false, false), ("[]", nil, nil),
      ("{\"aps\":1}", false, false),
    ]
    for (text, available, visible) in cases {
      let payload = APNsPayload(Array(text.utf8))
      #expect(payload?.isContentAvailable == available, Comment(rawValue: text))
      #expect(payload?.isVisible == visible, Comment(rawValue: text))
    }
  }
}
