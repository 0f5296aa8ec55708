import CCrypto

/// A signed message (CMS, RFC 5652), as provisioning profiles are.
public enum CMSMessage {
  /// The content of a SignedData message, DER or BER, also in pieces of indefinite length.
  ///
  /// No signature is verified: this reads what a message says, not whether to believe it.
  ///
  /// - Throws: ``CryptoError`` with the code `cms.malformed` where this is no such message, or is cut off;
  ///   `cms.noContent` where it has no content inside (a detached signature).
  public static func content(_ bytes: [UInt8]) throws -> [UInt8] {
    ERR_clear_error()
    let message = bytes.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_CMS_ContentInfo(nil, &start, buffer.count)
    }
    guard let message else { throw libraryError(.cmsMalformed, "This is no CMS message, or it is cut off.") }
    defer { CMS_ContentInfo_free(message) }
    guard OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed else {
      throw CryptoError(.cmsMalformed, "This CMS message is not signed data.")
    }
    guard let place = CMS_get0_content(message), let content = place.pointee else {
      throw libraryError(.cmsNoContent, "This CMS message has no content inside.")
    }
    let count = Int(ASN1_STRING_length(content))
    guard count > 0, let start = ASN1_STRING_get0_data(content) else { return [] }
    return [UInt8](UnsafeBufferPointer(start: start, count: count))
  }
}

extension CryptoError.Code {
  public static let cmsMalformed = Self(rawValue: "cms.malformed")
  public static let cmsNoContent = Self(rawValue: "cms.noContent")
}
