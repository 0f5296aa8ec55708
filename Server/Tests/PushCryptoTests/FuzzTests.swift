import Foundation
import PushCrypto
import TestSupport
import Testing

/// Random changes to tokens and keys: nothing may crash, and nothing changed may pass.
@Suite struct FuzzTests {
  private static func corpus() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/corpus/jwt").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  private static func mutate(_ bytes: [UInt8], from others: [[UInt8]], _ random: inout SeededRandom)
    -> [UInt8]
  {
    var out = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = out.isEmpty ? 0 : Int.random(in: 0..<out.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0 where !out.isEmpty: out[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1 where !out.isEmpty: out[at] = UInt8.random(in: 0...255, using: &random)
      case 2 where !out.isEmpty: out.remove(at: at)
      case 3: out.insert(UInt8.random(in: 0...255, using: &random), at: at)
      case 4: out.insert(contentsOf: [46, 61, 45, 95].shuffled(using: &random).prefix(2), at: at)
      case 5: out.removeLast(min(out.count, Int.random(in: 0...out.count, using: &random)))
      default:
        let other = others[Int.random(in: 0..<others.count, using: &random)]
        let cut = Int.random(in: 0...other.count, using: &random)
        out.replaceSubrange(at..., with: other[cut...])
      }
    }
    return out
  }

  @Test func noChangedTokenPasses() throws {
    let key = try SigningKey.generate(.ecP256)
    let secret = try Digest.randomBytes(32)
    let genuine = [
      Array(try JWT.sign(["iss": "TEAM", "iat": 1], keyID: "K", by: .key(key)).utf8),
      Array(try JWT.sign(["iss": "TEAM", "iat": 1], keyID: "K", by: .secret(secret)).utf8),
    ]
    let verifiers = [JWT.Verifier.key(try key.publicKey), .secret(secret)]
    let corpus = try Self.corpus()
    try #require(corpus.count >= 8)
    for token in genuine.indices {
      _ = try JWT.verify(genuine[token], allow: Set(JWT.Algorithm.allCases), key: verifiers[token])
    }
    let seeds = corpus + genuine
    let rounds = Fuzz.run("JWT fuzz") { round, random in
      let token = Self.mutate(seeds[Int.random(in: 0..<seeds.count, using: &random)], from: seeds, &random)
      for verifier in verifiers {
        guard
          (try? JWT.verify(token, allow: Set(JWT.Algorithm.allCases), key: verifier)) != nil
        else { continue }
        #expect(genuine.contains(token), "A changed token passed in round \(round).")
      }
    }
    #expect(rounds > 10)
  }

  /// What loads from changed PEM must be a whole, usable key of a known kind.
  @Test func changedKeysAreRefusedOrUsable() throws {
    let seeds = [
      Array(try SigningKey.generate(.ecP256).privatePEM().utf8),
      Array(try SigningKey.generate(.rsa).privatePEM().utf8),
      Array(try SigningKey.generate(.ecP256).publicKey.pem().utf8),
      Array(
        "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END EC PRIVATE KEY-----".utf8),
    ]
    var refused = 0
    try Fuzz.run("Key fuzz") { _, random in
      let pem = Self.mutate(seeds[Int.random(in: 0..<seeds.count, using: &random)], from: seeds, &random)
      do {
        let key = try SigningKey.load(pem: pem)
        #expect(try key.publicKey.verifies(key.sign([1]), of: [1]))
      } catch let error as CryptoError {
        refused += 1
        #expect(!error.message.isEmpty)
      }
      _ = try? PublicKey.load(pem: String(decoding: pem, as: UTF8.self))
    }
    print("Key fuzz: \(refused) refused")
    #expect(refused > 0)
  }
}
