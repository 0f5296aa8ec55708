import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// LIEF as the oracle: what it says of a Mach-O file is what we say. It gives the signature's bytes; Python's plistlib and
/// hashlib judge what stands in them.
struct LIEFOracleTests {
  private static let python = PythonModule.python(with: "lief", "lief==1.0.0")

  private static let recipes = [
    "", "unsigned", "ad-hoc", "encrypted", "build simulator", "platform macos", "digests sha1",
    "digests both",
    "no-der", "no-xml", "arch arm64\narch arm64e\narch x86_64", "build development\nsigned list = [a, b]",
    "edited entitlements", "contains registerForRemoteNotifications",
  ]

  @Test(.enabled(if: python != nil, "lief is not there, and cannot be installed"))
  func saysTheSame() throws {
    let python = try #require(Self.python)
    let folder = try ScratchFolder()
    var files = try Self.recipes.map { ($0, try MachOReaderTests.recipe($0).bytes) }
    for (is64, isLittle) in [(true, true), (true, false), (false, true)] {
      let machO = MachOBytes(is64: is64, isLittle: isLittle)
      let signature = MachOBytes.healthySignature()
      let segments = [machO.segment("__TEXT", 0, 512), machO.segment("__LINKEDIT", 512, signature.count)]
      files.append(("by hand, 64: \(is64), little: \(isLittle)", machO.file(signature, more: segments)))
    }
    let paths = try files.enumerated().map { try folder.file("\($0.offset)", Data($0.element.1)).path }
    let ended = try ForeignProgram.run(python, ["-c", Self.script] + paths)
    try #require(ended.status == 0, "\(ended.errors)")
    let told = ended.output.components(separatedBy: "----\n").dropLast()
    try #require(told.count == files.count)
    for ((what, bytes), text) in zip(files, told) {
      let reader = MachOReaderTests.read(bytes)
      #expect(reader.problems == [], "\(what)")
      #expect(Self.lines(reader.binary) == text, "\(what)")
    }
  }

  private static func lines(_ binary: SignedBinary) -> String {
    var lines: [String] = []
    for slice in binary.slices {
      lines.append("slice \(slice.offset) \(slice.isEncrypted ? 1 : 0) \(slice.platform ?? 0)")
      if let section = slice.sectionEntitlements { lines += values("section", section) }
      guard let signature = slice.signature else { continue }
      lines.append("signature \((signature.place.offset ?? 0) - slice.offset) \(signature.slots)")
      if let xml = signature.xmlEntitlements { lines += values("xml", xml) }
      lines.append(
        "seal \(hex(signature.xmlEntitlementsSeal?.sha256)) \(hex(signature.derEntitlementsSeal?.sha1))")
      for directory in signature.directories {
        lines.append(
          "directory \(directory.identifier) \(directory.team ?? "-") \(directory.hashType) \(directory.flags)"
        )
        for (slot, hash) in directory.specialHashes.sorted(by: { $0.key < $1.key }) {
          lines.append("hash \(slot) \(hex(hash))")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func values(_ what: String, _ tree: Located) -> [String] {
    tree.members.sorted { $0.key < $1.key }.map { member in
      let value =
        member.value.string ?? member.value.bool.map { $0 ? "True" : "False" }
        ?? member.value.strings.map(\.value).joined(separator: ",")
      return "\(what) \(member.key) \(value)"
    }
  }

  private static func hex(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static let script = #"""
    import hashlib, lief, plistlib, struct, sys
    def show(what, plist):
        for key, value in sorted(plistlib.loads(plist).items()):
            print(what, key, ",".join(value) if isinstance(value, list) else value)
    for path in sys.argv[1:]:
      fat = lief.MachO.parse(path)  # kept: what it gives out dies with it
      for binary in (fat.at(n) for n in range(fat.size)):
          encrypted = 1 if binary.has_encryption_info and binary.encryption_info.crypt_id else 0
          platform = int(binary.build_version.platform) if binary.has_build_version else 0
          print("slice", binary.fat_offset, encrypted, platform)
          for section in binary.sections:
              if section.name == "__entitlements": show("section", bytes(section.content))
          if not binary.has_code_signature: continue
          data = bytes(binary.code_signature.content)
          magic, length, count = struct.unpack(">III", data[:12])
          index = [struct.unpack(">II", data[12 + 8 * n:20 + 8 * n]) for n in range(count)]
          print("signature", binary.code_signature.data_offset, [slot for slot, _ in index])
          blob = {slot: data[at:at + struct.unpack(">I", data[at + 4:at + 8])[0]] for slot, at in index}
          if 5 in blob: show("xml", blob[5][8:])
          print("seal", hashlib.sha256(blob[5]).hexdigest() if 5 in blob else "",
                hashlib.sha1(blob[7]).hexdigest() if 7 in blob else "")
          for slot in [0] + list(range(0x1000, 0x1005)):
              if slot not in blob: continue
              d = blob[slot]
              version, flags, hashes, ident, special = struct.unpack(">IIIII", d[8:28])
              size, kind = d[36], d[37]
              text = lambda at: d[at:d.index(b"\0", at)].decode()
              team = struct.unpack(">I", d[48:52])[0] if version >= 0x20200 else 0
              print("directory", text(ident), text(team) if team else "-", kind, flags)
              for n in range(1, special + 1): print("hash", n, d[hashes - n * size:hashes - (n - 1) * size].hex())
      print("----")
    """#
}
