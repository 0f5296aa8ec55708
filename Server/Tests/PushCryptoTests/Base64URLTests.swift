import Foundation
import PushCrypto
import Testing

@Suite struct Base64URLTests {
  @Test func agreesWithFoundation() {
    var generator = SystemRandomNumberGenerator()
    for length in 0..<100 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text = Base64URL.encode(bytes)
      let other = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
      #expect(text == other)
      #expect(Base64URL.decode(text) == bytes)
    }
  }

  @Test(arguments: ["A", "AA=", "AA==", "A+", "A/", "AB", "AAB", "A A", "AA\n", "AÄ", "AAAAA"])
  func refusesWhatIsNotCanonical(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
