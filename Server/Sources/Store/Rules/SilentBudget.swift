/// How many silent pushes an installation gets. Providers and devices drop what is over, and keep
/// nothing but the newest; so do we, and say so.
///
/// | within the last hour | the message |
/// |---|---|
/// | fewer than the budget | is sent, and counts |
/// | this message counted already (a retry) | is sent, and counts once |
/// | the budget is used up, and it lives longer than that | waits until the oldest is an hour ago |
/// | … and it does not | suppressed, `silent_budget` |
///
/// One message a class waits: a newer one takes its place, and the older is suppressed, `superseded`.
struct SilentBudget: Sendable, Equatable {
  /// Milliseconds.
  static let window = 3_600_000

  struct Send: Equatable, BitwiseCopyable {
    var at: Int
    var message: Int
  }

  enum Decision: Equatable {
    case send
    /// Until this time, milliseconds since 1970.
    case wait(until: Int)
    case suppress
  }

  /// What was sent, oldest first.
  private(set) var sends: [Send] = []

  init(_ sends: [Send] = []) { self.sends = sends }

  /// Decides over one message; where it is sent it counts from now on.
  mutating func decide(message: Int, limit: Int, now: Int, deadline: Int) -> Decision {
    sends.removeAll { $0.at <= now - Self.window }
    if sends.contains(where: { $0.message == message }) { return .send }
    guard sends.count >= limit else {
      sends.append(Send(at: now, message: message))
      return .send
    }
    // With a budget of none nothing ever frees.
    guard limit > 0 else { return .suppress }
    let frees = sends[sends.count - limit].at + Self.window
    return frees < deadline ? .wait(until: frees) : .suppress
  }

  /// Eight bytes of time and eight of message each, little-endian.
  var bytes: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(sends.count * 16)
    for send in sends {
      withUnsafeBytes(of: UInt64(bitPattern: Int64(send.at)).littleEndian) { out.append(contentsOf: $0) }
      withUnsafeBytes(of: UInt64(bitPattern: Int64(send.message)).littleEndian) { out.append(contentsOf: $0) }
    }
    return out
  }

  init(bytes: UnsafeRawBufferPointer) {
    var at = 0
    while at + 16 <= bytes.count {
      let time = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let message = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
      sends.append(
        Send(
          at: Int(truncatingIfNeeded: Int64(bitPattern: time)),
          message: Int(truncatingIfNeeded: Int64(bitPattern: message))))
      at += 16
    }
  }
}
