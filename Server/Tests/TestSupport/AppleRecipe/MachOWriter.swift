/// A small Mach-O executable, thin or fat, written from the description of its format (`mach-o/loader.h`).
struct MachOWriter {
  struct Slice {
    var architecture = "arm64"
    /// Nil: no LC_CODE_SIGNATURE.
    var signature: SignatureWriter?
    /// `__TEXT,__entitlements`, as simulator builds have it.
    var section: [UInt8]?
    /// LC_BUILD_VERSION: 1 macOS, 2 iOS, 4 watchOS, 7 iOS simulator.
    var platform: UInt32 = 2
    /// Major and minor version of the minimum system.
    var minimumOS: (UInt32, UInt32) = (16, 0)
    var isEncrypted = false
    /// Names that stand in `__TEXT,__objc_methname`.
    var strings: [String] = []
    /// Bytes of made-up instructions in `__text`, beside the one that returns.
    var codeSize = 0
  }

  static func file(_ slices: [Slice]) throws -> [UInt8] {
    let thin = try slices.map(slice)
    guard thin.count > 1 else { return thin.first ?? [] }
    var out = ByteWriter()
    out.big(UInt32(0xcafe_babe), UInt32(thin.count))
    var offset = 0x4000
    for (number, bytes) in thin.enumerated() {
      let cpu = try cpu(slices[number].architecture)
      out.big(cpu.0, cpu.1, UInt32(offset), UInt32(bytes.count), UInt32(14))
      offset += (bytes.count + 0x3fff) / 0x4000 * 0x4000
    }
    for bytes in thin {
      out.pad(to: 0x4000)
      out.bytes += bytes
    }
    return out.bytes
  }

  private static func cpu(_ architecture: String) throws -> (UInt32, UInt32) {
    switch architecture {
    case "arm64": (0x0100_000c, 0)
    case "arm64e": (0x0100_000c, 2)
    case "x86_64": (0x0100_0007, 3)
    default: throw RecipeError("no such architecture: \(architecture)")
    }
  }

  private static func slice(_ slice: Slice) throws -> [UInt8] {
    guard let signature = slice.signature else { return try code(slice, signatureSize: nil) }
    // How long it is depends on the length of the code alone.
    let length = signature.blob(for: [UInt8](repeating: 0, count: textSize(sections(slice)))).count
    let code = try code(slice, signatureSize: length)
    return code + signature.blob(for: code)
  }

  private typealias Section = (name: String, bytes: [UInt8])

  private static func sections(_ slice: Slice) -> [Section] {
    var random = SeededRandom(seed: 1)
    // Four bytes of which two repeat, so that it packs about as well as instructions do.
    let code = (0..<slice.codeSize / 4).flatMap { _ -> [UInt8] in
      let word = random.next()
      return [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8) & 0x0f, 0x03, 0x91]
    }
    var sections: [Section] = [("__text", code + [0xc0, 0x03, 0x5f, 0xd6])]
    if !slice.strings.isEmpty {
      sections.append(("__objc_methname", slice.strings.flatMap { Array($0.utf8) + [0] }))
    }
    if let entitlements = slice.section { sections.append(("__entitlements", entitlements)) }
    return sections
  }

  /// Headers and sections, in whole pages of 16 KiB.
  private static func textSize(_ sections: [Section]) -> Int {
    let bytes = sections.reduce(0x1000) { $0 + ($1.bytes.count + 15) / 16 * 16 }
    return (bytes + 0x3fff) / 0x4000 * 0x4000
  }

  /// Everything before the signature.
  private static func code(_ slice: Slice, signatureSize: Int?) throws -> [UInt8] {
    let sections = sections(slice)
    let size = textSize(sections)
    var commands: [[UInt8]] = [segment("__TEXT", 0, size, sections)]
    commands.append(segment("__LINKEDIT", size, signatureSize ?? 0, []))
    var build = ByteWriter()
    build.little(
      UInt32(0x32), UInt32(24), slice.platform, slice.minimumOS.0 << 16 | slice.minimumOS.1 << 8,
      UInt32(26 << 16), UInt32(0))
    commands.append(build.bytes)
    var main = ByteWriter()
    main.little(UInt32(0x8000_0028), UInt32(24))
    main.little(UInt64(0x1000), UInt64(0))
    commands.append(main.bytes)
    if slice.isEncrypted {
      var encryption = ByteWriter()
      encryption.little(UInt32(0x2c), UInt32(24), UInt32(0x1000), UInt32(0x1000), UInt32(1), UInt32(0))
      commands.append(encryption.bytes)
    }
    if let signatureSize {
      var signature = ByteWriter()
      signature.little(UInt32(0x1d), UInt32(16), UInt32(size), UInt32(signatureSize))
      commands.append(signature.bytes)
    }

    var out = ByteWriter()
    let cpu = try cpu(slice.architecture)
    out.little(UInt32(0xfeed_facf), cpu.0, cpu.1, UInt32(2), UInt32(commands.count))
    out.little(UInt32(commands.reduce(0) { $0 + $1.count }), UInt32(0x20_0085), UInt32(0))
    out.bytes += commands.flatMap { $0 }
    guard out.bytes.count <= 0x1000 else { throw RecipeError("too many load commands") }
    out.pad(to: 0x1000)
    for section in sections {
      out.bytes += section.bytes
      out.pad(to: 16)
    }
    out.pad(to: 0x4000)
    return out.bytes
  }

  private static func segment(
    _ name: String, _ offset: Int, _ size: Int, _ sections: [(name: String, bytes: [UInt8])]
  ) -> [UInt8] {
    let base: UInt64 = 0x1_0000_0000
    var out = ByteWriter()
    out.little(UInt32(0x19), UInt32(72 + 80 * sections.count))
    out.text(name, 16)
    let pages = UInt64((size + 0x3fff) / 0x4000 * 0x4000)
    out.little(base + UInt64(offset), pages, UInt64(offset), UInt64(size))
    let protection: Int32 = name == "__TEXT" ? 5 : 1
    out.little(protection, protection)
    out.little(UInt32(sections.count), UInt32(0))
    var at = 0x1000
    for section in sections {
      out.text(section.name, 16)
      out.text(name, 16)
      out.little(base + UInt64(at), UInt64(section.bytes.count))
      out.little(UInt32(at), UInt32(2), UInt32(0), UInt32(0), UInt32(0), UInt32(0), UInt32(0), UInt32(0))
      at += (section.bytes.count + 15) / 16 * 16
    }
    return out.bytes
  }
}
