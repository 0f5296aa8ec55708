import Foundation

/// Writes a manifest as app bundles keep it (`XmlNode` of aapt2's Resources.proto); knows nothing of the reader.
public enum ProtobufXMLWriter {
  private static let android = "http://schemas.android.com/apk/res/android"

  public static func bytes(_ text: String) throws -> [UInt8] {
    [UInt8](node(try AndroidXMLText.parse(text), isRoot: true))
  }

  private static func node(_ element: AndroidXMLText.Element, isRoot: Bool) -> Data {
    var out = Data()
    if isRoot { out += field(1, field(1, text: "android") + field(2, text: android)) }
    out += field(3, text: element.name)
    for attribute in element.attributes { out += field(4, bytes(attribute)) }
    for child in element.children { out += field(5, node(child, isRoot: false)) }
    let source = number(1, element.line) + number(2, 1)
    return field(1, out) + field(3, source)
  }

  private static func bytes(_ attribute: (prefix: String, name: String, value: String)) -> Data {
    var out = Data()
    if attribute.prefix == "android" { out += field(1, text: android) }
    out += field(2, text: attribute.name) + field(3, text: attribute.value)
    if attribute.prefix == "android", let id = AndroidValue.ids[attribute.name] { out += number(5, id) }
    switch AndroidValue(attribute.name, attribute.value) {
    case .string: break
    case .flag(let flag): out += field(6, field(7, number(8, flag ? 1 : 0)))
    case .integer(let value): out += field(6, field(7, number(6, value)))
    case .reference(let name, let id): out += field(6, field(1, number(2, id) + field(3, text: name)))
    }
    return out
  }

  private static func field(_ number: Int, text: String) -> Data { field(number, Data(text.utf8)) }

  private static func field(_ number: Int, _ body: Data) -> Data {
    varint(UInt64(number << 3 | 2)) + varint(UInt64(body.count)) + body
  }

  private static func number(_ number: Int, _ value: Int) -> Data {
    varint(UInt64(number << 3)) + varint(UInt64(bitPattern: Int64(value)))
  }

  private static func varint(_ value: UInt64) -> Data {
    var (rest, out) = (value, Data())
    while rest > 0x7F {
      out.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    out.append(UInt8(rest))
    return out
  }
}
