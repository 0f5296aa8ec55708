import Bytes
import Testing

struct JSONScannerTests {
  private func failure(_ text: String) -> JSONScanner.Failure? {
    withBytes(text) { bytes in
      do throws(JSONScanner.Failure) { try JSONScanner.validate(bytes) } catch { return error }
      return nil
    }
  }

  @Test func walksInOrder() throws {
    let text = #" {"a": [1, -2.5e3, "x\n"], "b\u0041": {}, "a": null, "t": true, "f": false} "#
    var seen: [String] = []
    try withBytes(text) { bytes in
      var scanner = JSONScanner(bytes)
      while let token = try scanner.next() {
        let piece = String(decoding: scanner.bytes(token), as: UTF8.self)
        seen.append("\(token.depth) \(token.kind) \(piece)\(token.escaped ? " escaped" : "")")
      }
    }
    #expect(
      seen == [
        "0 beginObject {", "1 key a", "1 beginArray [", "2 number 1", "2 number -2.5e3",
        "2 string x\\n escaped", "1 endArray ]", "1 key b\\u0041 escaped", "1 beginObject {",
        "1 endObject }", "1 key a", "1 null null", "1 key t", "1 yes true", "1 key f", "1 no false",
        "0 endObject }",
      ])
  }

  @Test(arguments: [
    "0", "-0", "1.5", "1e9", "1E+9", "1e-9", "\"\"", "true", "null", "[]", "{}", " [ 1 , 2 ] ",
    "\"\\ud83d\\ude00\"",
    "\"\u{7F}\"", "[[[]]]", "\"\\u0000\"", "{\"\":{\"\":[]}}",
  ])
  func accepts(_ text: String) { #expect(failure(text) == nil) }

  @Test(arguments: [
    ("", JSONScanner.Failure.Reason.endOfText, 0), (" ", .endOfText, 1), ("{", .endOfText, 1),
    ("[1", .endOfText, 2), ("\"a", .endOfText, 2), ("tru", .endOfText, 3), ("trux", .unexpected, 3),
    ("01", .number, 0), ("-", .number, 0), ("1.", .number, 0), ("1e", .number, 0), (".5", .unexpected, 0),
    ("+1", .unexpected, 0), ("1x", .number, 0), ("[1,]", .unexpected, 3), ("{\"a\":1,}", .unexpected, 7),
    ("{a:1}", .unexpected, 1), ("{\"a\" 1}", .unexpected, 5), ("[1 2]", .unexpected, 3),
    ("{\"a\":1]", .unexpected, 6), ("[}", .unexpected, 1), ("]", .unexpected, 0), ("1 2", .trailing, 2),
    ("{} x", .trailing, 3), ("\"\\x\"", .escape, 1), ("\"\\u12g4\"", .escape, 1),
    ("\"\\ud83d\"", .surrogate, 1),
    ("\"\\ude00\"", .surrogate, 1), ("\"\\ud83d\\u0041\"", .surrogate, 1), ("\"\n\"", .control, 1),
    ("\"\t\"", .control, 1), ("\u{FEFF}{}", .unexpected, 0), ("'a'", .unexpected, 0), ("NaN", .unexpected, 0),
    ("{\"a\":}", .unexpected, 5), ("//x\n1", .unexpected, 0), ("[\u{A0}1]", .unexpected, 1),
    ("\"\\", .endOfText, 2), ("\"\\u12", .endOfText, 5), ("{\"a\"", .endOfText, 4),
  ])
  func refuses(_ text: String, _ reason: JSONScanner.Failure.Reason, _ offset: Int) {
    #expect(failure(text) == JSONScanner.Failure(reason: reason, offset: offset))
  }

  @Test func nestingEndsAt64() {
    #expect(failure(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(deep) == JSONScanner.Failure(reason: .depth, offset: 64))
    let mixed = String(repeating: "{\"a\":[", count: 32) + "1" + String(repeating: "]}", count: 32)
    #expect(failure(mixed) == nil)
  }

  @Test func refusesWhatIsNotUTF8() {
    let bytes: [UInt8] = [0x22, 0x61, 0xC3, 0x22]
    let error = bytes.withUnsafeBufferPointer { bytes -> JSONScanner.Failure? in
      do throws(JSONScanner.Failure) { try JSONScanner.validate(bytes) } catch { return error }
      return nil
    }
    #expect(error == JSONScanner.Failure(reason: .utf8, offset: 2))
  }

  @Test func findsMembersOfTheTop() {
    let text =
      #"{"deep":{"name":"no"},"list":["name"],"name":"projects/x/messages/1","n":-42,"e":"a\n"} rest"#
    withBytes(text) { bytes in
      #expect(
        JSONScanner.string("name", of: bytes).map { String(decoding: $0, as: UTF8.self) }
          == "projects/x/messages/1")
      #expect(JSONScanner.string("n", of: bytes) == nil)
      #expect(JSONScanner.integer("n", of: bytes) == -42)
      #expect(JSONScanner.string("e", of: bytes) == nil)
      #expect(JSONScanner.string("absent", of: bytes) == nil)
      #expect(JSONScanner.member("deep", of: bytes)?.kind == .beginObject)
    }
  }

  @Test(arguments: [
    "", "null", "[\"name\",1]", "<html>", "{\"name\"", "{\"name\":", "{\"name\":\"x", "{x", "\"name\"",
  ])
  func findsNothingInOtherBodies(_ text: String) {
    withBytes(text) { #expect(JSONScanner.string("name", of: $0) == nil) }
  }

  @Test func skipsWholeValues() throws {
    let text = #"[{"a":[1,{"b":2}]},3]"#
    try withBytes(text) { bytes in
      var scanner = JSONScanner(bytes)
      _ = try scanner.next()
      let first = try #require(try scanner.next())
      try scanner.skip(first)
      let next = try scanner.next()
      #expect(next.map { String(decoding: scanner.bytes($0), as: UTF8.self) } == "3")
      // A scalar is already behind.
      try scanner.skip(try #require(next))
      #expect(try scanner.next()?.kind == .endArray)
      #expect(try scanner.next() == nil)
    }
  }

  @Test func resolvesEscapes() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00é""#
    try withBytes(text) { bytes in
      var scanner = JSONScanner(bytes)
      let token = try #require(try scanner.next())
      var out = ByteBuffer()
      scanner.appendUnescaped(token, to: &out)
      #expect(out.text == "\"\\/\u{8}\u{C}\n\r\té€😀é")
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-1", -1), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("", nil), ("-", nil), ("1.0", nil), ("1e3", nil), ("12a", nil),
    ] as [(String, Int?)])
  func integers(_ text: String, _ value: Int?) {
    withBytes(text) { #expect(JSONText.integer($0) == value) }
  }
}
