internal import Bytes

/// The secret by which a push says, without naming anyone, which account and generation it is meant for.
///
/// The tag is SipHash-2-4-128 over tenant, account, installation and generation, each length before its
/// text, as 32 hexadecimal digits. The device learns its own tag when it registers, and shows an
/// account's push only where the two are equal.
public struct BindingKey: Sendable, Equatable {
  /// Its name among the store's secrets.
  public static let secretName = "binding"

  let low: UInt64
  let high: UInt64

  /// - Parameter bytes: 16 of them; nil where there are not.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    low = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    high = bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  public func tag(tenant: String, account: String, installation: String, generation: Int) -> String {
    var tenant = tenant
    var account = account
    var installation = installation
    var out: [UInt8] = []
    tenant.withUTF8 { tenant in
      account.withUTF8 { account in
        installation.withUTF8 { installation in
          append(
            tenant: tenant, account: account, installation: installation, generation: generation, to: &out)
        }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  func append(
    tenant: UnsafeBufferPointer<UInt8>, account: UnsafeBufferPointer<UInt8>,
    installation: UnsafeBufferPointer<UInt8>, generation: Int, to out: inout [UInt8]
  ) {
    var hash = SipHash128(key: low, high)
    for part in [tenant, account, installation] {
      hash.update(UInt64(part.count))
      hash.update(part)
    }
    hash.update(UInt64(bitPattern: Int64(generation)))
    let (first, second) = hash.finish()
    Self.appendHex(first, to: &out)
    Self.appendHex(second, to: &out)
  }

  /// 64 bits that stand for an account where its text is not wanted; never 0.
  func accountHash(tenant: UnsafeBufferPointer<UInt8>, account: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = SipHash128(key: low ^ 0x6d65_616e_7400_0000, high)
    hash.update(UInt64(tenant.count))
    hash.update(tenant)
    hash.update(account)
    let number = Int(truncatingIfNeeded: hash.finish().low)
    return number == 0 ? 1 : number
  }

  /// The bytes of the number in the order of memory, lowest first.
  private static func appendHex(_ number: UInt64, to out: inout [UInt8]) {
    var rest = number
    for _ in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: rest)
      out.append(hexDigit(byte >> 4))
      out.append(hexDigit(byte & 15))
      rest >>= 8
    }
  }
}
