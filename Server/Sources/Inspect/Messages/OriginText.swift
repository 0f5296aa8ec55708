/// A text taken out of a file, whose bytes know where they stood there.
struct OriginText: Sendable {
  private(set) var bytes: [UInt8] = []
  /// As many as bytes, ascending.
  private(set) var offsets: [Int] = []
  /// Where it starts, also when it is empty.
  var start: Int
  /// Names that were left open in it; each stands in the bytes as `${name}`.
  private(set) var open: [(name: String, offset: Int)] = []

  init(start: Int) { self.start = start }

  /// A stretch of the file as it is.
  init(_ text: [UInt8], _ range: Range<Int>) {
    start = range.lowerBound
    bytes = Array(text[range])
    offsets = Array(range)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func append(_ byte: UInt8, _ offset: Int) {
    bytes.append(byte)
    offsets.append(offset)
  }

  /// Bytes that all come from one place.
  mutating func append(_ more: some Sequence<UInt8>, _ offset: Int) {
    for byte in more { append(byte, offset) }
  }

  mutating func append(_ other: OriginText) {
    bytes += other.bytes
    offsets += other.offsets
    open += other.open
  }

  /// Something that is not known: `${name}`.
  mutating func appendOpen(_ name: String, _ offset: Int) {
    open.append((name, offset))
    append("${\(name)}".utf8, offset)
  }

  /// Where the byte at this index stood.
  func offset(_ index: Int) -> Int {
    if index < offsets.count { return index >= 0 ? offsets[index] : start }
    return offsets.last.map { $0 + 1 } ?? start
  }

  /// A part of it.
  subscript(_ range: Range<Int>) -> OriginText {
    let range = range.clamped(to: 0..<bytes.count)
    var part = OriginText(start: offset(range.lowerBound))
    part.bytes = Array(bytes[range])
    part.offsets = Array(offsets[range])
    let (low, high) = (part.start, part.offsets.last ?? part.start)
    part.open = open.filter { $0.offset >= low && $0.offset <= high }
    return part
  }

  /// Without white space at its ends.
  var trimmed: OriginText {
    var (low, high) = (0, bytes.count)
    while low < high, bytes[low] <= 0x20 { low += 1 }
    while high > low, bytes[high - 1] <= 0x20 { high -= 1 }
    return self[low..<high]
  }

  /// With `{{name}}` (HTTP files, templates) as open names, or as what `known` says.
  func fillingTemplates(_ known: [String: String]) -> OriginText {
    let brace = UInt8(ascii: "{")
    guard bytes.contains(brace) else { return self }
    var out = OriginText(start: start)
    out.open = open
    var at = 0
    while at < bytes.count {
      guard bytes[at] == brace, at + 1 < bytes.count, bytes[at + 1] == brace,
        let name = Self.templateName(bytes, at + 2)
      else {
        out.append(bytes[at], offsets[at])
        at += 1
        continue
      }
      if let value = known[name.text] {
        out.append(value.utf8, offsets[at])
      } else {
        out.appendOpen(name.text, offsets[at])
      }
      at = name.end
    }
    return out
  }

  /// A name that ends in `}}`; nil where it is none.
  private static func templateName(_ bytes: [UInt8], _ from: Int) -> (text: String, end: Int)? {
    var at = from
    while at < bytes.count, at - from <= 64, bytes[at] != UInt8(ascii: "}") {
      let byte = bytes[at]
      guard byte == 0x20 || byte == 0x24 || byte == 0x2D || byte == 0x2E || isNameByte(byte) else {
        return nil
      }
      at += 1
    }
    guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "}"), bytes[at + 1] == UInt8(ascii: "}") else {
      return nil
    }
    let name = String(decoding: bytes[from..<at], as: UTF8.self).filter { $0 != " " && $0 != "$" }
    return name.isEmpty ? nil : (name, at + 2)
  }
}

/// A letter, digit or underscore.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
  default: false
  }
}
