#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An IP address, and whether it is one of the open internet.
///
/// What follows is refused for a webhook unless its endpoint may be private: a customer's URL must not reach
/// what stands beside the server. From the IANA special-purpose address registries (RFC 6890 and its updates), and
/// whatever is not allocated.
///
/// | range | kind |
/// |---|---|
/// | 0.0.0.0/8 | unspecified |
/// | 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 | private |
/// | 100.64.0.0/10 | carrierGrade |
/// | 127.0.0.0/8 | loopback |
/// | 169.254.0.0/16 (the metadata service of clouds) | linkLocal |
/// | 192.0.0.0/24, 192.88.99.0/24, 198.18.0.0/15, 240.0.0.0/4 | reserved |
/// | 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 | documentation |
/// | 224.0.0.0/4 | multicast |
/// | ::/128 | unspecified |
/// | ::1/128 | loopback |
/// | ::ffff:0:0/96 (IPv4-mapped), 64:ff9b::/96 (NAT64) | as the IPv4 address in it |
/// | 2001:db8::/32, 3fff::/20 | documentation |
/// | 2001::/23 (Teredo, benchmarks, ORCHID), 2002::/16 (6to4) | reserved |
/// | fc00::/7 | private |
/// | fe80::/10 | linkLocal |
/// | fec0::/10 (site-local, of old) | private |
/// | ff00::/8 | multicast |
/// | everything else outside 2000::/3: ::/96, 64:ff9b:1::/48, 100::/64, 5f00::/16 … | reserved |
/// | everything else | global |
///
/// 192.31.196.0/24, 192.52.193.0/24, 192.175.48.0/24 and 2620:4f:8000::/48 are in the registries too, as
/// globally reachable.
public struct NetworkAddress: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case global, unspecified, loopback, `private`, linkLocal, carrierGrade, documentation, multicast, reserved
  }

  /// 4 or 16, in network order.
  public let bytes: [UInt8]

  /// Nil unless there are 4 or 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// From its usual text, `192.0.2.1` or `2001:db8::1`.
  public init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  public var kind: Kind { bytes.count == 4 ? NetworkAddress.kind4(bytes[...]) : NetworkAddress.kind6(bytes) }

  private static func kind4(_ bytes: ArraySlice<UInt8>) -> Kind {
    let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    for range in ranges4 where address >> (32 - range.length) == range.start >> (32 - range.length) {
      return range.kind
    }
    return .global
  }

  private static let ranges4: [(start: UInt32, length: UInt32, kind: Kind)] = [
    (0x0000_0000, 8, .unspecified),
    (0x0A00_0000, 8, .private),
    (0x6440_0000, 10, .carrierGrade),
    (0x7F00_0000, 8, .loopback),
    (0xA9FE_0000, 16, .linkLocal),
    (0xAC10_0000, 12, .private),
    (0xC000_0000, 24, .reserved),
    (0xC000_0200, 24, .documentation),
    (0xC058_6300, 24, .reserved),
    (0xC0A8_0000, 16, .private),
    (0xC612_0000, 15, .reserved),
    (0xC633_6400, 24, .documentation),
    (0xCB00_7100, 24, .documentation),
    (0xE000_0000, 4, .multicast),
    (0xF000_0000, 4, .reserved),
  ]

  private static func kind6(_ bytes: [UInt8]) -> Kind {
    func starts(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
    if bytes.allSatisfy({ $0 == 0 }) { return .unspecified }
    if starts([UInt8](repeating: 0, count: 15)) && bytes[15] == 1 { return .loopback }
    if starts([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]) { return kind4(bytes[12...]) }
    if starts([0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) { return kind4(bytes[12...]) }
    switch (bytes[0], bytes[1]) {
    case (0xFF, _): return .multicast
    case (0xFC...0xFD, _): return .private
    case (0xFE, 0x80...0xBF): return .linkLocal
    case (0xFE, 0xC0...0xFF): return .private
    case (0x20, 0x01) where bytes[2] < 2: return .reserved
    case (0x20, 0x01) where bytes[2] == 0x0D && bytes[3] == 0xB8: return .documentation
    case (0x20, 0x02): return .reserved
    case (0x3F, 0xFF) where bytes[2] < 0x10: return .documentation
    case (0x20...0x3F, _): return .global
    default: return .reserved
    }
  }
}
