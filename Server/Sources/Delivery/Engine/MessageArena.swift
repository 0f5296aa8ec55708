internal import Bytes
internal import Store

/// The claimed messages of one lane: slots that are used again, and one run of bytes that is packed now and
/// then. Nothing is allocated for a message once the arena has its size.
struct MessageArena: ~Copyable {
  enum Place: UInt8 {
    case free
    /// Waits to be given out.
    case ready
    /// With the lane: on its way, or on its way to be.
    case out
    /// With the lane, which waits with it for another try.
    case waiting
  }

  struct Slot {
    /// Its slices count from `base`.
    var entry: ClaimBatch.Entry
    var base = 0
    var length = 0
    /// When it came, and when it was last given out, milliseconds since 1970.
    var takenAt = 0
    var sentAt = 0
    /// Counts the uses of this slot.
    var serial: UInt32 = 0
    var nextFree: Int32 = -1
    var place = Place.free
  }

  private(set) var slots: [Slot] = []
  private(set) var count = 0
  private var firstFree: Int32 = -1
  private var bytes = ByteBuffer(capacity: 4096)
  private var spare = ByteBuffer(capacity: 16)
  private var dead = 0
  /// Less than this is not worth packing.
  private let slack: Int

  init(slack: Int = 1 << 20) { self.slack = slack }

  /// Bytes of messages that are here.
  var liveBytes: Int { bytes.count - dead }

  /// Copies a message in; its place is `ready`.
  mutating func add(
    _ entry: ClaimBatch.Entry, _ source: UnsafeBufferPointer<UInt8>, now: Int
  ) -> Int32 {
    let index: Int32
    if firstFree >= 0 {
      index = firstFree
      firstFree = slots[Int(index)].nextFree
    } else {
      index = Int32(slots.count)
      slots.append(Slot(entry: entry))
    }
    let base = bytes.count
    var copy = entry
    copy.token = take(entry.token, source, base)
    copy.notification = take(entry.notification, source, base)
    copy.installation = take(entry.installation, source, base)
    copy.tenantName = take(entry.tenantName, source, base)
    copy.binding = take(entry.binding, source, base)
    copy.parameters = take(entry.parameters, source, base)
    let serial = slots[Int(index)].serial &+ 1
    slots[Int(index)] = Slot(
      entry: copy, base: base, length: bytes.count - base, takenAt: now, serial: serial,
      place: .ready)
    count += 1
    return index
  }

  private mutating func take(
    _ slice: ByteSlice, _ source: UnsafeBufferPointer<UInt8>, _ base: Int
  ) -> ByteSlice {
    let start = Int(slice.start)
    let length = Int(slice.count)
    // A slice that is not inside its batch is taken as empty.
    guard start >= 0, length > 0, start + length <= source.count else { return .none }
    let at = bytes.count - base
    bytes.append(UnsafeBufferPointer(rebasing: source[start..<(start + length)]))
    return ByteSlice(start: Int32(at), count: Int32(length))
  }

  /// The name under which the lane knows a message: its slot and the slot's count of uses.
  func reference(_ index: Int32) -> Int { Int(slots[Int(index)].serial) << 32 | Int(index) }

  /// Nil: it is not here any more.
  func index(_ reference: Int) -> Int32? {
    let index = reference & 0xFFFF_FFFF
    guard slots.indices.contains(index), slots[index].place != .free,
      Int(slots[index].serial) == reference >> 32
    else { return nil }
    return Int32(index)
  }

  /// The bytes of one of a message's slices. Valid until something is added or removed.
  func text(_ index: Int32, _ slice: ByteSlice) -> UnsafeBufferPointer<UInt8> {
    bytes.slice(slots[Int(index)].base + Int(slice.start), Int(slice.count))
  }

  mutating func move(_ index: Int32, to place: Place) { slots[Int(index)].place = place }

  mutating func sent(_ index: Int32, at time: Int) {
    slots[Int(index)].place = .out
    slots[Int(index)].sentAt = time
  }

  mutating func remove(_ index: Int32) {
    guard slots[Int(index)].place != .free else { return }
    dead += slots[Int(index)].length
    slots[Int(index)].place = .free
    slots[Int(index)].nextFree = firstFree
    firstFree = index
    count -= 1
    if count == 0 {
      bytes.removeAll()
      dead = 0
    } else if dead > slack, dead > bytes.count / 2 {
      pack()
    }
  }

  /// Moves what is alive together.
  private mutating func pack() {
    spare.removeAll()
    for index in slots.indices where slots[index].place != .free {
      let base = spare.count
      spare.append(bytes.slice(slots[index].base, slots[index].length))
      slots[index].base = base
    }
    swap(&bytes, &spare)
    dead = 0
  }
}
