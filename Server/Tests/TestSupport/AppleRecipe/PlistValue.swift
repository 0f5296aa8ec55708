import Foundation

/// A value of a property list or of entitlements, as recipes have them.
public indirect enum PlistValue: Sendable, Equatable {
  case bool(Bool)
  case integer(Int)
  case string(String)
  /// `2027-01-31T00:00:00Z`
  case date(String)
  case data([UInt8])
  case array([PlistValue])
  case dictionary([String: PlistValue])

  /// `true`, `12`, `text`, `"text"`, `[a, b]`, `{key: value}`.
  public init(parsing text: String) throws {
    var rest = Substring(text.trimmingCharacters(in: .whitespaces))
    self = try Self.value(&rest)
    guard rest.allSatisfy(\.isWhitespace) else { throw RecipeError("too much in the value \(text)") }
  }

  private static func value(_ rest: inout Substring, until ends: String = "") throws -> PlistValue {
    skipSpaces(&rest)
    switch rest.first {
    case "[":
      var items: [PlistValue] = []
      rest.removeFirst()
      while try next(&rest, "]") { items.append(try value(&rest, until: ",]")) }
      return .array(items)
    case "{":
      var members: [String: PlistValue] = [:]
      rest.removeFirst()
      while try next(&rest, "}") {
        guard let colon = rest.firstIndex(of: ":") else {
          throw RecipeError("a key without a value: \(rest)")
        }
        let key = rest[..<colon].trimmingCharacters(in: .whitespaces)
        rest = rest[rest.index(after: colon)...]
        members[key] = try value(&rest, until: ",}")
      }
      return .dictionary(members)
    case "\"":
      rest.removeFirst()
      guard let end = rest.firstIndex(of: "\"") else {
        throw RecipeError("a quote that does not end: \(rest)")
      }
      defer { rest = rest[rest.index(after: end)...] }
      return .string(String(rest[..<end]))
    default:
      let end = rest.firstIndex { ends.contains($0) } ?? rest.endIndex
      let word = rest[..<end].trimmingCharacters(in: .whitespaces)
      rest = rest[end...]
      if word == "true" || word == "false" { return .bool(word == "true") }
      return Int(word).map { .integer($0) } ?? .string(word)
    }
  }

  /// Whether another item follows; takes the comma or the end away.
  private static func next(_ rest: inout Substring, _ end: Character) throws -> Bool {
    skipSpaces(&rest)
    if rest.first == "," {
      rest.removeFirst()
      skipSpaces(&rest)
    }
    guard let first = rest.first else { throw RecipeError("a list that does not end") }
    if first == end {
      rest.removeFirst()
      return false
    }
    return true
  }

  private static func skipSpaces(_ rest: inout Substring) { rest = rest.drop(while: \.isWhitespace) }
}

extension PlistValue {
  /// An XML property list, one element a line, keys in order.
  public var xml: [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(&text, "")
    return Array((text + "</plist>\n").utf8)
  }

  private func write(_ text: inout String, _ indent: String) {
    switch self {
    case .bool(let flag): text += indent + (flag ? "<true/>\n" : "<false/>\n")
    case .integer(let number): text += "\(indent)<integer>\(number)</integer>\n"
    case .string(let string): text += "\(indent)<string>\(Self.escaped(string))</string>\n"
    case .date(let date): text += "\(indent)<date>\(date)</date>\n"
    case .data(let bytes): text += "\(indent)<data>\(Data(bytes).base64EncodedString())</data>\n"
    case .array(let items):
      text += indent + "<array>\n"
      for item in items { item.write(&text, indent + "\t") }
      text += indent + "</array>\n"
    case .dictionary(let members):
      text += indent + "<dict>\n"
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        text += "\(indent)\t<key>\(Self.escaped(key))</key>\n"
        value.write(&text, indent + "\t")
      }
      text += indent + "</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
