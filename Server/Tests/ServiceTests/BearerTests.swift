import Testing

@testable import Service

@Suite struct BearerTests {
  private func token(_ header: String) -> String? {
    Array(header.utf8).withUnsafeBufferPointer { header in
      Bearer.token(header).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: ["Bearer abc", "bearer abc", "BEARER abc", "  Bearer   abc  ", "bEaReR abc"])
  func findsTheToken(header: String) { #expect(token(header) == "abc") }

  @Test func keepsWhatStandsInside() {
    #expect(token("Bearer a b") == "a b")
    #expect(token("Bearer Bearer") == "Bearer")
  }

  @Test(arguments: [
    "", " ", "Bearer", "Bearer ", "Bearer    ", "Bearerabc", "Basic abc", "Bearer\tabc", "abc",
    "\u{2}earer abc",
    "Beare", "XBearer abc", "Bearer\u{A0}abc",
  ])
  func refusesOtherSchemes(header: String) { #expect(token(header) == nil) }
}
