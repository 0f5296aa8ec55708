import PushContract
import Testing

struct HexColorTests {
  @Test func digitsOfEitherCase() throws {
    let color = try #require(HexColor("#1A73e8"))
    #expect((color.red, color.green, color.blue, color.alpha) == (0x1A, 0x73, 0xE8, 0xFF))
    #expect(!color.hasAlpha)
    #expect(color.opaqueText == "#1a73e8")
    let half = try #require(HexColor("#00000a80"))
    #expect(half.hasAlpha && half.alpha == 0x80)
    #expect(half.opaqueText == "#00000a")
  }

  @Test(arguments: [
    "", "#", "1a73e8", "#1a73e", "#1a73e8f", "#1a73e8fff", "#1a73g8", "red", "#é3e8", "# 1a73e",
  ])
  func anythingElseIsNone(_ text: String) { #expect(HexColor(text) == nil) }
}
