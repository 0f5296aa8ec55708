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

  /// Copies the subjects of these places, each ``width`` bytes, in this order; then the places are free, unless
  /// they are kept.
  func take(_ wanted: [Int32], keeps: Bool = false, into subjects: inout [UInt8]) {
    subjects.removeAll(keepingCapacity: true)
    places.withLock { places in
      for place in wanted {
        let start = Int(place) * Self.width
        guard start >= 0, start + Self.width <= places.bytes.count else { continue }
        subjects.append(contentsOf: places.bytes[start..<start + Self.width])
      }
      if !keeps { places.free.append(contentsOf: wanted) }
    }
  }

  /// These are needed no more.
  func free(_ unwanted: [Int32]) { places.withLock { $0.free.append(contentsOf: unwanted) } }

  /// Places in use.
  var count: Int { places.withLock { $0.bytes.count / Self.width - $0.free.count } }
}
