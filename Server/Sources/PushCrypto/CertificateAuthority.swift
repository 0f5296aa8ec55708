import CCrypto

/// A certificate authority for emulators and tests: made at start, trusted only where it is named.
public struct CertificateAuthority: Sendable {
  /// The authority's own certificate, PEM: what a client is told to trust.
  public let certificatePEM: String
  let key: SigningKey
  let certificate: CertificateHandle

  /// A server certificate with its key.
  public struct Issued: Sendable {
    /// The certificate followed by its authority's, PEM.
    public let chainPEM: String
    /// The certificate alone, PEM.
    public let certificatePEM: String
    /// The private key, PKCS#8 PEM.
    public let keyPEM: String
  }

  /// Makes an authority with a fresh P-256 key. Times are UNIX seconds.
  public static func make(commonName: String, notBefore: Int, notAfter: Int) throws -> CertificateAuthority {
    let key = try SigningKey.generate(.ecP256)
    let certificate = try CertificateBuilder.make(
      commonName: commonName, subject: key, notBefore: notBefore, notAfter: notAfter)
    try certificate.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: certificate.pointer)
    try certificate.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: certificate.pointer)
    try certificate.add(NID_subject_key_identifier, "hash", issuer: certificate.pointer)
    let signed = try certificate.signed(issuer: nil, by: key)
    return CertificateAuthority(
      certificatePEM: try certificatePEMText(signed.pointer), key: key, certificate: signed)
  }

  /// Issues a TLS server certificate for the names and addresses, with a fresh P-256 key.
  ///
  /// An expired one is issued by giving times in the past, a wrong-host one by giving another name.
  /// - Parameters:
  ///   - dnsNames: host names; a leading `*.` is allowed.
  ///   - ipAddresses: IPv4 or IPv6 in text.
  ///   - notBefore: UNIX seconds.
  ///   - notAfter: UNIX seconds.
  public func issue(
    dnsNames: [String], ipAddresses: [String] = [], notBefore: Int, notAfter: Int
  ) throws -> Issued {
    let names = try dnsNames.map(Self.dnsEntry) + ipAddresses.map(Self.addressEntry)
    guard let first = dnsNames.first ?? ipAddresses.first else {
      throw CryptoError(.badName, "A server certificate needs at least one name or address.")
    }
    let subject = try SigningKey.generate(.ecP256)
    let builder = try CertificateBuilder.make(
      commonName: String(first.prefix(64)), subject: subject, notBefore: notBefore, notAfter: notAfter)
    let issuer = certificate.pointer
    try builder.add(NID_basic_constraints, "critical,CA:FALSE", issuer: issuer)
    try builder.add(NID_key_usage, "critical,digitalSignature", issuer: issuer)
    try builder.add(NID_ext_key_usage, "serverAuth", issuer: issuer)
    try builder.add(NID_subject_alt_name, names.joined(separator: ","), issuer: issuer)
    try builder.add(NID_subject_key_identifier, "hash", issuer: issuer)
    try builder.add(NID_authority_key_identifier, "keyid", issuer: issuer)
    let signed = try builder.signed(issuer: issuer, by: key)
    let pem = try certificatePEMText(signed.pointer)
    return Issued(
      chainPEM: pem + certificatePEM, certificatePEM: pem, keyPEM: try subject.privatePEM())
  }

  /// OpenSSL's configuration syntax splits at commas, so names are checked first.
  private static func dnsEntry(_ name: String) throws -> String {
    let allowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "*"):
        true
      default: false
      }
    }
    guard allowed, !name.isEmpty, name.utf8.count <= 253 else {
      throw CryptoError(.badName, "\"\(name.prefix(80))\" is not a host name.")
    }
    return "DNS:" + name
  }

  private static func addressEntry(_ address: String) throws -> String {
    let allowed = address.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    let parsed = allowed ? a2i_IPADDRESS(address) : nil
    guard let parsed else {
      ERR_clear_error()
      throw CryptoError(.badName, "\"\(address.prefix(80))\" is not an IP address.")
    }
    ASN1_OCTET_STRING_free(parsed)
    return "IP:" + address
  }
}
