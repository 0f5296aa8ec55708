internal import Foundation

/// The body of a rejection: `{"reason": "…", "timestamp": …}`.
///
/// The plain form is read in place; anything else that is JSON goes through Foundation.
struct APNsBody: ~Copyable {
  /// The reason inside the body, where it stands there without escapes.
  private var plain: UnsafeBufferPointer<UInt8>?
  private var decoded = ""
  /// Milliseconds since 1970, 0 where not given.
  private(set) var timestamp: Int64 = 0

  /// nil where there is no reason to be read. Valid as long as `bytes`.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !bytes.isEmpty, bytes.count <= 16 * 1024 else { return nil }
    if readPlain(bytes) { return }
    plain = nil
    timestamp = 0
    guard let object = try? JSONDecoder().decode(Fields.self, from: Data(buffer: bytes)),
      let reason = object.reason?.text, !reason.isEmpty
    else { return nil }
    decoded = reason
    timestamp = object.timestamp?.number.map(Self.milliseconds) ?? 0
  }

  func withReason<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let plain { return body(plain) }
    var text = decoded
    return text.withUTF8(body)
  }

  var reasonText: String { withReason { String(decoding: $0, as: UTF8.self) } }

  /// A field whose type may be anything: another type than expected must not hide the rest.
  private struct Loose: Decodable {
    var text: String?
    var number: Double?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try? container.decode(String.self)
      number = text == nil ? try? container.decode(Double.self) : text.flatMap(Double.init)
    }
  }

  private struct Fields: Decodable {
    var reason: Loose?
    var timestamp: Loose?
  }

  /// Apple says milliseconds; anything that is no time after 1970 is dropped.
  private static func milliseconds(_ number: Double) -> Int64 {
    number.isFinite && number > 0 && number < 9.0e15 ? Int64(number) : 0
  }

  /// Reads a flat object of plain strings and whole numbers; false for anything else.
  private mutating func readPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    func skipSpace() {
      while at < bytes.count, bytes[at] == 32 || (9...13).contains(bytes[at]) { at += 1 }
    }
    func take(_ byte: UInt8) -> Bool {
      skipSpace()
      guard at < bytes.count, bytes[at] == byte else { return false }
      at += 1
      return true
    }
    func string() -> UnsafeBufferPointer<UInt8>? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      let start = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
        // Escapes, control characters and anything beyond ASCII are left to the other way.
        guard bytes[at] >= 32, bytes[at] < 127, bytes[at] != UInt8(ascii: "\\") else { return nil }
        at += 1
      }
      guard at < bytes.count else { return nil }
      at += 1
      return UnsafeBufferPointer(rebasing: bytes[start..<at - 1])
    }
    guard take(UInt8(ascii: "{")) else { return false }
    repeat {
      guard let key = string(), take(UInt8(ascii: ":")) else { return false }
      skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
        guard let value = string() else { return false }
        if key.elementsEqual("reason".utf8) { plain = value }
        if key.elementsEqual("timestamp".utf8) { return false }
      } else {
        let start = at
        var number: Int64 = 0
        while at < bytes.count, (48...57).contains(bytes[at]), at - start < 16 {
          number = number * 10 + Int64(bytes[at] - 48)
          at += 1
        }
        // Fractions, exponents and longer numbers are left to the other way.
        guard at > start, at < bytes.count, !(43...57).contains(bytes[at]) || bytes[at] == UInt8(ascii: ","),
          bytes[at] | 0x20 != UInt8(ascii: "e")
        else { return false }
        if key.elementsEqual("timestamp".utf8) { timestamp = number }
      }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return false }
    skipSpace()
    return at == bytes.count && plain.map { !$0.isEmpty } ?? false
  }
}
