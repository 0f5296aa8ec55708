import Foundation
import PushCrypto
import TestSupport
import Testing

@Suite struct CertificateAuthorityTests {
  private let now = Int(Date().timeIntervalSince1970)

  private func authority() throws -> CertificateAuthority {
    try CertificateAuthority.make(commonName: "Pushwire test", notBefore: now - 60, notAfter: now + 3600)
  }

  private func verify(
    _ issued: CertificateAuthority.Issued, by authority: CertificateAuthority, _ more: [String]
  )
    throws -> ForeignProgram.Ended
  {
    try Oracle.openssl(
      ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "ca.pem"] + more + ["cert.pem"],
      files: ["ca.pem": Array(authority.certificatePEM.utf8), "cert.pem": Array(issued.certificatePEM.utf8)])
  }

  @Test func opensslTrustsAServerCertificateForItsNames() throws {
    let authority = try authority()
    let issued = try authority.issue(
      dnsNames: ["localhost", "*.push.test"], ipAddresses: ["127.0.0.1", "::1"], notBefore: now - 60,
      notAfter: now + 600)
    for more in [
      ["-verify_hostname", "localhost"], ["-verify_hostname", "api.push.test"], ["-verify_ip", "127.0.0.1"],
      ["-verify_ip", "::1"],
    ] {
      let answer = try verify(issued, by: authority, more)
      #expect(answer.output == "cert.pem: OK\n")
    }
    #expect(try verify(issued, by: authority, ["-verify_hostname", "api.push.apple.com"]).status != 0)
  }

  @Test func opensslRefusesAnExpiredOneAndAnotherAuthoritys() throws {
    let authority = try authority()
    let expired = try authority.issue(dnsNames: ["localhost"], notBefore: now - 600, notAfter: now - 60)
    let answer = try verify(expired, by: authority, [])
    #expect(answer.output.contains("certificate has expired"))
    let good = try authority.issue(dnsNames: ["localhost"], notBefore: now - 60, notAfter: now + 600)
    #expect(try verify(good, by: self.authority(), []).status != 0)
  }

  @Test func writesWhatATLSServerNeeds() throws {
    let authority = try authority()
    let issued = try authority.issue(
      dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], notBefore: now - 60, notAfter: now + 600)
    let text = try Oracle.openssl(
      ["x509", "-in", "c.pem", "-noout", "-text"], files: ["c.pem": Array(issued.certificatePEM.utf8)]
    ).output
    #expect(text.contains("Version: 3"))
    #expect(text.contains("DNS:localhost, IP Address:127.0.0.1"))
    #expect(text.contains("TLS Web Server Authentication"))
    #expect(text.contains("CA:FALSE"))
    #expect(text.contains("ecdsa-with-SHA256"))
    #expect(issued.chainPEM == issued.certificatePEM + authority.certificatePEM)
    let own = try Oracle.openssl(
      ["x509", "-in", "c.pem", "-noout", "-pubkey"], files: ["c.pem": Array(issued.certificatePEM.utf8)])
    #expect(own.output == (try SigningKey.load(pem: issued.keyPEM).publicKey.pem()))
  }

  @Test(arguments: ["a,DNS:evil.test", "", "a b", "é", "a\nb"]) func refusesWhatIsNoHostName(name: String)
    throws
  {
    let authority = try authority()
    #expect(throws: CryptoError.self) {
      try authority.issue(dnsNames: [name], notBefore: now, notAfter: now + 1)
    }
  }

  @Test(arguments: ["localhost", "1.2.3", "1.2.3.4,DNS:x", "::g"]) func refusesWhatIsNoAddress(text: String)
    throws
  {
    let authority = try authority()
    #expect(throws: CryptoError.self) {
      try authority.issue(dnsNames: [], ipAddresses: [text], notBefore: now, notAfter: now + 1)
    }
  }

  @Test func refusesTimesTheWrongWayRound() {
    #expect(throws: CryptoError.self) {
      try CertificateAuthority.make(commonName: "x", notBefore: 10, notAfter: 10)
    }
  }
}
