/// The headers of a push request, read once in one pass.
struct APNsHeaders {
  var authorization: String?
  var id: String?
  var topic: String?
  var pushType: String?
  var priority: String?
  var expiration: String?
  var collapseID: String?
  /// Whether one of them came twice.
  var isRepeated = false

  init(_ headers: [(name: String, value: String)]) {
    for header in headers {
      let repeated: Bool
      switch header.name {
      case "authorization": repeated = Self.set(&authorization, header.value)
      case "apns-id": repeated = Self.set(&id, header.value)
      case "apns-topic": repeated = Self.set(&topic, header.value)
      case "apns-push-type": repeated = Self.set(&pushType, header.value)
      case "apns-priority": repeated = Self.set(&priority, header.value)
      case "apns-expiration": repeated = Self.set(&expiration, header.value)
      case "apns-collapse-id": repeated = Self.set(&collapseID, header.value)
      default: repeated = false
      }
      if repeated { isRepeated = true }
    }
  }

  /// Fills the field, or says that it was filled before.
  private static func set(_ field: inout String?, _ value: String) -> Bool {
    guard field == nil else { return true }
    field = value
    return false
  }

  /// A UUID as 8-4-4-4-12 hexadecimal digits. Apple, Sending notification requests to APNs.
  static func isUUID(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    for (index, byte) in text.utf8.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        if byte != UInt8(ascii: "-") { return false }
      } else if !isHex(byte) {
        return false
      }
    }
    return true
  }

  /// Whether a path element can be a device token: pairs of hexadecimal digits.
  static func isToken(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.count % 2 == 0 && text.count <= 512 && text.allSatisfy(isHex)
  }

  /// Whether a topic has the characters of a bundle id.
  static func isTopic(_ text: String) -> Bool {
    let dot = UInt8(ascii: ".")
    var last = dot
    for byte in text.utf8 {
      switch byte {
      case dot where last == dot: return false
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, dot, UInt8(ascii: "-"), UInt8(ascii: "_"): last = byte
      default: return false
      }
    }
    return last != dot
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
  }
}
