// Declarations of Security that the adapters use, for building and running them on Linux. The Core Foundation
// types stand in here too. What begins with `Fake` is for tests alone.
public import Foundation

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public typealias CFError = NSError
public typealias OSStatus = Int32
public final class CFAllocator {}

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecMissingEntitlement: OSStatus = -34018

nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// One device's keychain.
public final class FakeKeychain: @unchecked Sendable {
  nonisolated(unsafe) public static var current = FakeKeychain()
  /// By service, account and access group.
  public var items: [String: Data] = [:]
  public var accessible: [String: String] = [:]
  /// Before the first unlock: nothing can be read or written.
  public var isLocked = false
  public init() {}

  static func name(_ query: CFDictionary) -> String {
    [kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup]
      .map { (query.object(forKey: $0) as? NSString).map(String.init(describing:)) ?? "" }
      .joined(separator: "/")
  }
  static func data(_ query: CFDictionary) -> Data? {
    (query.object(forKey: kSecValueData) as? NSData).map { Data(referencing: $0) }
      ?? query.object(forKey: kSecValueData) as? Data
  }
}

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  let keychain = FakeKeychain.current
  guard !keychain.isLocked else { return errSecInteractionNotAllowed }
  guard let item = keychain.items[FakeKeychain.name(query)] else { return errSecItemNotFound }
  result?.pointee = NSData(data: item)
  return errSecSuccess
}

public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  let keychain = FakeKeychain.current
  guard !keychain.isLocked else { return errSecInteractionNotAllowed }
  let name = FakeKeychain.name(attributes)
  guard keychain.items[name] == nil else { return errSecDuplicateItem }
  keychain.items[name] = FakeKeychain.data(attributes)
  keychain.accessible[name] =
    (attributes.object(forKey: kSecAttrAccessible) as? NSString).map(String.init(describing:))
  return errSecSuccess
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  let keychain = FakeKeychain.current
  guard !keychain.isLocked else { return errSecInteractionNotAllowed }
  let name = FakeKeychain.name(query)
  guard keychain.items[name] != nil else { return errSecItemNotFound }
  keychain.items[name] = FakeKeychain.data(attributesToUpdate)
  return errSecSuccess
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  let keychain = FakeKeychain.current
  guard !keychain.isLocked else { return errSecInteractionNotAllowed }
  return keychain.items.removeValue(forKey: FakeKeychain.name(query)) == nil
    ? errSecItemNotFound : errSecSuccess
}

public final class SecTask {
  /// What the process is signed with.
  nonisolated(unsafe) public static var fakeEntitlements: [String: AnyObject] = [:]
}
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { SecTask() }
public func SecTaskCopyValueForEntitlement(
  _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
  SecTask.fakeEntitlements[String(describing: entitlement)]
}
