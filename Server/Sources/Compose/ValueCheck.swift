import Bytes
import PushContract

/// Whether a value has the form of its type.
enum ValueCheck {
  enum Outcome {
    case clean, needsEscape
    case bad(String)
  }

  /// The most bytes of an id.
  static let maximumIDBytes = 128

  static func check(_ value: UnsafeBufferPointer<UInt8>, _ type: ParameterType) -> Outcome {
    switch type {
    case .string:
      switch UTF8Check.inspect(value) {
      case .clean: return .clean
      case .needsEscape: return .needsEscape
      case .invalid(let at): return .bad("is not UTF-8 at byte \(at)")
      }
    case .id: return id(value)
    case .integer:
      guard JSONText.integer(value) != nil, JSONText.numberLength(value) == value.count else {
        return .bad("must be a whole number of 64 bits, as in 42 or -7")
      }
    case .decimal:
      let exponent = value.contains { $0 | 0x20 == UInt8(ascii: "e") }
      guard !value.isEmpty, value.count <= 64, !exponent, JSONText.numberLength(value) == value.count else {
        return .bad("must be a decimal number with a point, as in 12.50")
      }
    case .boolean:
      guard equals(value, "true") || equals(value, "false") else { return .bad("must be true or false") }
    case .timestamp:
      guard let seconds = JSONText.integer(value), JSONText.numberLength(value) == value.count,
        seconds >= 0
      else { return .bad("must be UNIX seconds, a whole number") }
      // The year 5138 in seconds, 1973 in milliseconds.
      if seconds >= 100_000_000_000 { return .bad("looks like milliseconds; UNIX seconds are wanted") }
    }
    return .clean
  }

  /// Letters, digits and `._~:-`: 1 to 128 bytes.
  static func id(_ value: UnsafeBufferPointer<UInt8>) -> Outcome {
    if value.isEmpty { return .bad("is empty") }
    if value.count > maximumIDBytes { return .bad("has \(value.count) bytes; an id has 128 at most") }
    for byte in value where !isIDByte(byte) {
      return .bad("may hold letters, digits and ._~:- only")
    }
    return .clean
  }

  @inline(__always)
  static func isIDByte(_ byte: UInt8) -> Bool {
    // One bit for each ASCII byte: . - 0-9 : in the lower half, letters _ ~ in the upper.
    if byte < 64 { return (0x07FF_6000_0000_0000 as UInt64) >> UInt64(byte) & 1 == 1 }
    if byte < 128 { return (0x47FF_FFFE_87FF_FFFE as UInt64) >> UInt64(byte - 64) & 1 == 1 }
    return false
  }

  static func equals(_ value: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    value.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
