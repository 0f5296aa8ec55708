internal import PushCrypto
public import Store

/// A public key of the app's backend that signs tickets with ES256.
public struct TicketKey: Sendable {
  /// As the ticket's `kid` says.
  public let keyID: String
  let key: PublicKey

  /// - Throws: `CryptoError` where the text is no public key on P-256.
  public init(keyID: String, pem: String) throws {
    self.keyID = keyID
    key = try PublicKey.load(pem: pem)
    guard key.kind == .ecP256 else {
      throw CryptoError(.wrongType, "A key for tickets must be EC P-256, for ES256.")
    }
  }
}

extension StoredSecret {
  /// A fresh secret for tickets. The server takes the two newest; an older one can be removed once
  /// nothing signs with it. The key is its text, character for character: JWT libraries take a secret so.
  ///
  /// `now`: milliseconds since 1970.
  public static func ticket(now: Int) throws -> StoredSecret {
    // Letters and digits that are not mistaken for each other; 32 of them, so that each is as likely.
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    let keyID = try Digest.randomBytes(6).map { letters[Int($0) % letters.count] }
    return StoredSecret(
      name: CredentialSnapshot.ticketPrefix + String(decoding: keyID, as: UTF8.self),
      value: Array(Base64URL.encode(try Digest.randomBytes(32)).utf8), createdAt: now)
  }
}
