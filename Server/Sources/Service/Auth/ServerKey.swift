internal import PushCrypto
public import Store

/// A key of the app's backend: `pwk_<id>_<secret>`. Only a digest of the secret is kept.
public struct ServerKey: Sendable, Equatable {
  public static let prefix = "pwk_"
  static let idLength = 10
  /// 32 bytes in base64url.
  static let secretLength = 43
  static let length = prefix.utf8.count + idLength + 1 + secretLength

  /// What a key may do. `admin` may everything.
  public enum Scope: String, Sendable, CaseIterable {
    case send, read, admin
  }

  /// A fresh key: shown once, and the record to be stored.
  public struct Made: Sendable {
    /// Secret: show it once, never log it.
    public let text: String
    public let record: ServerKeyRecord
  }

  /// - Parameters:
  ///   - tenant: `*`: every tenant.
  ///   - now: milliseconds since 1970.
  public static func make(name: String, tenant: String, scopes: [Scope], now: Int) throws -> Made {
    let secret = Base64URL.encode(try Digest.randomBytes(32))
    var record = ServerKeyRecord()
    // Letters and digits alone: an underscore would look like the end of the id.
    record.id = String(
      decoding: try Digest.randomBytes(idLength).map { idAlphabet[Int($0) % idAlphabet.count] }, as: UTF8.self
    )
    record.name = name
    record.tenant = tenant
    record.scopes = scopes.map(\.rawValue)
    record.secretHash = try Digest.sha256(Array(secret.utf8))
    record.createdAt = now
    return Made(text: prefix + record.id + "_" + secret, record: record)
  }

  // 32 of them, so that a byte gives each with the same chance.
  private static let idAlphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  /// Id and secret of a presented key; nil where it has not the form.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (id: String, secret: UnsafeBufferPointer<UInt8>)? {
    guard bytes.count == length, bytes.starts(with: prefix.utf8) else { return nil }
    let idStart = prefix.utf8.count
    guard bytes[idStart + idLength] == UInt8(ascii: "_") else { return nil }
    let id = bytes[idStart..<idStart + idLength]
    guard id.allSatisfy({ Identifier.isAllowed($0) && $0 != UInt8(ascii: "_") }) else { return nil }
    return (
      String(decoding: id, as: UTF8.self), UnsafeBufferPointer(rebasing: bytes[(idStart + idLength + 1)...])
    )
  }

  public let id: String
  public let name: String
  public let tenant: String
  let isAdmin: Bool
  let maySend: Bool
  let mayRead: Bool
  let secretHash: [UInt8]

  init(_ record: ServerKeyRecord) {
    id = record.id
    name = record.name
    tenant = record.tenant
    isAdmin = record.scopes.contains(Scope.admin.rawValue)
    maySend = isAdmin || record.scopes.contains(Scope.send.rawValue)
    mayRead = isAdmin || record.scopes.contains(Scope.read.rawValue)
    secretHash = record.secretHash
  }

  /// Every tenant.
  var isForAllTenants: Bool { tenant == "*" }

  func may(_ scope: Scope) -> Bool {
    switch scope {
    case .admin: isAdmin
    case .send: maySend
    case .read: mayRead
    }
  }
}
