import Foundation
import PushContract
import TestSupport
import Testing

@testable import ProfileFile

/// The JSON Schema for editors says what the reader says: the same keys, the same words.
struct SchemaTests {
  struct Definition: Decodable {
    var properties: [String: Property]?
    var required: [String]?
    var additionalProperties: AdditionalProperties?
  }
  struct Property: Decodable {
    var `enum`: [Word]?
  }
  enum Word: Decodable, Equatable {
    case text(String)
    case number(Int)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }
  enum AdditionalProperties: Decodable {
    case refused, other
    init(from decoder: any Decoder) throws {
      let isFalse = (try? decoder.singleValueContainer().decode(Bool.self)) == false
      self = isFalse ? .refused : .other
    }
  }
  struct Schema: Decodable {
    var definitions: [String: Definition]
    enum CodingKeys: String, CodingKey { case definitions = "$defs" }
  }

  static func schema() throws -> Schema {
    let bytes = try FileContents.read(Parcel.root + "/contract/pushwire.schema.json")
    return try JSONDecoder().decode(Schema.self, from: Data(bytes))
  }

  @Test func keysAreTheReadersKeys() throws {
    let definitions = try Self.schema().definitions
    for table in ProfileKeys.all {
      let definition = try #require(definitions[table.name], "\(table.name)")
      #expect(
        Set(definition.properties?.keys.map { $0 } ?? []) == Set(table.keys.map(\.name)), "\(table.name)")
      let required = table.keys.filter(\.required).map(\.name)
      #expect(Set(definition.required ?? []) == Set(required), "\(table.name)")
      #expect(definition.additionalProperties == .refused, "\(table.name)")
    }
    let closed = definitions.filter { $0.value.additionalProperties == .refused }.keys
    #expect(Set(closed) == Set(ProfileKeys.all.map(\.name)))
  }

  @Test func wordsAreTheReadersWords() throws {
    let definitions = try Self.schema().definitions
    func words(_ definition: String, _ key: String) -> [String] {
      (definitions[definition]?.properties?[key]?.enum ?? []).compactMap {
        if case .text(let text) = $0 { text } else { nil }
      }
    }
    func all<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [String]
    where Value.RawValue == String { Value.allCases.map(\.rawValue).sorted() }
    #expect(words("class", "kind").sorted() == all(NotificationClass.Kind.self))
    #expect(words("class", "audience").sorted() == all(NotificationClass.Audience.self))
    #expect(words("class", "data_class").sorted() == all(NotificationClass.DataClass.self))
    #expect(words("class", "interruption").sorted() == all(NotificationClass.Interruption.self))
    #expect(words("channel", "importance").sorted() == all(Channel.Importance.self))
    #expect(words("task", "kind").sorted() == all(BackgroundTask.Kind.self))
    #expect(
      words("androidOptions", "notification_priority").sorted()
        == all(AndroidOptions.NotificationPriority.self))
    #expect(words("androidOptions", "visibility").sorted() == all(AndroidOptions.Visibility.self))
    #expect(words("androidOptions", "proxy").sorted() == all(AndroidOptions.Proxy.self))
    #expect(words("class", "priority") == ["default", "high", "normal", "low"])
  }

  /// What a foreign validator refuses by the schema, the reader refuses too.
  @Test(.enabled(if: SchemaTests.hasValidator, "python3 with jsonschema and yaml is not installed"))
  func theSchemaIsNeverStricterThanTheReader() throws {
    let cases = try FindingsTests.cases().map { (name: $0.name, text: try FindingsTests.text($0)) }
    let plain = [(name: "the example", text: try Parcel.text())]
    let input = try JSONEncoder().encode((cases + plain).map { ["name": $0.name, "text": $0.text] })
    let output = try Self.python([Parcel.root + "/scripts/validate-schema", "--stdin"], input: input)
    let refused = try JSONDecoder().decode([String].self, from: output)
    #expect(refused.count > 25)
    for item in cases + plain where refused.contains(item.name) {
      let reading = try ProfileFile.read(bytes: Array(item.text.utf8))
      #expect(!reading.isValid, "the schema refuses \"\(item.name)\", the reader does not")
    }
  }

  static let hasValidator =
    (try? python(["-c", "import jsonschema, yaml; print(1)"], input: Data()))?.first == 0x31

  static func python(_ arguments: [String], input: Data) throws -> Data {
    try ForeignProgram.run("python3", arguments, input: input).data
  }
}
