/// Numbers of the Mach-O format (`mach-o/loader.h`, `mach-o/fat.h`, `mach/machine.h`).
enum MachOFormat {
  /// What the first four bytes say.
  enum Magic: Equatable {
    case thin(is64: Bool, isLittle: Bool)
    /// Always big-endian.
    case fat(is64: Bool)
  }

  static func magic(_ bytes: some Sequence<UInt8>) -> Magic? {
    switch Array(bytes.prefix(4)) {
    case [0xCE, 0xFA, 0xED, 0xFE]: .thin(is64: false, isLittle: true)
    case [0xCF, 0xFA, 0xED, 0xFE]: .thin(is64: true, isLittle: true)
    case [0xFE, 0xED, 0xFA, 0xCE]: .thin(is64: false, isLittle: false)
    case [0xFE, 0xED, 0xFA, 0xCF]: .thin(is64: true, isLittle: false)
    case [0xCA, 0xFE, 0xBA, 0xBE]: .fat(is64: false)
    case [0xCA, 0xFE, 0xBA, 0xBF]: .fat(is64: true)
    default: nil
    }
  }

  /// Slices of a fat file. A Java class starts with the same bytes, and has its version, 45 or more, there.
  static let mostSlices: UInt32 = 32

  /// Whether a file starts as a Mach-O does.
  static func claims(_ head: [UInt8]) -> Bool {
    switch magic(head) {
    case .thin: true
    case .fat: ByteView(head).u32(4).map { (1...mostSlices).contains($0) } ?? false
    case nil: false
    }
  }

  enum Command {
    static let segment: UInt32 = 0x1
    static let segment64: UInt32 = 0x19
    static let codeSignature: UInt32 = 0x1D
    static let encryptionInfo: UInt32 = 0x21
    static let encryptionInfo64: UInt32 = 0x2C
    static let buildVersion: UInt32 = 0x32
    /// The older commands, and the platform that each stands for.
    static let minimumVersions: [UInt32: Int] = [0x24: 1, 0x25: 2, 0x2F: 3, 0x30: 4]
  }

  static func architecture(_ type: UInt32, _ subtype: UInt32) -> String {
    // The upper byte of the subtype holds capabilities.
    switch (type, subtype & 0x00FF_FFFF) {
    case (0x0100_000C, 2): "arm64e"
    case (0x0100_000C, _): "arm64"
    case (0x0200_000C, _): "arm64_32"
    case (0x0000_000C, 6): "armv6"
    case (0x0000_000C, 9): "armv7"
    case (0x0000_000C, 11): "armv7s"
    case (0x0000_000C, 12): "armv7k"
    case (0x0100_0007, 8): "x86_64h"
    case (0x0100_0007, _): "x86_64"
    case (0x0000_0007, _): "i386"
    default: "cpu \(type), \(subtype & 0x00FF_FFFF)"
    }
  }
}
