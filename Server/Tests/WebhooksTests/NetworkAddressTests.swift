import TestSupport
import Testing
import Webhooks

@Suite struct NetworkAddressTests {
  /// First and last address of each range, and its neighbours outside. From the IANA registries.
  @Test(
    arguments: [
      ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", .global),
      ("9.255.255.255", .global), ("10.0.0.0", .private), ("10.255.255.255", .private), ("11.0.0.0", .global),
      ("100.63.255.255", .global), ("100.64.0.0", .carrierGrade), ("100.127.255.255", .carrierGrade),
      ("100.128.0.0", .global), ("126.255.255.255", .global), ("127.0.0.0", .loopback),
      ("127.0.0.1", .loopback),
      ("127.255.255.255", .loopback), ("128.0.0.0", .global), ("169.253.255.255", .global),
      ("169.254.0.0", .linkLocal), ("169.254.169.254", .linkLocal), ("169.254.255.255", .linkLocal),
      ("169.255.0.0", .global), ("172.15.255.255", .global), ("172.16.0.0", .private),
      ("172.31.255.255", .private), ("172.32.0.0", .global), ("191.255.255.255", .global),
      ("192.0.0.0", .reserved), ("192.0.0.170", .reserved), ("192.0.0.255", .reserved),
      ("192.0.1.0", .global),
      ("192.0.2.0", .documentation), ("192.0.2.255", .documentation), ("192.0.3.0", .global),
      ("192.31.196.1", .global), ("192.52.193.1", .global), ("192.88.98.255", .global),
      ("192.88.99.0", .reserved), ("192.88.99.255", .reserved), ("192.88.100.0", .global),
      ("192.167.255.255", .global), ("192.168.0.0", .private), ("192.168.255.255", .private),
      ("192.169.0.0", .global), ("192.175.48.1", .global), ("198.17.255.255", .global),
      ("198.18.0.0", .reserved), ("198.19.255.255", .reserved), ("198.20.0.0", .global),
      ("198.51.99.255", .global), ("198.51.100.0", .documentation), ("198.51.100.255", .documentation),
      ("198.51.101.0", .global), ("203.0.112.255", .global), ("203.0.113.0", .documentation),
      ("203.0.113.255", .documentation), ("203.0.114.0", .global), ("223.255.255.255", .global),
      ("224.0.0.0", .multicast), ("239.255.255.255", .multicast), ("240.0.0.0", .reserved),
      ("255.255.255.254", .reserved), ("255.255.255.255", .reserved),
    ] as [(String, NetworkAddress.Kind)])
  func version4(_ text: String, _ kind: NetworkAddress.Kind) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.kind == kind)
    // The same inside IPv6, where a system would go to it.
    #expect(NetworkAddress("::ffff:\(text)")?.kind == kind)
    #expect(NetworkAddress("64:ff9b::\(text)")?.kind == kind)
    // And where none would: refused whatever is inside.
    if kind != .unspecified { #expect(NetworkAddress("::\(text)")?.kind != .global) }
    #expect(NetworkAddress("64:ff9b:1::\(text)")?.kind == .reserved)
  }

  @Test(
    arguments: [
      ("::", .unspecified), ("::1", .loopback), ("::2", .reserved), ("0:0:0:0:0:1::", .reserved),
      ("64:ff9b::", .unspecified), ("64:ff9a::1", .reserved), ("64:ff9b:0:0:0:1::1", .reserved),
      ("100::1", .reserved),
      ("100:0:0:1::1", .reserved), ("1fff:ffff::", .reserved), ("2000::", .global), ("2001::", .reserved),
      ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .reserved), ("2001:2::1", .reserved),
      ("2001:10::1", .reserved),
      ("2001:20::1", .reserved), ("2001:1ff:ffff::", .reserved), ("2001:200::", .global),
      ("2001:db7:ffff::", .global), ("2001:db8::", .documentation), ("2001:db8:ffff:ffff::1", .documentation),
      ("2001:db9::", .global), ("2002::", .reserved), ("2002:7f00:1::", .reserved),
      ("2002:ffff::", .reserved),
      ("2003::", .global), ("2606:4700::1111", .global), ("2620:4f:8000::1", .global), ("3ffe::", .global),
      ("3fff::", .documentation), ("3fff:fff:ffff::", .documentation), ("3fff:1000::", .global),
      ("3fff:ffff:ffff::", .global), ("4000::", .reserved), ("5f00::1", .reserved), ("fbff::", .reserved),
      ("fc00::", .private), ("fdff:ffff::1", .private), ("fe00::", .reserved), ("fe7f::1", .reserved),
      ("fe80::", .linkLocal), ("fe80::1", .linkLocal), ("febf:ffff::1", .linkLocal), ("fec0::1", .private),
      ("feff::1", .private), ("ff00::", .multicast), ("ff02::1", .multicast),
      ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
    ] as [(String, NetworkAddress.Kind)])
  func version6(_ text: String, _ kind: NetworkAddress.Kind) throws {
    #expect(try #require(NetworkAddress(text)).kind == kind)
  }

  @Test func otherTextIsNoAddress() {
    for text in ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::1%lo", "[::1]", "1.2.3.4 ", "g::"] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
    #expect(NetworkAddress(bytes: [1, 2, 3]) == nil && NetworkAddress(bytes: []) == nil)
  }

  /// Python's registry of special addresses is the judge: what it does not call global is not called global here.
  @Test func pythonCallsNoOtherAddressGlobal() throws {
    var random = Fuzz.random("addresses")
    var texts: [String] = []
    for _ in 0..<20_000 {
      let four = (0..<4).map { _ in
        random.chance(3) ? random.pick([0, 1, 10, 100, 127, 169, 172, 192, 198, 203]) : random.below(256)
      }
      texts.append(four.map(String.init).joined(separator: "."))
      let six = (0..<8).map { part in
        part == 0 && random.chance(2)
          ? random.pick([0x2001, 0x2002, 0x2003, 0x3fff, 0x64, 0x100, 0xfe80, 0xfc00, 0x2600])
          : random.chance(2) ? random.below(4) : random.below(65_536)
      }
      texts.append(six.map { String($0, radix: 16) }.joined(separator: ":"))
    }
    let script = """
      import ipaddress, sys
      for line in sys.stdin:
        print(int(ipaddress.ip_address(line.strip()).is_global))
      """
    let judged = try ForeignProgram.run(
      "python3", ["-c", script], input: .init(texts.joined(separator: "\n").utf8))
    let verdicts = judged.output.split(separator: "\n")
    try #require(verdicts.count == texts.count)
    for (text, verdict) in zip(texts, verdicts) where verdict == "0" {
      let kind = try #require(NetworkAddress(text)).kind
      // Globally reachable by the registry, though parts of a block that is not.
      #expect(kind != .global, "\(text)")
    }
  }
}
