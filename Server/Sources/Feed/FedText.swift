internal import Store

/// What a message of the feed says: the outbox row, and when the feed's hold on it ends. As text that is
/// also the message's id: a row that is fed again has another one.
enum FedText {
  static func write(row: Int, lease: Int, separator: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(40)
    text.append(contentsOf: String(row).utf8)
    text.append(separator)
    text.append(contentsOf: String(lease).utf8)
    return text
  }

  /// Nil: nothing that a feeder wrote.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (row: Int, lease: Int)? {
    guard bytes.count <= 40, let gap = bytes.firstIndex(of: UInt8(ascii: " ")),
      let row = number(bytes[..<gap]), let lease = number(bytes[(gap + 1)...]), row > 0
    else { return nil }
    return (row, lease)
  }

  static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    var number = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
      let (sum, isMore) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !isOver, !isMore else { return nil }
      number = sum
    }
    return number
  }
}

/// What the subject that acknowledges a message says of it:
/// `$JS.ACK.<stream>.<consumer>.<deliveries>.…`, with a domain and an account before the stream on some
/// servers.
enum AckSubject {
  /// How often the message was delivered by now; nil: no such subject.
  static func deliveries(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var tokens: [Slice<UnsafeBufferPointer<UInt8>>] = []
    tokens.reserveCapacity(12)
    var start = text.startIndex
    while start <= text.endIndex, tokens.count < 13 {
      let end = text[start...].firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
      tokens.append(text[start..<end])
      start = end + 1
    }
    guard tokens.count == 9 || tokens.count == 11 || tokens.count == 12,
      tokens[0].elementsEqual("$JS".utf8), tokens[1].elementsEqual("ACK".utf8)
    else { return nil }
    return FedText.number(tokens[tokens.count == 9 ? 4 : 6])
  }
}
