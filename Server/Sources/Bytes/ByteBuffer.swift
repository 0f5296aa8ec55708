/// Bytes that grow at the end, in one allocation that is kept between uses.
///
/// The hot path writes header values and payloads straight into one of these; `removeAll` keeps the
/// memory. Not copyable: whoever holds it owns the memory.
public struct ByteBuffer: ~Copyable {
  // Storage is usable from inlined code, so that a caller in another module pays no call for an append.
  @usableFromInline internal var storage: UnsafeMutablePointer<UInt8>
  @usableFromInline internal var used: Int
  @usableFromInline internal var room: Int

  /// Where the content starts. Valid until the next write.
  @inlinable @inline(__always)
  public var base: UnsafeMutablePointer<UInt8> { storage }
  /// How many bytes have been written.
  @inlinable @inline(__always)
  public var count: Int { used }
  /// How many bytes fit before the memory grows.
  @inlinable @inline(__always)
  public var capacity: Int { room }

  /// An empty buffer with room for `capacity` bytes (16 at least).
  public init(capacity: Int = 256) {
    let size = Swift.max(capacity, 16)
    storage = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    used = 0
    room = size
  }

  deinit { storage.deallocate() }

  /// What has been written. Valid until the next write.
  @inlinable @inline(__always)
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage, count: used) }

  /// A part of what has been written, cut to what exists. Valid until the next write.
  @inlinable
  public func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
    let from = Swift.min(Swift.max(start, 0), used)
    return UnsafeBufferPointer(start: storage + from, count: Swift.min(Swift.max(length, 0), used - from))
  }

  /// Forgets the content, keeps the memory.
  @inlinable @inline(__always)
  public mutating func removeAll() { used = 0 }

  /// Cuts the end off.
  @inlinable
  public mutating func truncate(to length: Int) { if length < used { used = Swift.max(length, 0) } }

  /// Drops bytes from the front, moving the rest down.
  public mutating func removeFirst(_ length: Int) {
    let cut = Swift.min(Swift.max(length, 0), used)
    if cut < used { storage.update(from: storage + cut, count: used - cut) }
    used -= cut
  }

  /// Makes room for `extra` more bytes.
  @inlinable @inline(__always)
  public mutating func reserve(_ extra: Int) { if room - used < extra { grow(extra) } }

  @usableFromInline @inline(never)
  internal mutating func grow(_ extra: Int) {
    let size = Swift.max(room * 2, used + extra)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    fresh.update(from: storage, count: used)
    storage.deallocate()
    storage = fresh
    room = size
  }

  /// One byte.
  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[used] = byte
    used += 1
  }

  /// `length` bytes from `source`, which must not lie in this buffer.
  @inlinable @inline(__always)
  public mutating func append(_ source: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    (storage + used).update(from: source, count: length)
    used += length
  }

  /// The bytes of `source`, which must not lie in this buffer.
  @inlinable @inline(__always)
  public mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    if let start = source.baseAddress { append(start, count: source.count) }
  }

  /// The bytes of `source`, which must not lie in this buffer.
  @inlinable
  public mutating func append(_ source: UnsafeRawBufferPointer) {
    append(source.assumingMemoryBound(to: UInt8.self))
  }

  /// A literal of the program.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) { append(text.utf8Start, count: text.utf8CodeUnitCount) }

  /// Text as UTF-8.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// The elements of an array.
  @inlinable
  public mutating func append(_ source: [UInt8]) { source.withUnsafeBufferPointer { append($0) } }

  /// Room of `length` bytes at the end, to be filled by `fill`, which returns how many it wrote.
  @inlinable
  public mutating func append(upTo length: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(length)
    used += Swift.min(Swift.max(fill(storage + used), 0), length)
  }

  /// A whole number in decimal.
  public mutating func appendDecimal(_ number: Int) {
    reserve(20)
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var length = 1
    var probe = rest
    while probe >= 10 {
      probe /= 10
      length += 1
    }
    var at = used + length
    used = at
    repeat {
      at -= 1
      storage[at] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    } while rest > 0
  }

  /// The content as text; what is not UTF-8 is replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
