internal import Delivery
internal import Foundation
internal import Providers
internal import Store

/// Keeps the provider tokens in the store, so that a restart, or another node, goes on with the one that
/// is in use.
final class TokenVault: ProviderTokenVault {
  static let prefix = "provider-token."

  private let store: any PushStore
  private let writer: StoreWriter

  init(store: any PushStore, writer: StoreWriter) {
    self.store = store
    self.writer = writer
  }

  func load(_ name: String) -> ProviderToken.Issued? {
    let kept = try? store.read { (reader) throws(StoreError) in try reader.secrets(prefix: Self.prefix + name)
    }
    guard let secret = kept?.first(where: { $0.name == Self.prefix + name }) else { return nil }
    let lines = String(decoding: secret.value, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, let issuedAt = Int(lines[0]), lines[1].hasPrefix("bearer ") else { return nil }
    return ProviderToken.Issued(authorization: String(lines[1]), issuedAt: issuedAt)
  }

  func save(_ name: String, _ issued: ProviderToken.Issued) {
    let secret = StoredSecret(
      name: Self.prefix + name, value: Array("\(issued.issuedAt)\n\(issued.authorization)".utf8),
      createdAt: issued.issuedAt * 1000)
    // Where it cannot be kept, the next start makes one of its own.
    try? writer.submitAndWait(SecretJob(secret))
  }
}

private final class SecretJob: WriteJob {
  private let secret: StoredSecret
  init(_ secret: StoredSecret) { self.secret = secret }
  func perform(_ session: any StoreSession, now: Int) throws(StoreError) { try session.setSecret(secret) }
  func committed() {}
  func failed(_ error: StoreError) {}
}
