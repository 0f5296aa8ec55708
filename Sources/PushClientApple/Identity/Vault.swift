internal import Foundation
internal import PushClient

#if canImport(Security)
  internal import Security
#endif

/// What the keychain keeps of this installation. This device only, after the first unlock: it is in no backup
/// and on no other device, and it survives a deletion of the app.
struct VaultItem: Codable, Equatable {
  /// Random, made once on this device.
  var deviceKey: String
  /// The installation that the secret belongs to; empty: none yet.
  var installation = ""
  var secret = ""
  /// The one that was here before, with its secret: the server gives its token to the new one.
  var predecessor: String?
  var predecessorSecret: String?

  enum CodingKeys: String, CodingKey {
    case installation, secret, predecessor
    case deviceKey = "device_key"
    case predecessorSecret = "predecessor_secret"
  }

  /// Takes a new id, with a new secret.
  mutating func adopt(_ id: String, predecessor: String?, secret: String) {
    self.predecessor = predecessor
    predecessorSecret = predecessor == installation ? self.secret : nil
    installation = id
    self.secret = secret
  }

  var marker: Launch.Marker? {
    installation.isEmpty ? nil : Launch.Marker(installation: installation, deviceKey: deviceKey)
  }
}

/// Where a ``VaultItem`` is kept.
protocol Vault: Sendable {
  func read() throws(VaultFault) -> VaultItem?
  func write(_ item: VaultItem) throws(VaultFault)
}

struct VaultFault: Error, Equatable {
  /// The keychain's status.
  let status: Int32
}

#if canImport(Security)
  /// A generic password in the keychain.
  struct KeychainVault: Vault {
    let service: String
    /// A keychain access group that extensions share; nil: the app's own.
    let group: String?

    func read() throws(VaultFault) -> VaultItem? {
      if let item = try read(identity(in: group)) { return item }
      // An earlier version of the app had no group: what it left goes over, or this would be another device.
      guard group != nil, let item = try read(identity(in: nil)) else { return nil }
      try write(item)
      return item
    }

    private func read(_ identity: [NSString: Any]) throws(VaultFault) -> VaultItem? {
      var query = identity
      query[kSecReturnData as NSString] = true
      query[kSecMatchLimit as NSString] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(NSDictionary(dictionary: query) as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = (found as? NSData).map({ Data(referencing: $0) }) else {
        throw VaultFault(status: status)
      }
      // What is there and makes no sense is as good as nothing.
      return try? JSONDecoder().decode(VaultItem.self, from: data)
    }

    func write(_ item: VaultItem) throws(VaultFault) {
      guard let data = try? JSONEncoder().encode(item) else { throw VaultFault(status: -1) }
      let changed: [NSString: Any] = [
        kSecValueData as NSString: NSData(data: data),
        kSecAttrAccessible as NSString: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let identity = identity(in: group)
      var status = SecItemUpdate(
        NSDictionary(dictionary: identity) as CFDictionary, NSDictionary(dictionary: changed) as CFDictionary)
      if status == errSecItemNotFound {
        let whole = identity.merging(changed) { $1 }
        status = SecItemAdd(NSDictionary(dictionary: whole) as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw VaultFault(status: status) }
    }

    private func identity(in group: String?) -> [NSString: Any] {
      var query: [NSString: Any] = [
        kSecClass as NSString: kSecClassGenericPassword,
        kSecAttrService as NSString: NSString(string: service),
        kSecAttrAccount as NSString: NSString(string: "installation"),
        kSecAttrSynchronizable as NSString: false,
        // macOS: the keychain that knows "this device only"; elsewhere there is no other.
        kSecUseDataProtectionKeychain as NSString: true,
      ]
      if let group { query[kSecAttrAccessGroup as NSString] = NSString(string: group) }
      return query
    }
  }
#endif
