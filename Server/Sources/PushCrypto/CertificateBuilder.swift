import CCrypto

/// A certificate that is being put together: X.509 version 3. RFC 5280.
struct CertificateBuilder: ~Copyable {
  let pointer: OpaquePointer

  private init(owning pointer: OpaquePointer) { self.pointer = pointer }

  /// An unsigned certificate without extensions. Times are UNIX seconds.
  static func make(
    commonName: String, subject: SigningKey, notBefore: Int, notAfter: Int
  ) throws -> CertificateBuilder {
    ERR_clear_error()
    guard notBefore < notAfter else {
      throw CryptoError(.badName, "The certificate would end before it begins.")
    }
    let made = CertificateBuilder(owning: try check(X509_new(), "Making a certificate"))
    let pointer = made.pointer
    try check(X509_set_version(pointer, 2), "Making a certificate")
    try made.setSerial()
    _ = try check(
      ASN1_TIME_set(X509_getm_notBefore(pointer), notBefore), "Setting the begin of the certificate")
    _ = try check(ASN1_TIME_set(X509_getm_notAfter(pointer), notAfter), "Setting the end of the certificate")
    try check(X509_set_pubkey(pointer, subject.handle.pointer), "Setting the certificate's key")
    let name = Array(commonName.utf8)
    try check(
      X509_NAME_add_entry_by_NID(
        X509_get_subject_name(pointer), NID_commonName, Int32(pw_utf8_text), name, Int32(name.count), -1, 0),
      "Setting the certificate's name \"\(commonName.prefix(80))\"", code: .badName)
    return made
  }

  deinit { X509_free(pointer) }

  /// A random positive serial number of 16 bytes. RFC 5280, section 4.1.2.2.
  private func setSerial() throws {
    var serial = try Digest.randomBytes(16)
    serial[0] = serial[0] & 0x7F | 0x40
    let number = try check(BN_bin2bn(serial, 16, nil), "Making a serial number")
    defer { BN_free(number) }
    _ = try check(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)), "Setting the serial number")
  }

  /// Adds an extension in OpenSSL's configuration syntax.
  func add(_ nid: Int32, _ value: String, issuer: OpaquePointer) throws {
    try check(pw_add_extension(pointer, issuer, nid, value), "Adding a certificate extension")
  }

  /// Signs and gives the certificate away. Without issuer it is its own.
  consuming func signed(issuer: OpaquePointer?, by key: SigningKey) throws -> CertificateHandle {
    try check(
      X509_set_issuer_name(pointer, X509_get_subject_name(issuer ?? pointer)), "Setting the issuer")
    try check(X509_sign(pointer, key.handle.pointer, EVP_sha256()), "Signing the certificate")
    try check(X509_up_ref(pointer), "Keeping the certificate")
    return CertificateHandle(owning: pointer)
  }
}

/// A certificate as PEM.
func certificatePEMText(_ certificate: OpaquePointer) throws -> String {
  let bio = try MemoryBIO()
  try check(PEM_write_bio_X509(bio.pointer, certificate), "Writing a certificate")
  return bio.text
}
