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

  @Test func readsWhatDoesNotLieTogether() {
    for length in 0..<20 {
      let bytes = [UInt8](repeating: 0xA5, count: length)
      let text = Array(Base64URL.encode(bytes).utf8)
      #expect(Base64URL.decode(Array(text.reversed()).reversed() as ReversedCollection) == bytes)
      #expect(Base64URL.decode(text[...]) == bytes)
    }
  }

  /// Each byte at each place of a group, against the alphabet.
  @Test func knowsEachByte() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<4 {
        var text = Array("AAAA".utf8)
        text[place] = byte
        #expect((Base64URL.decode(text) != nil) == alphabet.contains(byte))
      }
    }
  }
}
