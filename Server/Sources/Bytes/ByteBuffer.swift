/// Bytes that grow at the end, in one allocation that is kept between uses.
///
/// The hot path writes header values and payloads straight into one of these; `removeAll` keeps the
/// memory. Not copyable: whoever holds it owns the memory.
public struct ByteBuffer: ~Copyable {
  public private(set) var base: UnsafeMutablePointer<UInt8>
  public private(set) var count: Int
  public private(set) var capacity: Int

  public init(capacity: Int = 256) {
    let size = Swift.max(capacity, 16)
    base = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    count = 0
    self.capacity = size
  }

  deinit { base.deallocate() }

  /// What has been written. Valid until the next write.
  @inline(__always)
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// A part of what has been written, cut to what exists. Valid until the next write.
  public func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
    let from = Swift.min(Swift.max(start, 0), count)
    return UnsafeBufferPointer(start: base + from, count: Swift.min(Swift.max(length, 0), count - from))
  }

  /// Forgets the content, keeps the memory.
  @inline(__always)
  public mutating func removeAll() { count = 0 }

  /// Cuts the end off.
  public mutating func truncate(to length: Int) { if length < count { count = Swift.max(length, 0) } }

  /// Drops bytes from the front, moving the rest down.
  public mutating func removeFirst(_ length: Int) {
    let cut = Swift.min(Swift.max(length, 0), count)
    if cut < count { base.update(from: base + cut, count: count - cut) }
    count -= cut
  }

  /// Makes room for `extra` more bytes.
  @inline(__always)
  public mutating func reserve(_ extra: Int) { if capacity - count < extra { grow(extra) } }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let size = Swift.max(capacity * 2, count + extra)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    fresh.update(from: base, count: count)
    base.deallocate()
    base = fresh
    capacity = size
  }

  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  public mutating func append(_ source: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    (base + count).update(from: source, count: length)
    count += length
  }

  @inline(__always)
  public mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    if let start = source.baseAddress { append(start, count: source.count) }
  }

  public mutating func append(_ source: UnsafeRawBufferPointer) {
    append(source.assumingMemoryBound(to: UInt8.self))
  }

  @inline(__always)
  public mutating func append(_ text: StaticString) { append(text.utf8Start, count: text.utf8CodeUnitCount) }

  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  public mutating func append(_ source: [UInt8]) { source.withUnsafeBufferPointer { append($0) } }

  /// Room of `length` bytes at the end, to be filled by `fill`, which returns how many it wrote.
  public mutating func append(upTo length: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(length)
    count += Swift.min(Swift.max(fill(base + count), 0), length)
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
    var at = count + length
    count = at
    repeat {
      at -= 1
      base[at] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    } while rest > 0
  }

  /// The content as text; what is not UTF-8 is replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
