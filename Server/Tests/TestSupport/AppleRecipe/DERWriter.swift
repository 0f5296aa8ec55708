/// Distinguished encoding (X.690), as much of it as profiles and entitlements need.
public enum DERWriter {
  public static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length = [UInt8(truncatingIfNeeded: content.count)]
    if content.count > 127 {
      length = []
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }

  public static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
  public static func utf8(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }

  public static func integer(_ number: Int) -> [UInt8] {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    while bytes.count > 1, bytes[0] == (bytes[1] & 0x80 == 0 ? 0 : 0xff) { bytes.removeFirst() }
    return element(0x02, bytes)
  }

  /// An entitlement blob of slot 7: [APPLICATION 16] with a version and the dictionary.
  public static func entitlements(_ members: [String: PlistValue]) -> [UInt8] {
    element(0x70, integer(1) + value(.dictionary(members)))
  }

  /// A value of entitlements; a dictionary is [CONTEXT 16] with a SEQUENCE for each key.
  public static func value(_ value: PlistValue) -> [UInt8] {
    switch value {
    case .bool(let flag): element(0x01, [flag ? 0xff : 0])
    case .integer(let number): integer(number)
    case .string(let text): utf8(text)
    case .date(let date): utcTime(date)
    case .data(let bytes): element(0x04, bytes)
    case .array(let items): sequence(items.map(Self.value))
    case .dictionary(let members): element(0xb0, pairs(members))
    }
  }

  /// The content of a DER-Encoded-Profile: a SET of keys with their values.
  public static func profile(_ members: [String: PlistValue], entitlements: [String: PlistValue]) -> [UInt8] {
    let pairs = members.sorted { $0.key < $1.key }.map { sequence([utf8($0.key), value($0.value)]) }
    let rights = sequence([utf8("Entitlements"), Self.entitlements(entitlements)])
    return element(0x31, (pairs + [rights]).flatMap { $0 })
  }

  private static func pairs(_ members: [String: PlistValue]) -> [UInt8] {
    members.sorted { $0.key < $1.key }.flatMap { sequence([utf8($0.key), value($0.value)]) }
  }

  /// `2027-01-31T00:00:00Z` as `270131000000Z`.
  private static func utcTime(_ date: String) -> [UInt8] {
    element(0x17, Array((date.dropFirst(2).filter { $0.isNumber } + "Z").utf8))
  }

  /// SignedData (RFC 5652) around a content, with nobody's signature; nil: the content is elsewhere.
  public static func signedData(_ content: [UInt8]?) -> [UInt8] {
    let data: [UInt8] = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
    let signed: [UInt8] = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
    let inner = content.map { [element(0xa0, element(0x04, $0))] } ?? []
    let body = sequence([integer(1), element(0x31, []), sequence([data] + inner), element(0x31, [])])
    return sequence([signed, element(0xa0, body)])
  }
}
