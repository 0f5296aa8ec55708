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
    return kept?.first { $0.name == Self.prefix + name }.flatMap(Self.issued)
  }

  func settle(_ name: String, _ issued: ProviderToken.Issued) -> ProviderToken.Issued? {
    let secret = StoredSecret(
      name: Self.prefix + name, value: Array("\(issued.issuedAt)\n\(issued.authorization)".utf8),
      createdAt: issued.issuedAt * 1000)
    let fresh = ProviderTokenState.fresh(now: issued.issuedAt)
    let settled = try? writer.run { (session, _) throws(StoreError) in
      try session.settleSecret(secret, fresh: fresh.lowerBound * 1000..<fresh.upperBound * 1000)
    }
    guard let settled else { return nil }
    // What cannot be read is nobody's token.
    return settled == secret ? issued : Self.issued(settled) ?? issued
  }

  private static func issued(_ secret: StoredSecret) -> ProviderToken.Issued? {
    let lines = String(decoding: secret.value, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, let issuedAt = Int(lines[0]), lines[1].hasPrefix("bearer ") else { return nil }
    return ProviderToken.Issued(authorization: String(lines[1]), issuedAt: issuedAt)
  }
}
