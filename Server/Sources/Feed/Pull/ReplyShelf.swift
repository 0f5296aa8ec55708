/// The subjects by which messages are acknowledged, in places of one size that are used again: nothing is
/// allocated for a message.
final class ReplyShelf: Sendable {
  /// A subject and its final zero.
  static let width = 256

  private struct Places {
    var bytes: [UInt8] = []
    var free: [Int32] = []
  }
  private let places = Guarded(Places())

  /// Nil: it is too long to be one.
  func put(_ subject: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard subject.count < Self.width else { return nil }
    return places.withLock { places -> Int32? in
      let place: Int32
      if let free = places.free.popLast() {
        place = free
      } else {
        guard let made = Int32(exactly: places.bytes.count / Self.width) else { return nil }
        place = made
        places.bytes.append(contentsOf: repeatElement(0, count: Self.width))
      }
      let start = Int(place) * Self.width
      for (index, byte) in subject.enumerated() { places.bytes[start + index] = byte }
      places.bytes[start + subject.count] = 0
      return place
    }
  }

  /// Uses the subjects of these places, in this order; then the places are free, unless they are kept.
  func use(_ wanted: some Sequence<Int32>, keeps: Bool = false, _ body: (UnsafePointer<CChar>) -> Void) {
    places.withLock { places in
      places.bytes.withUnsafeBytes { bytes in
        for place in wanted {
          guard place >= 0, (Int(place) + 1) * Self.width <= bytes.count, let base = bytes.baseAddress else {
            continue
          }
          body((base + Int(place) * Self.width).assumingMemoryBound(to: CChar.self))
        }
      }
      if !keeps { places.free.append(contentsOf: wanted) }
    }
  }

  /// Places in use.
  var count: Int { places.withLock { $0.bytes.count / Self.width - $0.free.count } }
}
