import PushCrypto

/// A signed JWT taken apart, not yet believed. RFC 7515, section 7.1.
struct CompactJWT {
  /// The header's members.
  let header: JSONValue
  /// The claims.
  let claims: JSONValue
  /// The bytes the signature is over: header, full stop, claims, as sent.
  let signed: [UInt8]
  /// The decoded signature.
  let signature: [UInt8]

  /// Nil where the text is not three base64url parts with a JSON object in each of the first two.
  init?(_ text: Substring) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), !signature.isEmpty,
      case .success(let headerValue) = JSONReader.read(header), case .object = headerValue,
      case .success(let claimsValue) = JSONReader.read(claims), case .object = claimsValue
    else { return nil }
    self.header = headerValue
    self.claims = claimsValue
    self.signature = signature
    signed = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
  }
}

/// Says whether a signature over some bytes is right. The emulators never see how.
public struct SignatureCheck: Sendable {
  /// The signed bytes, then the signature as the JWT carries it (ES256: r and s, 64 bytes).
  public let isValid: @Sendable (_ signed: [UInt8], _ signature: [UInt8]) -> Bool

  public init(_ isValid: @escaping @Sendable (_ signed: [UInt8], _ signature: [UInt8]) -> Bool) {
    self.isValid = isValid
  }
}
