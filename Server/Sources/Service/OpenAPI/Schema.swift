/// A JSON schema (2020-12) as far as the API's bodies need it.
indirect enum Schema: Sendable {
  case string(Text)
  case word([String])
  case integer(ClosedRange<Int>)
  case boolean
  case array(Schema, ClosedRange<Int>)
  case object([Property])
  /// An object with any keys.
  case map(Schema)
  case anyOf([Schema])
  /// Another one by its name.
  case named(String)

  struct Text: Sendable {
    var minimum = 0
    var maximum: Int?
    var pattern: String?
    var format: String?
  }

  struct Property: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    let about: String

    init(_ name: String, _ schema: Schema, required: Bool = false, _ about: String = "") {
      self.name = name
      self.schema = schema
      isRequired = required
      self.about = about
    }
  }

  static let text = Schema.string(Text())
  static let identifier = Schema.string(Text(pattern: Identifier.pattern))
  static let instant = Schema.string(Text(format: "date-time"))
  static let count = Schema.integer(0...(1 << 53))
  /// Without control characters.
  static func text(_ minimum: Int = 0, _ maximum: Int) -> Schema {
    .string(Text(minimum: minimum, maximum: maximum, pattern: "^[^\\u0000-\\u001f\\u007f]*$"))
  }
  static let account = text(1, 256)
  static let tenant = Schema.string(Text(pattern: "^[A-Za-z0-9._~:-]{0,128}$"))

  func write(_ out: inout JSONWriter, about: String = "") {
    out.object { out in
      if !about.isEmpty { out.member("description", about) }
      writeMembers(&out)
    }
  }

  private func writeMembers(_ out: inout JSONWriter) {
    switch self {
    case .string(let text):
      out.member("type", "string")
      if text.minimum > 0 { out.member("minLength", text.minimum) }
      if let maximum = text.maximum { out.member("maxLength", maximum) }
      out.member("pattern", present: text.pattern)
      out.member("format", present: text.format)
    case .word(let words):
      out.member("type", "string")
      out.array("enum") { out in for word in words { out.value(word) } }
    case .integer(let range):
      out.member("type", "integer")
      out.member("minimum", range.lowerBound)
      out.member("maximum", range.upperBound)
    case .boolean: out.member("type", "boolean")
    case .array(let element, let range):
      out.member("type", "array")
      out.key("items")
      element.write(&out)
      if range.lowerBound > 0 { out.member("minItems", range.lowerBound) }
      if range.upperBound < Int.max { out.member("maxItems", range.upperBound) }
    case .object(let properties):
      out.member("type", "object")
      out.object("properties") { out in
        for property in properties {
          out.key(property.name)
          property.schema.write(&out, about: property.about)
        }
      }
      let required = properties.filter(\.isRequired)
      if !required.isEmpty {
        out.array("required") { out in for property in required { out.value(property.name) } }
      }
      out.member("additionalProperties", false)
    case .map(let schema):
      out.member("type", "object")
      out.key("additionalProperties")
      schema.write(&out)
    case .anyOf(let schemas):
      out.array("anyOf") { out in for schema in schemas { schema.write(&out) } }
    case .named(let name): out.member("$ref", "#/components/schemas/" + name)
    }
  }
}
