import Foundation
import PushCrypto
import Testing

@Suite struct SigningKeyTests {
  @Test(arguments: SigningKey.Kind.allCases) func roundTripsThroughPEM(kind: SigningKey.Kind) throws {
    let key = try SigningKey.generate(kind)
    let pem = try key.privatePEM()
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    let again = try SigningKey.load(pem: pem, expecting: kind)
    #expect(again.kind == kind)
    #expect(try again.publicKey.der() == key.publicKey.der())
    #expect(try again.privatePEM() == pem)
    let opened = try PublicKey.load(pem: key.publicKey.pem())
    #expect(try opened.der() == key.publicKey.der())
  }

  @Test func exportsWhatOpenSSLReads() throws {
    let key = try SigningKey.generate(.ecP256)
    let answer = try Oracle.openssl(
      ["pkey", "-in", "key.pem", "-noout", "-text"], files: ["key.pem": Array(key.privatePEM().utf8)])
    #expect(answer.status == 0)
    #expect(answer.output.contains("NIST CURVE: P-256"))
    let spki = try Oracle.openssl(
      ["pkey", "-pubin", "-inform", "DER", "-in", "key.der", "-pubout"],
      files: ["key.der": key.publicKey.der()])
    #expect(spki.output == (try key.publicKey.pem()))
  }

  @Test(arguments: [
    (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], SigningKey.Kind.ecP256),
    (["ecparam", "-genkey", "-name", "prime256v1"], .ecP256),
    (["genrsa", "2048"], .rsa),
    (["genrsa", "-traditional", "2048"], .rsa),
  ]) func loadsWhatOpenSSLWrites(command: [String], kind: SigningKey.Kind) throws {
    #expect(try SigningKey.load(pem: Oracle.generate(command)).kind == kind)
  }

  private func code(_ pem: String, expecting: SigningKey.Kind? = nil) -> CryptoError.Code? {
    do {
      _ = try SigningKey.load(pem: pem, expecting: expecting)
      return nil
    } catch {
      #expect(!((error as? CryptoError)?.message.isEmpty ?? true))
      return (error as? CryptoError)?.code
    }
  }

  @Test func namesAnotherCurveOrType() throws {
    let other = try Oracle.generate(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
    #expect(code(other) == .wrongCurve)
    let explicit = try Oracle.generate([
      "ecparam", "-genkey", "-name", "secp384r1", "-param_enc", "explicit",
    ])
    #expect(code(explicit) == .wrongCurve)
    #expect(code(try Oracle.generate(["genpkey", "-algorithm", "ED25519"])) == .wrongType)
    #expect(code(try Oracle.generate(["genrsa", "1024"])) == .weak)
    #expect(code(try SigningKey.generate(.rsa).privatePEM(), expecting: .ecP256) == .wrongType)
    #expect(code(try SigningKey.generate(.ecP256).privatePEM(), expecting: .rsa) == .wrongType)
  }

  @Test func namesAnEncryptedKeyAndNeverAsks() throws {
    let pkcs8 = try Oracle.generate([
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:x",
    ])
    #expect(code(pkcs8) == .encrypted)
    let old = try Oracle.generate(["genrsa", "-traditional", "-aes128", "-passout", "pass:x", "2048"])
    #expect(code(old) == .encrypted)
  }

  @Test func namesWhatIsNoPrivateKey() throws {
    let authority = try CertificateAuthority.make(commonName: "Test", notBefore: 0, notAfter: 1000)
    #expect(code(authority.certificatePEM) == .certificate)
    #expect(code(try SigningKey.generate(.ecP256).publicKey.pem()) == .publicKey)
    #expect(code("") == .notPEM)
    #expect(code("\n  \n") == .notPEM)
    #expect(code("{\"type\": \"service_account\"}") == .notPEM)
    #expect(code("0\u{81}binary") == .notPEM)
    #expect(code("-----BEGIN DH PARAMETERS-----\nAAAA\n-----END DH PARAMETERS-----\n") == .wrongType)
    #expect(code(String(repeating: "A", count: 70_000)) == .notPEM)
  }

  @Test func namesACutOrDamagedKey() throws {
    let pem = try SigningKey.generate(.ecP256).privatePEM()
    #expect(code(String(pem.dropLast(30))) == .truncated)
    #expect(code(pem.replacingOccurrences("\n", "\\n")) == .escapedNewlines)
    var lines = pem.split(separator: "\n", omittingEmptySubsequences: false)
    lines.remove(at: 1)
    #expect(code(lines.joined(separator: "\n")) == .damaged)
  }

  @Test(arguments: SigningKey.Kind.allCases) func refusesAKeyWhoseHalvesDoNotAgree(kind: SigningKey.Kind)
    throws
  {
    let lines = try SigningKey.generate(kind).privatePEM().split(separator: "\n")
    let der = lines.filter { !$0.hasPrefix("-") }.joined()
    var bytes = [UInt8](try #require(Data(base64Encoded: der)))
    // Inside P-256's private number; inside RSA's exponent and first prime (one of them alone is enough
    // for OpenSSL to sign rightly).
    for place in kind == .ecP256 ? [40] : [400, 600] { bytes[place] ^= 1 }
    let text = Data(bytes).base64EncodedString(options: .lineLength64Characters).replacingOccurrences(
      "\r\n", "\n")
    #expect(code("-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n") == .damaged)
  }

  @Test func carriesOpenSSLsWordsAndLeavesItsQueueEmpty() throws {
    let broken = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
    #expect(throws: CryptoError.self) { try SigningKey.load(pem: broken) }
    do {
      _ = try SigningKey.load(pem: broken)
    } catch let error as CryptoError {
      #expect(error.libraryCode != 0)
      #expect(!error.libraryErrors.isEmpty)
      #expect(error.description.contains("OpenSSL"))
    }
    // A healthy call after a failure is healthy.
    let key = try SigningKey.generate(.ecP256)
    #expect(try key.publicKey.verifies(key.sign([1]), of: [1]))
  }

  @Test func worksFromManyThreadsAtOnce() async throws {
    let key = try SigningKey.generate(.ecP256)
    let publicKey = try key.publicKey
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<32 {
        group.addTask { publicKey.verifies(try key.sign([UInt8(number)]), of: [UInt8(number)]) }
      }
      for try await good in group { #expect(good) }
    }
  }
}

extension String {
  func replacingOccurrences(_ old: Character, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
