/// Mach-O files packed by hand: small, and as wrong as a test wants them.
struct MachOBytes {
  var is64 = true
  var isLittle = true
  var processor: (UInt32, UInt32) = (0x0100_000C, 0)

  func u32(_ number: Int) -> [UInt8] {
    let bytes = MachOBytes.big(number)
    return isLittle ? bytes.reversed() : bytes
  }

  func u64(_ number: Int) -> [UInt8] { isLittle ? u32(number) + u32(0) : u32(0) + u32(number) }

  /// Cut to 32 bits.
  static func big(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  func command(_ number: Int, _ body: [UInt8]) -> [UInt8] { u32(number) + u32(8 + body.count) + body }

  func signature(_ offset: Int, _ size: Int) -> [UInt8] { command(0x1D, u32(offset) + u32(size)) }

  /// LC_SEGMENT or LC_SEGMENT_64 with sections that are of `__TEXT`.
  func segment(_ name: String, _ offset: Int, _ size: Int, sections: [(String, Int, Int)] = []) -> [UInt8] {
    func text(_ name: String) -> [UInt8] {
      Array((Array(name.utf8) + [UInt8](repeating: 0, count: 16)).prefix(16))
    }
    let word = is64 ? u64 : u32
    var body = text(name) + word(0) + word(size) + word(offset) + word(size)
    body += u32(5) + u32(5) + u32(sections.count) + u32(0)
    for (name, offset, size) in sections {
      body += text(name) + text("__TEXT") + word(0) + word(size) + u32(offset)
      body += [UInt8](repeating: 0, count: is64 ? 28 : 24)
    }
    return command(is64 ? 0x19 : 1, body)
  }

  func header(_ commands: [[UInt8]]) -> [UInt8] {
    let magic = u32(is64 ? 0xFEED_FACF : 0xFEED_FACE)
    let all = commands.flatMap { $0 }
    return magic + u32(Int(processor.0)) + u32(Int(processor.1)) + u32(2) + u32(commands.count)
      + u32(all.count)
      + u32(0) + (is64 ? u32(0) : []) + all
  }

  /// A signed executable: header, padding to 512, the signature.
  func file(_ signature: [UInt8], more: [[UInt8]] = []) -> [UInt8] {
    let start = header(more + [self.signature(512, signature.count)])
    return start + [UInt8](repeating: 0, count: 512 - start.count) + signature
  }

  static func fat(_ slices: [[UInt8]], is64: Bool = false) -> [UInt8] {
    var out = is64 ? big(0xCAFE_BABF) : big(0xCAFE_BABE)
    out += big(slices.count)
    var offset = 1024
    for slice in slices {
      let processor = Array(slice[4..<12])
      out += Array(processor[..<4].reversed()) + Array(processor[4...].reversed())
      let word = { (number: Int) in is64 ? big(0) + big(number) : big(number) }
      out += word(offset) + word(slice.count) + big(9) + (is64 ? big(0) : [])
      offset += (slice.count + 511) / 512 * 512
    }
    for slice in slices {
      out += [UInt8](repeating: 0, count: out.count < 1024 ? 1024 - out.count : (512 - out.count % 512) % 512)
      out += slice
    }
    return out
  }

  // MARK: Signatures

  static func blob(_ magic: Int, _ content: [UInt8]) -> [UInt8] {
    big(magic) + big(8 + content.count) + content
  }

  static func superBlob(_ slots: [(type: Int, blob: [UInt8])]) -> [UInt8] {
    var table: [UInt8] = []
    var offset = 12 + 8 * slots.count
    for slot in slots {
      table += big(slot.type) + big(offset)
      offset += slot.blob.count
    }
    return big(0xFADE_0CC0) + big(offset) + big(slots.count) + table + slots.flatMap(\.blob)
  }

  /// Version 0x20200: with a team, one code page, and special hashes from slot 1 on.
  static func directory(
    _ identifier: String = "dev.pushwire.parcel", team: String? = "ABCDE12345", version: Int = 0x20200,
    hashType: UInt8 = 2, special: [[UInt8]] = [], flags: Int = 0
  ) -> [UInt8] {
    let size = hashType == 1 ? 20 : 32
    let name: [UInt8] = Array(identifier.utf8) + [0]
    var teamName: [UInt8] = []
    if let team { teamName = Array(team.utf8) + [0] }
    let fixed = 52
    var hashes: [UInt8] = special.reversed().flatMap { $0 }
    hashes += [UInt8](repeating: 7, count: size)
    let hashOffset = fixed + name.count + teamName.count + special.count * size
    var content: [UInt8] = [version, flags, hashOffset, fixed, special.count, 1, 512].flatMap(big)
    content += [UInt8(size), hashType, 0, 12]
    content += [0, 0, team == nil ? 0 : fixed + name.count].flatMap(big)
    return blob(0xFADE_0C02, content + name + teamName + hashes)
  }

  static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>aps-environment</key><string>production</string></dict></plist>
    """
  /// The same as DER.
  static let entitlementsDER: [UInt8] = {
    let pair = [0x0C, 15] + Array("aps-environment".utf8) + [0x0C, 10] + Array("production".utf8)
    let entries: [UInt8] = [0x30, UInt8(pair.count)] + pair
    let inner: [UInt8] = [2, 1, 1, 0xB0, UInt8(entries.count)] + entries
    return [0x70, UInt8(inner.count)] + inner
  }()

  static func healthySignature() -> [UInt8] {
    superBlob([
      (0, directory()), (5, blob(0xFADE_7171, Array(entitlements.utf8))),
      (7, blob(0xFADE_7172, entitlementsDER)), (0x10000, blob(0xFADE_0B01, [0x30, 0])),
    ])
  }
}
