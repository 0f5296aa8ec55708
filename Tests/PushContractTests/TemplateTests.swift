import PushContract
import Testing

struct TemplateTests {
  @Test func partsAreReadInOrder() throws {
    #expect(
      try Template(parsing: "Hi {name}, {count} new").parts
        == [.literal("Hi "), .parameter("name"), .literal(", "), .parameter("count"), .literal(" new")])
    #expect(try Template(parsing: "{a}{b}").parts == [.parameter("a"), .parameter("b")])
    #expect(try Template(parsing: "").parts == [])
  }

  @Test func bracesAreDoubled() throws {
    #expect(try Template(parsing: "{{a}}").parts == [.literal("{a}")])
    #expect(try Template(parsing: "{{{a}}}").parts == [.literal("{"), .parameter("a"), .literal("}")])
    #expect(try Template(parsing: "a } b").parts == [.literal("a } b")])
  }

  @Test(arguments: ["{", "a {b", "{}", "{a b}", "{1}", "{ä}", "{a.b}", "{{{"])
  func whatIsNoTemplateIsSaid(text: String) {
    #expect(throws: TemplateError.self) { try Template(parsing: text) }
  }

  @Test func literalBytesAreCounted() throws {
    #expect(try Template(parsing: "ü-{x}-é").literalByteCount == 6)
  }
}
