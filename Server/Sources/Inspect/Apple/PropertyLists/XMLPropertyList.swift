import AppFacts
import Foundation

/// Makes values of a property list's XML elements.
enum XMLPropertyList {
  typealias Failure = PropertyList.Failure

  /// `<plist>` with one value in it, or the value itself.
  static func root(_ element: XMLTree.Element) throws(Failure) -> Located {
    guard element.name == "plist" else { return try value(element) }
    guard let content = element.elements.first, element.elements.count == 1 else {
      throw Failure(why: "<plist> has not exactly one value", place: element.place)
    }
    return try value(content)
  }

  private static func value(_ element: XMLTree.Element) throws(Failure) -> Located {
    let place = element.place
    switch element.name {
    case "dict": return Located(.object(try members(element)), place)
    case "array":
      var items: [Located] = []
      for item in element.elements { items.append(try value(item)) }
      return Located(.array(items), place)
    case "string": return Located(.string(element.text), place)
    case "true": return Located(.bool(true), place)
    case "false": return Located(.bool(false), place)
    case "integer":
      guard let number = integer(trimmed(element.text)) else { break }
      return Located(number, place)
    case "real":
      guard let number = real(trimmed(element.text)) else { break }
      return Located(.real(number), place)
    case "date":
      guard let milliseconds = CivilDate.iso8601(trimmed(element.text)) else { break }
      return Located(.date(milliseconds), place)
    case "data":
      let text = element.text.utf8.filter { !XMLReader.isSpace($0) }
      guard let data = Data(base64Encoded: Data(text)) else { break }
      return Located(.data([UInt8](data)), place)
    default:
      throw Failure(why: "<\(element.name)> is no value of a property list", place: place)
    }
    throw Failure(why: "<\(element.name)> has no \(element.name) in it", place: place)
  }

  private static func members(_ dict: XMLTree.Element) throws(Failure) -> [Located.Member] {
    var members: [Located.Member] = []
    var key: XMLTree.Element?
    for element in dict.elements {
      if let name = key {
        guard element.name != "key" else {
          throw Failure(why: "key \"\(name.text)\" has no value", place: name.place)
        }
        members.append(Located.Member(name.text, name.place, try value(element)))
        key = nil
      } else {
        guard element.name == "key" else {
          throw Failure(why: "<\(element.name)> has no key before it", place: element.place)
        }
        key = element
      }
    }
    if let key { throw Failure(why: "key \"\(key.text)\" has no value", place: key.place) }
    return members
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Decimal or `0x…`; what is no `Int` becomes a real number.
  private static func integer(_ text: String) -> Located.Kind? {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard text.count - digits.count <= 1 else { return nil }
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let number = isHex ? digits.dropFirst(2) : digits
    guard !number.isEmpty, number.utf8.allSatisfy({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") })
    else {
      return nil
    }
    if let small = Int((isNegative ? "-" : "") + number, radix: isHex ? 16 : 10) { return .integer(small) }
    return UInt64(number, radix: isHex ? 16 : 10).map { .real(isNegative ? -Double($0) : Double($0)) }
  }

  private static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": .nan
    case "infinity", "+infinity", "inf", "+inf": .infinity
    case "-infinity", "-inf": -.infinity
    default: Double(text)
    }
  }
}
