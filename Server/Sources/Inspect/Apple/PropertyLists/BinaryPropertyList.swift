import AppFacts

/// Reads a binary property list (`bplist00`).
///
/// A header of eight bytes, objects, a table of their offsets, and a trailer of 32 bytes that says where the table is.
/// Objects name others by number, so they may be shared, or contain each other: values are counted as they are
/// unfolded, and texts and data are copied once each.
struct BinaryPropertyList {
  typealias Failure = PropertyList.Failure

  private let view: ByteView
  /// The part before the table.
  private var objects = ByteView([])
  private let file: String
  private let base: Int
  private let limits: InspectLimits
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableOffset = 0
  private var values = 0
  /// Bytes of texts and data that may still be copied: objects that overlap cannot multiply them.
  private var budget: Int
  private var scalars: [Int: Located.Kind] = [:]
  /// Numbers of the containers that are being read.
  private var active: Set<Int> = []

  init(_ bytes: [UInt8], file: String, limits: InspectLimits, base: Int) {
    view = ByteView(bytes)
    self.file = file
    self.base = base
    self.limits = limits
    budget = bytes.count
  }

  mutating func read() throws(Failure) -> Located {
    let trailer = view.count - 32
    guard trailer >= 8, let offsetSize = view.byte(trailer + 6), let referenceSize = view.byte(trailer + 7),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = view.u64(trailer + 8), let top = view.u64(trailer + 16),
      let table = view.u64(trailer + 24)
    else { throw failure("its trailer is damaged, or the file is cut off", at: max(trailer, 0)) }
    self.offsetSize = Int(offsetSize)
    self.referenceSize = Int(referenceSize)
    let (bytes, overflow) = count.multipliedReportingOverflow(by: self.offsetSize)
    guard !overflow, table >= 8, table <= trailer, bytes <= trailer - table,
      let objects = view.view(0, table)
    else {
      throw failure("its table of offsets is not where the trailer says", at: trailer)
    }
    self.objects = objects
    objectCount = count
    tableOffset = table
    return try object(top, depth: 0)
  }

  private mutating func object(_ number: Int, depth: Int) throws(Failure) -> Located {
    guard number >= 0, number < objectCount,
      let offset = view.number(tableOffset + number * offsetSize, bytes: offsetSize).flatMap({
        Int(exactly: $0)
      }),
      offset < tableOffset, let marker = objects.byte(offset)
    else { throw failure("object \(number) is not in the file", at: tableOffset) }
    values += 1
    guard values <= limits.values else {
      throw failure("it has more than \(limits.values) values", at: offset)
    }
    let place = Place(file, offset: base &+ offset)
    switch marker >> 4 {
    case 0xA, 0xB, 0xC:
      let list = try enter(number, offset, depth, factor: 1)
      var items: [Located] = []
      for index in 0..<list.count { items.append(try object(reference(list.start, index), depth: depth + 1)) }
      active.remove(number)
      return Located(.array(items), place)
    case 0xD:
      let list = try enter(number, offset, depth, factor: 2)
      var members: [Located.Member] = []
      for index in 0..<list.count {
        let key = try object(reference(list.start, index), depth: depth + 1)
        guard let text = key.string else { throw failure("a key is no text", at: offset) }
        let value = try object(reference(list.start, list.count + index), depth: depth + 1)
        members.append(Located.Member(text, key.place, value))
      }
      active.remove(number)
      return Located(.object(members), place)
    default:
      if let known = scalars[number] { return Located(known, place) }
      let kind = try scalar(marker, offset)
      scalars[number] = kind
      return Located(kind, place)
    }
  }

  /// Where the numbers of a container's values start, and how many values or pairs it has; it counts as being
  /// read from now on. The numbers are not copied: containers may overlap.
  private mutating func enter(
    _ number: Int, _ offset: Int, _ depth: Int, factor: Int
  ) throws(Failure) -> (start: Int, count: Int) {
    guard depth < limits.depth else { throw failure("it is nested deeper than \(limits.depth)", at: offset) }
    guard active.insert(number).inserted else { throw failure("a value contains itself", at: offset) }
    let (start, count) = try length(offset)
    let (size, overflow) = count.multipliedReportingOverflow(by: factor * referenceSize)
    guard !overflow, size <= tableOffset, start <= tableOffset - size else {
      throw failure("a collection reaches past the objects", at: offset)
    }
    return (start, count)
  }

  private func reference(_ start: Int, _ index: Int) -> Int {
    objects.number(start + index * referenceSize, bytes: referenceSize).flatMap { Int(exactly: $0) } ?? -1
  }

  /// Where an object's content starts, and its count: in the marker, or in a number behind it.
  private func length(_ offset: Int) throws(Failure) -> (start: Int, count: Int) {
    guard let marker = objects.byte(offset) else { throw failure("it is cut off", at: offset) }
    guard marker & 0x0F == 0x0F else { return (offset + 1, Int(marker & 0x0F)) }
    guard let size = objects.byte(offset + 1), size >> 4 == 1, size & 0x0F <= 3,
      let count = objects.number(offset + 2, bytes: 1 << Int(size & 0x0F)).flatMap({ Int(exactly: $0) })
    else { throw failure("a length is damaged", at: offset) }
    return (offset + 2 + 1 << Int(size & 0x0F), count)
  }

  private mutating func scalar(_ marker: UInt8, _ offset: Int) throws(Failure) -> Located.Kind {
    let low = Int(marker & 0x0F)
    switch (marker >> 4, low) {
    case (0, 0): return .null
    case (0, 8): return .bool(false)
    case (0, 9): return .bool(true)
    case (1, 0...4): if let number = integer(offset + 1, bytes: 1 << low) { return number }
    case (2, 2):
      if let bits = objects.u32(offset + 1) { return .real(Double(Float(bitPattern: bits))) }
    case (2, 3):
      if let bits = objects.number(offset + 1, bytes: 8) { return .real(Double(bitPattern: bits)) }
    case (3, 3):
      // Seconds since 2001.
      if let bits = objects.number(offset + 1, bytes: 8),
        let milliseconds = Int(exactly: ((Double(bitPattern: bits) + 978_307_200) * 1000).rounded())
      {
        return .date(milliseconds)
      }
    case (4, _): return .data(Array(try content(offset, unit: 1)))
    case (5, _), (7, _): return .string(String(decoding: try content(offset, unit: 1), as: UTF8.self))
    case (6, _):
      let bytes = ByteView(try content(offset, unit: 2))
      let units = (0..<bytes.count / 2).map { UInt16(bytes.u16($0 * 2) ?? 0) }
      return .string(String(decoding: units, as: UTF16.self))
    case (8, 0...7):
      if let number = objects.number(offset + 1, bytes: low + 1).flatMap({ Int(exactly: $0) }) {
        return .integer(number)
      }
    default: throw failure("a value is of no known kind", at: offset)
    }
    throw failure("a value is damaged, or the file is cut off", at: offset)
  }

  private mutating func content(_ offset: Int, unit: Int) throws(Failure) -> ArraySlice<UInt8> {
    let (start, count) = try length(offset)
    let (size, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, size <= tableOffset, start <= tableOffset - size, size <= budget,
      let slice = objects.slice(start, size)
    else { throw failure("a text or data reaches past the objects", at: offset) }
    budget -= size
    return slice
  }

  /// One, two and four bytes are unsigned, eight are signed; of sixteen the lower eight count, unsigned.
  private func integer(_ offset: Int, bytes: Int) -> Located.Kind? {
    if bytes == 16 {
      guard let high = objects.number(offset, bytes: 8), let low = objects.number(offset + 8, bytes: 8) else {
        return nil
      }
      if high == 0 { return Int(exactly: low).map { .integer($0) } ?? .real(Double(low)) }
      if high == .max { return .integer(Int(truncatingIfNeeded: low)) }
      return .real(Double(Int64(bitPattern: high)) * 0x1p64 + Double(low))
    }
    guard let number = objects.number(offset, bytes: bytes) else { return nil }
    return .integer(Int(truncatingIfNeeded: number))
  }

  private func failure(_ why: String, at offset: Int) -> Failure {
    Failure(why: why, place: Place(file, offset: base &+ offset))
  }
}
