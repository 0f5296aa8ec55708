import Testing

@testable import Service

@Suite struct JSONTapeTests {
  private func read<Result>(_ text: String, _ use: (JSONValue) throws(Problem) -> Result) throws -> Result {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { try use(try JSONTape($0).root) }
  }

  private func problem<Result>(_ text: String, _ use: (JSONValue) throws(Problem) -> Result) -> Problem? {
    do {
      _ = try read(text, use)
      return nil
    } catch { return error as? Problem }
  }

  @Test func readsEachType() throws {
    let text = #"{"a":"x\u00e9\n","b":-7,"c":true,"d":[1,[2],{"e":3}],"f":{"g":"h"}}"#
    try read(text) { (root) throws(Problem) in
      let object = try root.object(["a", "b", "c", "d", "f", "z"])
      #expect(object.optional("z") == nil)
      #expect(try object.required("b").integer(-10...10) == -7)
      #expect(try object.required("c").boolean())
      var kinds: [String] = []
      for element in try object.required("d").array(3...3) { kinds.append(element.typeName) }
      #expect(kinds == ["a number", "an array", "an object"])
      #expect(try object.required("f").object(["g"]).required("g").text(5) == "h")
      #expect(object.optional("a")?.tape.string(object.optional("a")?.index ?? 0) == "xé\n")
    }
  }

  @Test func namesThePlaceOfEachFault() {
    let cases: [(String, Problem.Code, String?)] = [
      (#"{"a":1,"#, .malformedJSON, nil),
      (#"{"b":1}"#, .unknownMember, "/b"),
      (#"{"a":{"x":1},"a":{}}"#, .duplicateMember, "/a"),
      (#"{"a":{"x":1},"\u0061":{}}"#, .duplicateMember, "/a"),
      (#"{"a":7}"#, .wrongType, "/a"),
      (#"{"a":{}}"#, .missingMember, "/a/x"),
      (#"{"a":{"x":"1"}}"#, .wrongType, "/a/x"),
      (#"{"a":{"x":1.5}}"#, .wrongType, "/a/x"),
      (#"{"a":{"x":99}}"#, .invalidValue, "/a/x"),
      (#"{"a":{"x":1,"l":[1,2,"3"]}}"#, .wrongType, "/a/l/2"),
      (#"{"a":{"x":1,"l":[]}}"#, .invalidValue, "/a/l"),
      (#"{"a":{"x":1,"y/~":1}}"#, .unknownMember, "/a/y~1~0"),
      ("[]", .wrongType, ""),
      (#"{"a":null}"#, .wrongType, "/a"),
      ("{\"a\":{\"x\":1}}\u{0}", .malformedJSON, nil),
    ]
    for (text, code, field) in cases {
      let found = problem(text) { (root) throws(Problem) in
        let inner = try root.object(["a"]).required("a").object(["x", "l"])
        _ = try inner.required("x").integer(0...9)
        if let list = inner.optional("l") { for one in try list.array(1...5) { _ = try one.integer(0...9) } }
      }
      #expect(found?.code == code, "\(text)")
      if let field { #expect(found?.field == field, "\(text)") }
    }
  }

  @Test func hintsAtTheNearestMember() {
    let found = problem(#"{"platfrom":1}"#) { (root) throws(Problem) in
      _ = try root.object(["platform", "app"])
    }
    #expect(found?.hint == "Did you mean platform?")
  }

  @Test func boundsDepthAndRefusesControlCharacters() {
    let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
    #expect(problem(deep) { (_) throws(Problem) in }?.code == .malformedJSON)
    let fits = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
    #expect(problem(fits) { (_) throws(Problem) in } == nil)
    #expect(problem(#""a\u0000b""#) { (root) throws(Problem) in _ = try root.text(9) }?.code == .invalidValue)
    #expect(problem(#""a\u007f""#) { (root) throws(Problem) in _ = try root.text(9) }?.code == .invalidValue)
  }

  @Test func readsInstantsAndWritesThem() {
    #expect(Instant.parse("1970-01-01T00:00:00Z") == 0)
    #expect(Instant.parse("2030-01-31T18:00:00.25+01:00") == 1_896_109_200_250)
    #expect(Instant.text(1_896_109_200_250) == "2030-01-31T17:00:00.250Z")
    #expect(Instant.parse("2024-02-29T00:00:00Z") == 1_709_164_800_000)
    for bad in [
      "", "2030", "2030-02-30T00:00:00Z", "2030-01-31T24:00:00Z", "2030-01-31T18:00:00",
      "2030-01-31T18:00:00.Z",
      "1969-12-31T23:59:59Z", "2030-01-31T18:00:00+25:00", "2030-13-01T00:00:00Z", "2030-01-31T18:00:00Zx",
    ] {
      #expect(Instant.parse(bad) == nil, "\(bad)")
    }
    for day in stride(from: 0, through: 2_932_896, by: 97) {
      let time = day * 86_400_000 + day % 86_400_000
      #expect(Instant.parse(Instant.text(time)) == time)
    }
  }
}
