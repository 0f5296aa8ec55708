/// The string pool of a binary XML file (AOSP ResourceTypes.h, `ResStringPool_header`).
///
/// Every length and offset in it may be wrong: a text ends where the pool ends at the latest, and at its first NUL.
struct BinaryXMLStrings {
  private let data: LittleEndian
  private let offsets: Int
  private let start: Int
  private let end: Int
  private let isUTF8: Bool
  let count: Int
  /// Texts read so far: many elements name the same.
  private var cache: [Int: String] = [:]
  /// Bytes that may still be made into texts: offsets may overlap, so that a small file has endless text.
  private var left: Int
  private(set) var isSpent = false

  /// Reads the header of the pool whose chunk is at `chunk` and ends at `end`.
  init?(_ data: LittleEndian, chunk: Int, end: Int, budget: Int) {
    guard let headerSize = data.u16(chunk + 2), let claimed = data.u32(chunk + 8),
      let flags = data.u32(chunk + 16), let stringsStart = data.u32(chunk + 20)
    else { return nil }
    self.data = data
    self.end = min(end, data.count)
    // The header has 28 bytes; a smaller claim is a lie, a larger one leaves room for what came later.
    offsets = chunk + max(headerSize, 28)
    start = chunk + stringsStart
    isUTF8 = flags & 0x100 != 0
    count = max(0, min(claimed, (self.end - offsets) / 4))
    left = budget
  }

  /// The text of this number; nil where there is none.
  mutating func text(_ index: Int) -> String? {
    guard index >= 0, index < count, !isSpent else { return nil }
    if let known = cache[index] { return known }
    guard let offset = data.u32(offsets + 4 * index) else { return nil }
    let text = isUTF8 ? utf8(start + offset) : utf16(start + offset)
    if let text { cache[index] = text }
    return text
  }

  private mutating func utf8(_ start: Int) -> String? {
    var at = start
    guard length8(&at) != nil, let bytes = length8(&at), at <= end else { return nil }
    let text = data.bytes[at..<min(at + bytes, end)].prefix { $0 != 0 }
    guard spend(text.count) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func utf16(_ start: Int) -> String? {
    var at = start
    guard let low = data.u16(at) else { return nil }
    at += 2
    var length = low
    if low & 0x8000 != 0 {
      guard let second = data.u16(at) else { return nil }
      at += 2
      length = (low & 0x7FFF) << 16 | second
    }
    guard at <= end else { return nil }
    length = min(length, (end - at) / 2)
    var units: [UInt16] = []
    while units.count < length, let unit = data.u16(at), unit != 0 {
      units.append(UInt16(truncatingIfNeeded: unit))
      at += 2
    }
    guard spend(2 * units.count) else { return nil }
    return String(decoding: units, as: UTF16.self)
  }

  /// One byte, or two where the first has its highest bit.
  private func length8(_ at: inout Int) -> Int? {
    guard let first = data.u8(at) else { return nil }
    at += 1
    guard first & 0x80 != 0 else { return first }
    guard let second = data.u8(at) else { return nil }
    at += 1
    return (first & 0x7F) << 8 | second
  }

  private mutating func spend(_ bytes: Int) -> Bool {
    left -= bytes
    if left < 0 { isSpent = true }
    return left >= 0
  }
}
