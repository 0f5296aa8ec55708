import Foundation

/// Writes Android's binary XML from a manifest's text, from the format's description; knows nothing of the reader.
public struct BinaryXMLWriter {
  public var isUTF8 = true
  /// Attribute names that have a resource id are empty in the string pool, as some packers leave them.
  public var namesAreEmpty = false
  /// Every resource id stands in the map twice.
  public var idsAreDoubled = false
  /// What the header says of the file's size; nil: the truth.
  public var claimedSize: Int?
  public var firstType = 3
  /// Texts end without their NUL.
  public var textsAreOpen = false
  /// Behind each text there are NULs that count as its length.
  public var textsArePadded = false
  /// Namespaces that nothing uses, of names that are those of others.
  public var extraNamespaces = 0
  /// A style behind the strings, and the offset of it.
  public var hasStyles = false
  /// Character data in the root.
  public var hasCharacterData = false
  /// A chunk of a type that nobody knows.
  public var hasUnknownChunk = false

  private var pool: [String] = []
  private var index: [String: Int] = [:]
  private var ids: [Int] = []
  /// Of the last attribute name with a resource id, by its name.
  private var named: [String: Int] = [:]

  public init() {}

  private static let android = "http://schemas.android.com/apk/res/android"

  public mutating func bytes(_ text: String) throws -> [UInt8] {
    (pool, index, ids, named) = ([], [:], [], [:])
    let root = try AndroidXMLText.parse(text)
    collectIDs(root)
    var body = Data()
    for number in 0..<extraNamespaces {
      body.append(node(0x0100, line: 1, words: [string("x\(number)"), string(Self.android)]))
    }
    body.append(node(0x0100, line: 1, words: [string("android"), string(Self.android)]))
    if hasUnknownChunk { body.append(chunk(0x01FF, header: Data(), body: Data([1, 2, 3, 4]))) }
    write(root, isRoot: true, into: &body)
    body.append(node(0x0101, line: 1, words: [string("android"), string(Self.android)]))

    var map = Data()
    for id in ids { map.append32(id) }
    let content = strings() + chunk(0x0180, header: Data(), body: map) + body
    var file = Data()
    file.append16(firstType)
    file.append16(8)
    file.append32(claimedSize ?? content.count + 8)
    return [UInt8](file + content)
  }

  /// Names with ids come first in the pool, so that the map lies beside them.
  private mutating func collectIDs(_ element: AndroidXMLText.Element) {
    for attribute in element.attributes where attribute.prefix == "android" {
      guard let id = AndroidValue.ids[attribute.name], named[attribute.name] == nil else { continue }
      for _ in 0..<(idsAreDoubled ? 2 : 1) {
        named[attribute.name] = pool.count
        pool.append(namesAreEmpty ? "" : attribute.name)
        ids.append(id)
      }
    }
    for child in element.children { collectIDs(child) }
  }

  private mutating func string(_ text: String) -> Int {
    if let known = index[text] { return known }
    index[text] = pool.count
    pool.append(text)
    return pool.count - 1
  }

  private mutating func write(_ element: AndroidXMLText.Element, isRoot: Bool, into body: inout Data) {
    var start = Data()
    start.append32(-1)
    start.append32(string(element.name))
    start.append16(20)
    start.append16(20)
    start.append16(element.attributes.count)
    start.append32(0)
    start.append16(0)
    for attribute in element.attributes { start.append(bytes(attribute)) }
    body.append(node(0x0102, line: element.line, body: start))
    if isRoot && hasCharacterData {
      var data = Data()
      data.append32(string("characters"))
      data.append(contentsOf: [8, 0, 0, 3])
      data.append32(string("characters"))
      body.append(node(0x0104, line: element.line, body: data))
    }
    for child in element.children { write(child, isRoot: false, into: &body) }
    body.append(node(0x0103, line: element.line, words: [-1, string(element.name)]))
  }

  private mutating func bytes(_ attribute: (prefix: String, name: String, value: String)) -> Data {
    var out = Data()
    let isAndroid = attribute.prefix == "android"
    out.append32(isAndroid ? string(Self.android) : -1)
    out.append32((isAndroid ? named[attribute.name] : nil) ?? string(attribute.name))
    let (type, raw, value): (UInt8, Int, Int)
    switch AndroidValue(attribute.name, attribute.value) {
    case .string(let text): (type, raw, value) = (3, string(text), string(text))
    case .flag(let flag): (type, raw, value) = (0x12, -1, flag ? -1 : 0)
    case .integer(let number): (type, raw, value) = (0x10, -1, number)
    case .reference(_, let id): (type, raw, value) = (1, -1, id)
    }
    out.append32(raw)
    out.append(contentsOf: [8, 0, 0, type])
    out.append32(value)
    return out
  }

  /// A node: its header holds the line and no comment.
  private func node(_ type: Int, line: Int, words: [Int] = [], body: Data = Data()) -> Data {
    var header = Data()
    header.append32(line)
    header.append32(-1)
    var rest = Data()
    for word in words { rest.append32(word) }
    return chunk(type, header: header, body: rest + body)
  }

  private func chunk(_ type: Int, header: Data, body: Data) -> Data {
    var out = Data()
    out.append16(type)
    out.append16(8 + header.count)
    out.append32(8 + header.count + body.count)
    return out + header + body
  }

  private func strings() -> Data {
    var texts = Data()
    var offsets = Data()
    for text in pool {
      offsets.append32(texts.count)
      let padded = textsArePadded ? text + "\0\0" : text
      if isUTF8 {
        length8(padded.utf16.count, into: &texts)
        length8(padded.utf8.count, into: &texts)
        texts.append(contentsOf: padded.utf8)
        if !textsAreOpen { texts.append(0) }
      } else {
        if padded.utf16.count > 0x7FFF { texts.append16(padded.utf16.count >> 16 | 0x8000) }
        texts.append16(padded.utf16.count)
        for unit in padded.utf16 { texts.append16(Int(unit)) }
        if !textsAreOpen { texts.append16(0) }
      }
    }
    while texts.count % 4 != 0 { texts.append(0) }
    var styles = Data()
    if hasStyles {
      offsets.append32(0)
      for word in [0, 0, 1, -1, -1, -1] { styles.append32(word) }
    }
    var header = Data()
    header.append32(pool.count)
    header.append32(hasStyles ? 1 : 0)
    header.append32(isUTF8 ? 0x100 : 0)
    header.append32(28 + offsets.count)
    header.append32(hasStyles ? 28 + offsets.count + texts.count : 0)
    return chunk(1, header: header, body: offsets + texts + styles)
  }

  private func length8(_ length: Int, into out: inout Data) {
    if length > 0x7F { out.append(UInt8(truncatingIfNeeded: length >> 8 | 0x80)) }
    out.append(UInt8(truncatingIfNeeded: length))
  }
}
