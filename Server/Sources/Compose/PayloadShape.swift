/// What a value of a payload may be.
indirect enum PayloadShape: Sendable {
  case any
  case string
  case number
  case boolean
  /// The number 0 or 1, as Apple's switches are.
  case flag
  /// A number of 0 to 1.
  case fraction
  /// A number of 0 or more without a fraction.
  case count
  /// UNIX seconds.
  case seconds
  /// FCM's duration: digits and `s`, with up to nine decimals.
  case duration
  /// FCM's point in time, as in RFC 3339.
  case timestamp
  /// One of these words, in any case where `anyCase`.
  case word([String], anyCase: Bool)
  case array(PayloadShape)
  /// Strings under keys of the user's own.
  case strings
  /// Known keys; others are reported, or the user's own where `open`.
  case object([PayloadField], open: Bool)
  /// One form or another: by the type of the value.
  case either([PayloadShape])

  /// What it is called in a message.
  var label: String {
    switch self {
    case .any: "anything"
    case .string: "a string"
    case .number, .fraction, .count: "a number"
    case .boolean: "true or false"
    case .flag: "the number 1"
    case .seconds: "UNIX seconds, a number"
    case .timestamp: "a time such as \"2030-01-31T18:00:00Z\""
    case .duration: "a duration such as \"3.5s\""
    case .word(let words, _): "one of " + words.joined(separator: ", ")
    case .array(let element): "an array, each \(element.label)"
    case .strings: "an object of strings"
    case .object: "an object"
    case .either(let shapes): shapes.map(\.label).joined(separator: " or ")
    }
  }
}

/// A key and what may stand under it.
struct PayloadField: Sendable {
  var name: String
  var shape: PayloadShape
  init(_ name: String, _ shape: PayloadShape) {
    self.name = name
    self.shape = shape
  }
}
