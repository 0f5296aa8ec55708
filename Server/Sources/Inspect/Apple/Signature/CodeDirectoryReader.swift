import AppFacts

/// Reads a CodeDirectory blob (xnu `cs_blobs.h`).
enum CodeDirectoryReader {
  /// Fields that came with later versions stand behind those of the first.
  private static let teamSince: UInt32 = 0x20200

  /// - Parameter blob: from its magic.
  static func read(_ blob: [UInt8], _ place: Place) -> CodeDirectory? {
    let view = ByteView(blob)
    guard let version = view.u32(8), let flags = view.u32(12), let hashOffset = view.u32(16),
      let identOffset = view.u32(20), let special = view.u32(24), let hashSize = view.byte(36),
      let hashType = view.byte(37), let identifier = view.text(Int(identOffset))
    else { return nil }
    // The highest special slot that is known is 11.
    guard special <= 64, Int(special) * Int(hashSize) <= Int(hashOffset), Int(hashOffset) <= blob.count else {
      return nil
    }
    var hashes: [Int: [UInt8]] = [:]
    for slot in stride(from: 1, through: Int(special), by: 1) {
      guard let hash = view.slice(Int(hashOffset) - slot * Int(hashSize), Int(hashSize)) else { return nil }
      hashes[slot] = Array(hash)
    }
    var team: String?
    if version >= teamSince, let offset = view.u32(48), offset != 0 { team = view.text(Int(offset)) }
    return CodeDirectory(
      place, identifier: identifier, team: team.flatMap { $0.isEmpty ? nil : $0 }, hashType: Int(hashType),
      flags: flags, specialHashes: hashes)
  }
}
