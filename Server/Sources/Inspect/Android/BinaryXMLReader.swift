import AppFacts

/// Android's binary XML (AOSP ResourceTypes.h, `ResXMLTree`) → the elements of a manifest.
///
/// Takes what devices take: the size in the header and the type of the first chunk are not looked at, attribute names
/// come from the resource map before the string pool, and unknown chunks are skipped.
struct BinaryXMLReader {
  private let data: LittleEndian
  private let file: String
  private var strings: BinaryXMLStrings?
  private var resources: (start: Int, count: Int) = (0, 0)
  private var tree: ManifestTree
  private var problem: String?

  /// Whether bytes begin as binary XML: a header of eight bytes, and then a string pool.
  static func recognizes(_ head: [UInt8]) -> Bool {
    let data = LittleEndian(head)
    guard let type = data.u16(0), type == 3 || type == 0, let headerSize = data.u16(2), headerSize >= 8
    else { return false }
    return data.u16(headerSize) == 1
  }

  static func read(_ bytes: [UInt8], file: String, _ limits: InspectLimits) -> ManifestReading {
    var reader = BinaryXMLReader(bytes, file, limits)
    return reader.read(limits)
  }

  private init(_ bytes: [UInt8], _ file: String, _ limits: InspectLimits) {
    data = LittleEndian(bytes)
    self.file = file
    tree = ManifestTree(limits)
  }

  private mutating func read(_ limits: InspectLimits) -> ManifestReading {
    guard Self.recognizes(data.bytes), var at = data.u16(2) else {
      return .unreadable("it is no binary XML")
    }
    while at < data.count {
      guard let type = data.u16(at), let headerSize = data.u16(at + 2), let size = data.u32(at + 4),
        size >= 8, headerSize >= 8
      else {
        problem = "it is cut off, or a chunk has no size (byte \(at))"
        break
      }
      let end = at + size
      if end > data.count { problem = "it is cut off in the chunk at byte \(at)" }
      guard chunk(type, at, headerSize, min(end, data.count), limits) else { break }
      at = end
    }
    if strings?.isSpent == true { problem = "its texts are larger than \(limits.document) bytes" }
    return tree.finish(problem)
  }

  /// Takes one chunk; false: the end.
  private mutating func chunk(
    _ type: Int, _ at: Int, _ headerSize: Int, _ end: Int, _ limits: InspectLimits
  ) -> Bool {
    switch type {
    case 0x0001:
      if strings == nil {
        strings = BinaryXMLStrings(data, chunk: at, end: end, budget: limits.document)
      }
    case 0x0180:
      let start = at + headerSize
      resources = (start, max(0, (end - start) / 4))
    case 0x0102:
      guard let element = element(at, headerSize, end) else {
        problem = "an element is cut off (byte \(at))"
        return false
      }
      return tree.begin(element)
    case 0x0103: tree.end()
    default: break  // namespaces, character data, and what came later
    }
    return true
  }

  private mutating func element(_ at: Int, _ headerSize: Int, _ end: Int) -> AndroidManifest.Element? {
    let body = at + headerSize
    guard let name = data.u32(body + 4), let start = data.u16(body + 8), let size = data.u16(body + 10),
      let count = data.u16(body + 12), body + 14 <= end
    else { return nil }
    let step = max(size, 20)
    var attributes: [AndroidManifest.Attribute] = []
    for index in 0..<count {
      let place = body + start + index * step
      guard place + 20 <= end, let attribute = attribute(place) else {
        problem = problem ?? "an element has fewer attributes than it says (byte \(at))"
        break
      }
      attributes.append(attribute)
    }
    return AndroidManifest.Element(
      strings?.text(name) ?? "", Place(file, offset: at), attributes: attributes)
  }

  private mutating func attribute(_ at: Int) -> AndroidManifest.Attribute? {
    guard let space = data.u32(at), let name = data.u32(at + 4), let raw = data.u32(at + 8),
      let type = data.u8(at + 15), let value = data.u32(at + 16)
    else { return nil }
    let uri = strings?.text(space)
    let written = strings?.text(name) ?? ""
    let id = name < resources.count ? data.u32(resources.start + 4 * name) ?? 0 : 0
    let known = AttributeNames.byID[id]
    // Devices look an attribute of the framework up by its id, whatever its name says.
    let text = written.isEmpty || space != 0xFFFF_FFFF ? known ?? written : written
    return AndroidManifest.Attribute(
      text.isEmpty ? "0x" + String(id, radix: 16) : text, self.value(type, value, raw),
      Place(file, offset: at), namespace: namespace(uri, id))
  }

  private func namespace(_ uri: String?, _ id: Int) -> String {
    switch uri {
    case AttributeNames.android: "android"
    case AttributeNames.tools: "tools"
    default: id >> 24 == 1 ? "android" : ""
    }
  }

  private mutating func value(_ type: Int, _ data: Int, _ raw: Int) -> String {
    BinaryValue.text(type, data) { strings?.text($0) } ?? strings?.text(raw) ?? ""
  }
}

/// Values of the framework's `Res_value`, as manifests write them.
enum BinaryValue {
  /// Nil where the type says nothing for a manifest.
  static func text(_ type: Int, _ data: Int, string: (Int) -> String?) -> String? {
    switch type {
    case 0x01, 0x07: data == 0 ? "@null" : "@0x" + hex(data)
    case 0x02, 0x08: "?0x" + hex(data)
    case 0x03: string(data)
    case 0x04: String(Float(bitPattern: UInt32(truncatingIfNeeded: data)))
    case 0x10, 0x11: String(Int32(truncatingIfNeeded: data))
    case 0x12: data != 0 ? "true" : "false"
    case 0x1C...0x1F: "#" + hex(data)
    default: nil
    }
  }

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}
