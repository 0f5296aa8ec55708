/// An embedded code signature (xnu `cs_blobs.h`), written from the description of its format.
struct SignatureWriter {
  enum Signer { case certificate, adHoc }
  enum Digests: String { case sha1, sha256, both }

  var identifier: String
  var team: String?
  var signer = Signer.certificate
  var digests = Digests.sha256
  /// Slot 5; nil: absent.
  var xml: [String: PlistValue]?
  /// Slot 7; nil: absent.
  var der: [String: PlistValue]?
  /// Info.plist and CodeResources, as they are when the code is signed.
  var infoPlist: [UInt8]?
  var codeResources: [UInt8]?
  /// Another XML blob stands in slot 5 than the one that was hashed.
  var editsEntitlements = false

  /// The super blob for this code, which is everything before the signature.
  func blob(for code: [UInt8]) -> [UInt8] {
    let requirements = Self.wrap(0xfade_0c01, [0, 0, 0, 0])
    let xmlBlob = xml.map { Self.wrap(0xfade_7171, PlistValue.dictionary($0).xml) }
    let derBlob = der.map { Self.wrap(0xfade_7172, DERWriter.entitlements($0)) }
    let special: [Int: [UInt8]] = [
      1: infoPlist, 2: requirements, 3: codeResources, 5: xmlBlob, 7: derBlob,
    ].compactMapValues { $0 }

    var slots: [(UInt32, [UInt8])] = []
    let kinds: [(UInt32, UInt8)] =
      switch digests {
      case .sha1: [(0, 1)]
      case .sha256: [(0, 2)]
      case .both: [(0, 1), (0x1000, 2)]
      }
    for (slot, kind) in kinds where slot == 0 { slots.append((slot, directory(kind, code, special))) }
    slots.append((2, requirements))
    if let xmlBlob, let xml {
      // One line more at its end: the same values, other bytes.
      let text = PlistValue.dictionary(xml).xml + Array("\n".utf8)
      slots.append((5, editsEntitlements ? Self.wrap(0xfade_7171, text) : xmlBlob))
    }
    if let derBlob { slots.append((7, derBlob)) }
    for (slot, kind) in kinds where slot != 0 { slots.append((slot, directory(kind, code, special))) }
    if signer == .certificate {
      slots.append((0x10000, Self.wrap(0xfade_0b01, DERWriter.signedData(nil))))
    }
    return Self.superBlob(slots)
  }

  private func directory(_ kind: UInt8, _ code: [UInt8], _ special: [Int: [UInt8]]) -> [UInt8] {
    func hash(_ bytes: [UInt8]) -> [UInt8] { kind == 1 ? Digest.sha1(bytes) : Digest.sha256(bytes) }
    let size = kind == 1 ? 20 : 32
    let specials = special.keys.max() ?? 0
    let starts = Array(stride(from: 0, to: code.count, by: 4096))
    let pages = starts.flatMap { (start: Int) -> [UInt8] in
      hash(Array(code[start..<min(start + 4096, code.count)]))
    }
    let fixed = 88
    var teamBytes: [UInt8] = []
    if let team { teamBytes = Array(team.utf8) + [0] }
    let identBytes: [UInt8] = Array(identifier.utf8) + [0]
    let hashOffset = fixed + identBytes.count + teamBytes.count + specials * size

    var out = ByteWriter()
    let flags: UInt32 = signer == .adHoc ? 2 : 0
    out.big(UInt32(0x20400), flags)
    out.big(UInt32(hashOffset), UInt32(fixed), UInt32(specials), UInt32(starts.count), UInt32(code.count))
    out.bytes += [UInt8(size), kind, 0, 12]
    let teamOffset = team == nil ? 0 : fixed + identBytes.count
    out.big(UInt32(0), UInt32(0), UInt32(teamOffset), UInt32(0))
    out.big(UInt64(0), UInt64(0), UInt64(0x4000), UInt64(1))
    out.bytes += identBytes + teamBytes
    for slot in stride(from: specials, to: 0, by: -1) {
      out.bytes += special[slot].map(hash) ?? [UInt8](repeating: 0, count: size)
    }
    out.bytes += pages
    return Self.wrap(0xfade_0c02, out.bytes)
  }

  private static func wrap(_ magic: UInt32, _ data: [UInt8]) -> [UInt8] {
    var out = ByteWriter()
    out.big(magic, UInt32(data.count + 8))
    return out.bytes + data
  }

  private static func superBlob(_ slots: [(UInt32, [UInt8])]) -> [UInt8] {
    var out = ByteWriter()
    let length = 12 + slots.reduce(0) { $0 + 8 + $1.1.count }
    out.big(UInt32(0xfade_0cc0), UInt32(length), UInt32(slots.count))
    var offset = 12 + 8 * slots.count
    for (type, data) in slots {
      out.big(type, UInt32(offset))
      offset += data.count
    }
    return out.bytes + slots.flatMap(\.1)
  }
}
