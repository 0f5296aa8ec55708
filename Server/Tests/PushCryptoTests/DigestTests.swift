import PushCrypto
import Testing

@Suite struct DigestTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test func sha256IsThatOfOpenSSL() throws {
    for length in [0, 1, 55, 56, 64, 1000] {
      let bytes = try Digest.randomBytes(length)
      let answer = try Oracle.openssl(["dgst", "-sha256", "-r", "f"], files: ["f": bytes])
      #expect(answer.output.hasPrefix(hex(try Digest.sha256(bytes))))
    }
  }

  /// RFC 4231, test cases 1, 2 and 6.
  @Test func hmacIsThatOfTheRFC() throws {
    #expect(
      hex(try Digest.hmacSHA256(key: [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      hex(try Digest.hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      hex(
        try Digest.hmacSHA256(
          key: [UInt8](repeating: 0xaa, count: 131),
          Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func anEmptyKeyIsAKey() throws {
    let first = try Digest.hmacSHA256(key: [], [1])
    _ = try Digest.hmacSHA256(key: [9, 9], [1])
    #expect(try Digest.hmacSHA256(key: [], [1]) == first)
    #expect(hex(try Digest.hmacSHA256(key: [], [])).hasPrefix("b613679a0814d9ec"))
  }

  /// Each thread keeps a context: none may see another's key, and a longer key leaves nothing behind.
  @Test func hmacsOfManyThreadsStayApart() async throws {
    let keys = (0..<8).map { number in [UInt8](repeating: UInt8(number), count: 1 + number * 20) }
    let wanted = try keys.map { try Digest.hmacSHA256(key: $0, Array("text".utf8)) }
    #expect(Set(wanted).count == keys.count)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for (key, right) in zip(keys, wanted) {
        group.addTask {
          for _ in 0..<500 where try Digest.hmacSHA256(key: key, Array("text".utf8)) != right { return false }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func comparesWholly() {
    #expect(Digest.equal([], []))
    #expect(Digest.equal([1, 2], [1, 2]))
    #expect(!Digest.equal([1, 2], [1, 3]))
    #expect(!Digest.equal([1, 2], [1, 2, 3]))
  }

  @Test func randomBytesDiffer() throws {
    #expect(try Digest.randomBytes(32) != Digest.randomBytes(32))
    #expect(try Digest.randomBytes(0) == [])
  }
}
