import Testing

@testable import PushContract

struct LinkPathTests {
  @Test func aPathIsReadAndWritten() throws {
    let path = try LinkPath(parsing: "orders/{order}/v1.2_a~b-c")
    #expect(path.parts == [.fixed("orders"), .parameter("order"), .fixed("v1.2_a~b-c")])
    #expect(path.parameterNames == ["order"])
    #expect(path.text == "orders/{order}/v1.2_a~b-c")
    #expect(try LinkPath(parsing: "{a}").parts == [.parameter("a")])
  }

  @Test(arguments: [
    "", "/", "//", "/a", "a/", "a//b", "a?b", "a#b", "a b", "ä", "%41", "a/..", "./a", "{a", "a}", "{}",
    "{1}",
    "x{a}", "{a}{b}", "{a b}", "a\u{0}", String(repeating: "a/", count: 16) + "a",
  ])
  func otherTextsAreRefused(_ text: String) {
    #expect(throws: TemplateError.self) { try LinkPath(parsing: text) }
  }

  @Test func overlapMeansThatOneAddressFitsBoth() throws {
    func overlap(_ left: String, _ right: String) throws -> Bool {
      let (a, b) = (try LinkPath(parsing: left), try LinkPath(parsing: right))
      #expect(a.overlaps(b) == b.overlaps(a))
      return a.overlaps(b)
    }
    #expect(try overlap("orders/{a}", "orders/{b}"))
    #expect(try overlap("orders/{a}", "orders/new"))
    #expect(try overlap("{a}/new", "orders/{b}"))
    #expect(try !overlap("orders/{a}", "offers/{a}"))
    #expect(try !overlap("orders", "Orders"))
    #expect(try !overlap("orders", "orders/{a}"))
  }

  @Test func hostsAndSchemes() {
    let long = String(repeating: "a", count: 63)
    for host in ["a.b", "parcel.example", "xn--bcher-kva.example", "1.2.3.a4", "\(long).de"] {
      #expect(ProfileName.isHost(host), "\(host)")
    }
    for host in [
      "", "a", "localhost", ".a.b", "a.b.", "a..b", "-a.b", "a-.b", "A.b", "a_b.c", "1.2.3.4", "a.b:1",
      "a.b/c",
      "*.a.b", "ä.de", "\(long)a.de", String(repeating: "a.", count: 127) + "de",
    ] { #expect(!ProfileName.isHost(host), "\(host)") }
    for scheme in ["a", "parcel", "com.example.app", "web+a", "a-1"] {
      #expect(ProfileName.isOwnScheme(scheme), "\(scheme)")
    }
    for scheme in [
      "", "1a", "Parcel", "a:", "a_b", "https", "http", "tel", String(repeating: "a", count: 65),
    ] {
      #expect(!ProfileName.isOwnScheme(scheme), "\(scheme)")
    }
  }
}
