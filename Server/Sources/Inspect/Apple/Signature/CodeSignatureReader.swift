import AppFacts

/// Reads an embedded code signature: the super blob with its slots (xnu `cs_blobs.h`). All numbers are big-endian.
struct CodeSignatureReader {
  private enum Magic {
    static let embedded: UInt32 = 0xFADE_0CC0
    static let codeDirectory: UInt32 = 0xFADE_0C02
    static let xmlEntitlements: UInt32 = 0xFADE_7171
    static let derEntitlements: UInt32 = 0xFADE_7172
    static let wrapper: UInt32 = 0xFADE_0B01
  }

  private enum Slot {
    static let codeDirectory: UInt32 = 0
    static let xmlEntitlements: UInt32 = 5
    static let derEntitlements: UInt32 = 7
    static let alternates: ClosedRange<UInt32> = 0x1000...0x1004
    static let cms: UInt32 = 0x10000
  }

  private let view: ByteView
  private let file: String
  private let base: Int
  private let limits: InspectLimits
  /// What could not be read, as sentences.
  private(set) var problems: [String] = []

  /// - Parameters:
  ///   - bytes: what LC_CODE_SIGNATURE names; padding may follow the super blob.
  ///   - base: where they start in the file.
  init(_ bytes: [UInt8], file: String, base: Int, limits: InspectLimits) {
    view = ByteView(bytes)
    self.file = file
    self.base = base
    self.limits = limits
  }

  /// Nil where there is no super blob; ``problems`` says so.
  mutating func read() -> CodeSignature? {
    guard view.u32(0) == Magic.embedded, let length = view.u32(4), let count = view.u32(8) else {
      problems.append("its signature is not of the form that is known (no super blob)")
      return nil
    }
    var signature = CodeSignature(Place(file, offset: base))
    if Int(length) > view.count { problems.append("its signature is cut off") }
    // A signature has some ten slots.
    guard count <= 256 else {
      problems.append("its signature has \(count) slots")
      return signature
    }
    for index in 0..<Int(count) {
      guard let type = view.u32(12 + index * 8), let offset = view.u32(16 + index * 8) else {
        problems.append("its signature's list of slots is cut off")
        break
      }
      signature.slots.append(type)
      guard let magic = view.u32(Int(offset)), let size = view.u32(Int(offset) + 4), size >= 8,
        let blob = view.slice(Int(offset), Int(size))
      else {
        problems.append("slot \(type) of its signature is damaged")
        continue
      }
      slot(type, magic, Array(blob), base &+ Int(offset), &signature)
    }
    return signature
  }

  private mutating func slot(
    _ type: UInt32, _ magic: UInt32, _ blob: [UInt8], _ offset: Int, _ signature: inout CodeSignature
  ) {
    switch (type, magic) {
    case (Slot.codeDirectory, Magic.codeDirectory), (Slot.alternates, Magic.codeDirectory):
      if let directory = CodeDirectoryReader.read(blob, Place(file, offset: offset)) {
        signature.directories.append(directory)
      } else {
        problems.append("a CodeDirectory of its signature is damaged")
      }
    case (Slot.xmlEntitlements, Magic.xmlEntitlements):
      signature.xmlEntitlementsSeal = SealedFile(digesting: blob, Place(file, offset: offset))
      do throws(PropertyList.Failure) {
        let content = Array(blob.dropFirst(8))
        // Nothing in it is no entitlements, as `codesign` writes it for some tools.
        guard !content.isEmpty else { return }
        signature.xmlEntitlements = try PropertyList.read(
          content, file: file, limits: limits, base: offset &+ 8)
      } catch {
        problems.append("the XML entitlements (slot 5) cannot be read: \(error.why)")
      }
    case (Slot.derEntitlements, Magic.derEntitlements):
      signature.derEntitlementsSeal = SealedFile(digesting: blob, Place(file, offset: offset))
      do throws(DERPropertyList.Failure) {
        signature.derEntitlements = try DERPropertyList.read(
          Array(blob.dropFirst(8)), file: file, base: offset &+ 8, limits: limits)
      } catch {
        problems.append("the DER entitlements (slot 7) cannot be read: \(error.why)")
      }
    case (Slot.cms, Magic.wrapper): signature.hasCMS = blob.count > 8
    case (Slot.codeDirectory, _), (Slot.xmlEntitlements, _), (Slot.derEntitlements, _), (Slot.cms, _):
      problems.append("slot \(type) of its signature has another kind of blob")
    default: break
    }
  }
}
