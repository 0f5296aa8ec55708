import PushCrypto
import Testing

@Suite struct SignatureTests {
  /// ASN.1 of r and s, written here anew: `openssl dgst` reads DER.
  private func der(_ raw: [UInt8]) -> [UInt8] {
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var body = Array(bytes.drop { $0 == 0 })
      if body.isEmpty || body[0] >= 0x80 { body.insert(0, at: 0) }
      return [2, UInt8(body.count)] + body
    }
    let inside = integer(raw[0..<32]) + integer(raw[32..<64])
    return [0x30, UInt8(inside.count)] + inside
  }

  @Test func opensslAcceptsOurES256AndRefusesAnotherText() throws {
    let key = try SigningKey.generate(.ecP256)
    for round in 0..<8 {
      let text = Array("header.claims\(round)".utf8)
      let raw = try key.sign(text)
      #expect(raw.count == 64)
      let files = [
        "key.pem": Array(try key.publicKey.pem().utf8), "sig": der(raw), "text": text, "other": [1],
      ]
      let command = ["dgst", "-sha256", "-verify", "key.pem", "-signature", "sig"]
      #expect(try Oracle.openssl(command + ["text"], files: files).output == "Verified OK\n")
      #expect(try Oracle.openssl(command + ["other"], files: files).status != 0)
    }
  }

  @Test func opensslAcceptsOurRS256() throws {
    let key = try SigningKey.generate(.rsa)
    let text = Array("header.claims".utf8)
    let files = ["key.pem": Array(try key.publicKey.pem().utf8), "sig": try key.sign(text), "text": text]
    let answer = try Oracle.openssl(
      ["dgst", "-sha256", "-verify", "key.pem", "-signature", "sig", "text"], files: files)
    #expect(answer.output == "Verified OK\n")
  }

  @Test func refusesEverySingleFlippedBit() throws {
    let key = try SigningKey.generate(.ecP256)
    let publicKey = try key.publicKey
    let signature = try key.sign([1, 2, 3])
    #expect(publicKey.verifies(signature, of: [1, 2, 3]))
    for bit in 0..<512 {
      var bad = signature
      bad[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!publicKey.verifies(bad, of: [1, 2, 3]))
    }
    #expect(!publicKey.verifies([UInt8](repeating: 0, count: 64), of: [1, 2, 3]))
    #expect(!publicKey.verifies([UInt8](repeating: 255, count: 64), of: [1, 2, 3]))
    #expect(!publicKey.verifies(signature + [0], of: [1, 2, 3]))
    #expect(!publicKey.verifies([], of: [1, 2, 3]))
  }
}
