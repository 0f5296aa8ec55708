/// One element of DER (ITU-T X.690): a tag, a length, content. Only what fits into the bytes is one.
struct DERItem {
  /// The first byte: class, constructed bit and number. Tags of several bytes are not read.
  var tag: UInt8
  var content: ArraySlice<UInt8>
  /// Of the tag, from the start of the bytes that the slice is of.
  var offset: Int

  enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let utf8: UInt8 = 0x0C
    static let printable: UInt8 = 0x13
    static let ia5: UInt8 = 0x16
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// [APPLICATION 16], constructed.
    static let application16: UInt8 = 0x70
    /// [CONTEXT 16], constructed.
    static let context16: UInt8 = 0xB0
  }

  /// Takes the first element off; nil where none is whole. Lengths are definite, as DER has them.
  static func next(_ bytes: inout ArraySlice<UInt8>) -> DERItem? {
    let view = ByteView(bytes)
    guard let tag = view.byte(0), tag & 0x1F != 0x1F, let first = view.byte(1) else { return nil }
    var (header, length) = (2, Int(first))
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), let number = view.number(2, bytes: count) else { return nil }
      header += count
      length = Int(number)
    }
    guard let content = view.slice(header, length) else { return nil }
    let item = DERItem(tag: tag, content: content, offset: bytes.startIndex)
    bytes = bytes[content.endIndex...]
    return item
  }

  /// The elements inside; nil where something else is left over, or there are more than `limit`.
  func items(limit: Int) -> [DERItem]? {
    var rest = content
    var items: [DERItem] = []
    while !rest.isEmpty {
      guard items.count < limit, let item = Self.next(&rest) else { return nil }
      items.append(item)
    }
    return items
  }
}
