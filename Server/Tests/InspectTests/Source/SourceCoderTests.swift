import AppFacts
import TestSupport
import Testing

struct SourceCoderTests {
  /// A unit with every kind of declaration, statement and expression in it.
  static let example: SourceUnit = {
    let here = Place("A.swift", line: 3, column: 7)
    let far = Place("A.swift", line: 70_000, column: 300, offset: 1 << 40)
    func name(_ text: String) -> Expression { .name(text, here) }
    let call = Expression.call(
      .init(
        base: .member(base: nil, name: "shared", place: far), name: "register",
        arguments: [.init("identifier", .string("dev.pushwire.parcel", here)), .init(nil, .null(far))],
        place: here))
    let body: [Statement] = [
      .expression(.interpolation([.string("a", here), .number("-1.5", here)], here)),
      .variable(
        VariableDeclaration(
          name: "x", owner: nil, type: "Int?", value: .flag(true, here), modifiers: ["let"], place: here)),
      .assign(target: name("a"), value: .list([.map([name("k"), call], here)], here), place: far),
      .branch(
        .init(
          conditions: [name("c")], bindings: ["d"], then: [], otherwise: [.unknown(far)], isGuard: true,
          isConditionalCompilation: true, place: here)),
      .select(
        .init(
          subject: name("s"),
          cases: [.init(patterns: [name("p")], isDefault: true, body: [.block([])], fallsThrough: true)],
          isComplete: true, place: here)),
      .loop(.init(head: [call], body: [.leave(.init(.break, nil, here))], runsOnce: true, place: here)),
      .attempt(
        .init(body: [], catches: [[], [.expression(call)]], catchesAll: true, finally: [], place: here)),
      .leave(.init(.never, .unknown(here), here)), .deferred([.expression(call)], far),
      .expression(.closure(.init(parameters: ["p", "q"], body: [.expression(name("p"))], place: here))),
      .expression(.composed(symbol: "??", [name("a"), .selector("b:", here)], here)),
    ]
    var unit = SourceUnit(file: "A.swift", language: .kotlin)
    unit.package = "dev.pushwire"
    unit.reader = "test"
    unit.isTest = true
    unit.imports = [Sourced("UIKit", here)]
    unit.types = [
      TypeDeclaration(
        kind: .actor, name: "A.B", inherits: ["C", ""], attributes: ["main"], place: Place("A.swift"))
    ]
    var computed = VariableDeclaration(name: "v", owner: "A", type: nil, value: nil, place: here)
    computed.getter = body
    computed.setter = []
    unit.variables = [computed]
    let local = FunctionDeclaration(
      name: "é\0", signature: "é(_:)", owner: "A",
      parameters: [.init(label: nil, name: "n", type: "() -> Void")],
      returns: "Void", modifiers: ["async"], body: body, place: far)
    let declared = FunctionDeclaration(
      name: "g", signature: "g()", owner: nil, parameters: [], body: nil, place: here)
    unit.functions = [local, declared]
    unit.topLevel = [.function(local)]
    unit.ignores = [IgnoreComment(rules: ["SRC001"], reason: "why", place: here, line: 4)]
    return unit
  }()

  @Test func everythingComesBack() throws {
    let bytes = SourceEncoder.encode(Self.example)
    #expect(try SourceDecoder.decode(bytes[...]) == Self.example)
    // From the middle of other bytes, too.
    let among = [1, 2, 3] + bytes + [4]
    #expect(try SourceDecoder.decode(among[3..<3 + bytes.count]) == Self.example)
  }

  @Test func anotherNameGoesToAllPlaces() throws {
    let unit = try SourceDecoder.decode(SourceEncoder.encode(Self.example)[...], file: "Other.swift")
    #expect(unit.file == "Other.swift")
    #expect(unit.functions.allSatisfy { $0.place.file == "Other.swift" })
    #expect(unit.imports.first?.place == Place("Other.swift", line: 3, column: 7))
  }

  @Test func whatIsCutOrLongerIsNone() {
    let bytes = SourceEncoder.encode(Self.example)
    for end in 0..<bytes.count {
      #expect(throws: SourceDecodingError.self) { try SourceDecoder.decode(bytes[..<end]) }
    }
    #expect(throws: SourceDecodingError(why: "bytes are left over")) {
      try SourceDecoder.decode((bytes + [0])[...])
    }
    #expect(throws: SourceDecodingError(why: "another version")) {
      try SourceDecoder.decode(([99] + bytes.dropFirst())[...])
    }
  }

  @Test func depthIsBoundedOnBothSides() throws {
    let here = Place("A", line: 1)
    var deep = Expression.name("x", here)
    for _ in 0..<5_000 { deep = .composed(symbol: "!", [deep], here) }
    var unit = SourceUnit(file: "A", language: .swift)
    unit.topLevel = [.expression(deep)]
    let read = try SourceDecoder.decode(SourceEncoder.encode(unit)[...])
    var levels = 0
    guard case .expression(var rest) = read.topLevel.first else {
      Issue.record("no expression")
      return
    }
    while case .composed(_, let parts, _) = rest, let part = parts.first {
      (rest, levels) = (part, levels + 1)
    }
    #expect(levels == SourceConventions.depth - 2 && rest == .unknown(here))

    // Bytes that say more: the same composed expression again and again.
    let shallow = SourceEncoder.encode(
      {
        var unit = SourceUnit(file: "", language: .swift); unit.topLevel = [.expression(.null(here))];
        return unit
      }())
    let level: [UInt8] = [13, 2, 0, 0, 1, 1]
    let forged = shallow.dropLast(4) + [UInt8](repeatElement(level, count: 5_000).joined())
    #expect(throws: SourceDecodingError(why: "too deep")) { try SourceDecoder.decode(forged) }
  }

  @Test func fuzzTrees() throws {
    try CorpusFuzzer(
      "source-unit", words: [[0xff, 0xff, 0xff, 0xff, 0x7f], [13, 1, 0, 0, 0], [9, 0, 0, 0, 0, 1]]
    ).run {
      bytes in
      guard let unit = try? SourceDecoder.decode(bytes[...]) else { return false }
      // What can be read can be written, and says the same then.
      let again = SourceEncoder.encode(unit)
      if (try? SourceDecoder.decode(again[...])) != unit {
        Issue.record("not the same again: \(CorpusFuzzer.shown(bytes))")
      }
      return true
    }
  }
}
