import Bytes
import PushContract

/// Rules about single values.
enum PayloadValue {
  static func label(_ kind: JSONScanner.Kind) -> String {
    switch kind {
    case .beginObject, .endObject: "an object"
    case .beginArray, .endArray: "an array"
    case .key, .string: "a string"
    case .number: "a number"
    case .yes, .no: "true or false"
    case .null: "null"
    }
  }

  /// What is wrong with a value of the right type; nil where nothing is. Never repeats the value.
  static func fault(_ shape: PayloadShape, _ kind: JSONScanner.Kind, _ text: String) -> String? {
    switch shape {
    case .flag: return text == "1" || text == "0" ? nil : "must be the number 1"
    case .fraction:
      guard let value = Double(text), (0...1).contains(value) else { return "must be 0 to 1" }
    case .count:
      guard let value = Int(text), value >= 0 else { return "must be a whole number of 0 or more" }
    case .seconds:
      guard let value = Double(text), value >= 0 else { return "must be UNIX seconds" }
      // The year 5138 in seconds, 1973 in milliseconds.
      if value >= 100_000_000_000 { return "looks like milliseconds; UNIX seconds are wanted" }
    case .duration:
      if seconds(text) == nil { return "must be a duration: digits and s, as in \"3600s\" or \"3.5s\"" }
    case .timestamp:
      if !ProfileTime.isTimestamp(text) { return "must be a time, as in \"2030-01-31T18:00:00Z\"" }
    case .word(let words, let anyCase):
      let found = words.contains { anyCase ? $0.lowercased() == text.lowercased() : $0 == text }
      if !found { return "must be one of \(words.joined(separator: ", "))" }
    default: break
    }
    return nil
  }

  /// The seconds of a duration in the form of proto3's JSON.
  static func seconds(_ text: String) -> Double? {
    guard text.hasSuffix("s") else { return nil }
    let number = text.dropLast()
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard digits, parts.count == 1 || (parts.count == 2 && parts[1].utf8.count <= 9) else { return nil }
    return Double(number)
  }
}
