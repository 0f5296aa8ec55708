import CCrypto

extension SigningKey {
  /// Signs with SHA-256: ECDSA as r and s (64 bytes), or RSA PKCS#1 v1.5.
  public func sign(_ bytes: [UInt8]) throws -> [UInt8] {
    ERR_clear_error()
    let context = try check(EVP_MD_CTX_new(), "Making a signature")
    defer { EVP_MD_CTX_free(context) }
    try check(
      EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.pointer), "Starting a signature")
    var length = 0
    try check(EVP_DigestSign(context, nil, &length, bytes, bytes.count), "Sizing a signature")
    var out = [UInt8](repeating: 0, count: length)
    try check(EVP_DigestSign(context, &out, &length, bytes, bytes.count), "Making a signature")
    out.removeLast(out.count - min(length, out.count))
    return kind == .ecP256 ? try rawSignature(der: out) : out
  }
}

extension PublicKey {
  /// Whether `signature` (as ``SigningKey/sign(_:)`` makes it) is this key's for `bytes`.
  public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    let wire: [UInt8]
    if kind == .ecP256 {
      guard let der = try? derSignature(raw: signature) else { return false }
      wire = der
    } else {
      wire = signature
    }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle.pointer) == 1 else { return false }
    return EVP_DigestVerify(context, wire, wire.count, bytes, bytes.count) == 1
  }
}

/// DER's ECDSA-Sig-Value as r and s, 32 bytes each, as JWTs want it.
private func rawSignature(der: [UInt8]) throws -> [UInt8] {
  try der.withUnsafeBufferPointer { buffer in
    var at = buffer.baseAddress
    let signature = try check(d2i_ECDSA_SIG(nil, &at, buffer.count), "Reading a signature")
    defer { ECDSA_SIG_free(signature) }
    var out = [UInt8](repeating: 0, count: 64)
    let written = out.withUnsafeMutableBufferPointer { out -> Int32 in
      guard let base = out.baseAddress else { return -1 }
      return BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32)
        + BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32)
    }
    guard written == 64 else { throw libraryError(.library, "Writing a signature failed.") }
    return out
  }
}

/// The way back; nil where it is not 64 bytes.
private func derSignature(raw: [UInt8]) throws -> [UInt8]? {
  guard raw.count == 64 else { return nil }
  let signature = try check(ECDSA_SIG_new(), "Making a signature")
  defer { ECDSA_SIG_free(signature) }
  let r = raw.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, 32, nil) }
  let s = raw.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress.map { $0 + 32 }, 32, nil) }
  guard let r, let s, ECDSA_SIG_set0(signature, r, s) == 1 else {
    BN_free(r)
    BN_free(s)
    throw libraryError(.library, "Making a signature failed.")
  }
  let length = i2d_ECDSA_SIG(signature, nil)
  try check(length, "Writing a signature")
  return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
    var at = buffer.baseAddress
    count = max(0, Int(i2d_ECDSA_SIG(signature, &at)))
  }
}
