import Foundation
import PushCrypto
import Testing

@Suite struct JWTTests {
  private let key: SigningKey
  private let secret = [UInt8](repeating: 7, count: 32)

  init() throws { key = try SigningKey.generate(.ecP256) }

  private func code(_ token: String, allow: Set<JWT.Algorithm> = [.es256]) throws -> CryptoError.Code? {
    let verifier = JWT.Verifier.key(try key.publicKey)
    do {
      _ = try JWT.verify(token.utf8, allow: allow, key: verifier)
      return nil
    } catch let error as CryptoError {
      return error.code
    }
  }

  private func token(header: String, claims: String = "{}") throws -> String {
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
    return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8)))
  }

  @Test func signsAndVerifiesWithEachAlgorithm() throws {
    let rsa = try SigningKey.generate(.rsa)
    let pairs: [(JWT.Signer, JWT.Verifier, JWT.Algorithm)] = [
      (.key(key), .key(try key.publicKey), .es256),
      (.key(rsa), .key(try rsa.publicKey), .rs256),
      (.secret(secret), .secret(secret), .hs256),
    ]
    for (signer, verifier, algorithm) in pairs {
      let token = try JWT.sign(["iss": "TEAM\"é", "iat": 1_700_000_000], keyID: "KEY", by: signer)
      let back = try JWT.verify(token.utf8, allow: [algorithm], key: verifier)
      #expect(back.algorithm == algorithm)
      #expect(back.keyID == "KEY")
      #expect(back.header == ["alg": .text(algorithm.rawValue), "kid": "KEY"])
      #expect(back.claims == ["iss": "TEAM\"é", "iat": 1_700_000_000])
      for other in pairs where other.2 != algorithm {
        #expect(throws: CryptoError.self) {
          try JWT.verify(token.utf8, allow: Set(JWT.Algorithm.allCases), key: other.1)
        }
      }
    }
  }

  @Test func writesTheProviderTokenAsAppleWantsIt() throws {
    let token = try JWT.sign(["iss": "TEAMID1234", "iat": 1], keyID: "KEYID12345", by: .key(key))
    let parts = token.split(separator: ".").map {
      Base64URL.decode(String($0)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(parts[0] == "{\"alg\":\"ES256\",\"kid\":\"KEYID12345\"}")
    #expect(parts[1] == "{\"iss\":\"TEAMID1234\",\"iat\":1}")
  }

  @Test func everyKindOfValueSurvives() throws {
    let token = try JWT.sign(
      ["a": .null, "b": true, "c": -3, "d": .number(0.5), "e": .list([1, "x"]), "f": .object(["g": false])],
      by: .secret(secret))
    let back = try JWT.verify(token.utf8, allow: [.hs256], key: .secret(secret))
    #expect(back.claims["a"] == .null)
    #expect(back.claims["b"] == true)
    #expect(back.claims["c"] == -3)
    #expect(back.claims["d"] == .number(0.5))
    #expect(back.claims["e"] == .list([1, "x"]))
    #expect(back.claims["f"] == .object(["g": false]))
  }

  @Test func refusesNoneAndUnknownAlgorithms() throws {
    for name in ["none", "None", "", "HS256", "RS256", "ES384", "es256"] {
      #expect(try code(token(header: "{\"alg\":\"\(name)\"}")) == .tokenAlgorithm)
    }
    #expect(try code(token(header: "{}")) == .tokenAlgorithm)
    #expect(try code(token(header: "{\"alg\":1}")) == .tokenAlgorithm)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}")) == nil)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}"), allow: []) == .tokenAlgorithm)
  }

  /// The classic trick: the public key's text used as a shared secret.
  @Test func refusesThePublicKeyAsASecret() throws {
    let forged = try JWT.sign(["iss": "x"], by: .secret(Array(try key.publicKey.pem().utf8)))
    #expect(try code(forged, allow: [.es256, .hs256]) == .tokenAlgorithm)
  }

  @Test func refusesEveryOtherSpelling() throws {
    let good = try token(header: "{\"alg\":\"ES256\"}")
    #expect(try code(good) == nil)
    #expect(try code(good + "=") == .tokenMalformed)
    #expect(try code(good + ".") == .tokenMalformed)
    #expect(try code(" " + good) == .tokenMalformed)
    #expect(try code(good + "\n") == .tokenMalformed)
    #expect(try code("") == .tokenMalformed)
    #expect(try code("..") == .tokenMalformed)
    #expect(try code(String(good.dropLast(2))) != nil)
    #expect(try code(good.replacingOccurrences(of: ".", with: "..")) == .tokenMalformed)
    #expect(
      try code(token(header: "{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false}")) == .tokenMalformed)
    #expect(try code(token(header: "{\"alg\":\"ES256\",\"kid\":5}")) == .tokenMalformed)
    #expect(try code(token(header: "[]")) == .tokenMalformed)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}", claims: "[1]")) == .tokenMalformed)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}", claims: "{}x")) == .tokenMalformed)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}", claims: "{\"a\":\u{0}1}")) == .tokenMalformed)
  }

  @Test func boundsTheSize() throws {
    let long = try token(
      header: "{\"alg\":\"ES256\"}", claims: "{\"a\":\"\(String(repeating: "x", count: 9000))\"}")
    #expect(try code(long) == .tokenTooLong)
    let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    #expect(try code(token(header: "{\"alg\":\"ES256\"}", claims: "{\"a\":\(deep)}")) == .tokenMalformed)
  }

  @Test func findsTheKeyByItsID() throws {
    let token = try JWT.sign(["iss": "x"], keyID: "K1", by: .key(key))
    let known = JWT.Verifier.key(try key.publicKey)
    let back = try JWT.verify(token.utf8, allow: [.es256]) { $0 == "K1" ? known : nil }
    #expect(back.keyID == "K1")
    #expect(throws: CryptoError.self) { try JWT.verify(token.utf8, allow: [.es256]) { _ in nil } }
  }
}
