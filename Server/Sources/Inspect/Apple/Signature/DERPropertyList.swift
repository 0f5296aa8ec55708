import AppFacts

/// Reads a property list in DER, as signatures and profiles hold their entitlements.
///
/// `[APPLICATION 16] { INTEGER version, [CONTEXT 16] { SEQUENCE { UTF8String key, value } … } }`; in an older form
/// a SET of such sequences. Inside, both `[CONTEXT 16]` and SET are dictionaries, and SEQUENCE is an array.
struct DERPropertyList {
  typealias Failure = PropertyList.Failure

  private let file: String
  private let base: Int
  private let limits: InspectLimits
  private var values = 0

  /// - Parameter base: where `bytes` start in the file.
  static func read(
    _ bytes: [UInt8], file: String, base: Int, limits: InspectLimits
  ) throws(Failure) -> Located {
    var reader = DERPropertyList(file: file, base: base, limits: limits)
    var rest = bytes[...]
    guard let item = DERItem.next(&rest) else { throw reader.failure("it is no DER, or cut off", 0) }
    return try reader.root(item)
  }

  private init(file: String, base: Int, limits: InspectLimits) {
    self.file = file
    self.base = base
    self.limits = limits
  }

  private mutating func root(_ item: DERItem) throws(Failure) -> Located {
    switch item.tag {
    case DERItem.Tag.application16:
      guard let parts = item.items(limit: 8), let version = parts.first, version.tag == DERItem.Tag.integer,
        let content = parts.dropFirst().first(where: { $0.tag == DERItem.Tag.context16 })
      else { throw failure("its outer form is unknown", item.offset) }
      return try value(content, depth: 0)
    case DERItem.Tag.set, DERItem.Tag.context16: return try value(item, depth: 0)
    default: throw failure("its outer form is unknown", item.offset)
    }
  }

  private mutating func value(_ item: DERItem, depth: Int) throws(Failure) -> Located {
    values += 1
    guard values <= limits.values else {
      throw failure("it has more than \(limits.values) values", item.offset)
    }
    guard depth < limits.depth else { throw failure("it is nested deeper than \(limits.depth)", item.offset) }
    switch item.tag {
    case DERItem.Tag.boolean:
      if item.content.count == 1, let byte = item.content.first { return located(.bool(byte != 0), item) }
    case DERItem.Tag.integer: if let number = Self.integer(item.content) { return located(number, item) }
    case DERItem.Tag.utf8, DERItem.Tag.printable, DERItem.Tag.ia5:
      return located(.string(String(decoding: item.content, as: UTF8.self)), item)
    case DERItem.Tag.octetString: return located(.data(Array(item.content)), item)
    case DERItem.Tag.utcTime, DERItem.Tag.generalizedTime:
      if let date = Self.date(item.content, isLong: item.tag == DERItem.Tag.generalizedTime) {
        return located(.date(date), item)
      }
    case DERItem.Tag.sequence:
      var items: [Located] = []
      for child in try children(item) { items.append(try value(child, depth: depth + 1)) }
      return located(.array(items), item)
    case DERItem.Tag.set, DERItem.Tag.context16:
      var members: [Located.Member] = []
      for child in try children(item) {
        let pair = child.tag == DERItem.Tag.sequence ? child.items(limit: 2) ?? [] : []
        guard let key = pair.first, pair.count == 2, key.tag == DERItem.Tag.utf8 else {
          throw failure("an entry is no pair of key and value", child.offset)
        }
        members.append(
          Located.Member(
            String(decoding: key.content, as: UTF8.self), place(key), try value(pair[1], depth: depth + 1)))
      }
      return located(.object(members), item)
    default: throw failure("a value is of no known kind", item.offset)
    }
    throw failure("a value is damaged", item.offset)
  }

  private func children(_ item: DERItem) throws(Failure) -> [DERItem] {
    guard let items = item.items(limit: limits.values) else {
      throw failure("a collection is damaged", item.offset)
    }
    return items
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Located.Kind? {
    guard let first = bytes.first else { return nil }
    guard bytes.count <= 8 else {
      return .real(bytes.reduce(first >= 0x80 ? -1 : 0) { $0 * 256 + Double($1) })
    }
    var number: Int64 = first >= 0x80 ? -1 : 0
    for byte in bytes { number = number << 8 | Int64(byte) }
    return .integer(Int(number))
  }

  /// `YYMMDDHHMMSSZ`, or with four digits of the year. X.690, 11.7 and 11.8.
  private static func date(_ bytes: ArraySlice<UInt8>, isLong: Bool) -> Int? {
    let digits = bytes.dropLast().map { Int($0) - 0x30 }
    guard bytes.last == UInt8(ascii: "Z"), digits.count == (isLong ? 14 : 12),
      digits.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    func two(_ index: Int) -> Int { digits[index] * 10 + digits[index + 1] }
    let at = isLong ? 4 : 2
    let year = isLong ? two(0) * 100 + two(2) : two(0) + (two(0) >= 50 ? 1900 : 2000)
    return CivilDate.milliseconds(
      year: year, month: two(at), day: two(at + 2), hour: two(at + 4), minute: two(at + 6),
      second: two(at + 8))
  }

  private func located(_ kind: Located.Kind, _ item: DERItem) -> Located { Located(kind, place(item)) }
  private func place(_ item: DERItem) -> Place { Place(file, offset: base &+ item.offset) }
  private func failure(_ why: String, _ offset: Int) -> Failure {
    Failure(why: why, place: Place(file, offset: base &+ offset))
  }
}
