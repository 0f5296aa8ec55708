/// Numbers as formats of Apple's have them: load commands little-endian, signatures big-endian.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func little<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  mutating func big<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
  }

  /// A text in a field of this many bytes.
  mutating func text(_ text: String, _ count: Int) {
    let field = Array(text.utf8.prefix(count))
    bytes += field + [UInt8](repeating: 0, count: count - field.count)
  }

  mutating func pad(to multiple: Int) {
    while bytes.count % multiple != 0 { bytes.append(0) }
  }
}
