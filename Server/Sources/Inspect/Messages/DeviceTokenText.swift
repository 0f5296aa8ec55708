import AppFacts
import PushContract

/// Says of what shape a device token is, and keeps nothing of it but its ends.
enum DeviceTokenText {
  /// Nil where it is a name for one (`<token>`, `YOUR_DEVICE_TOKEN`, `3f2a…91bc`), not one.
  static func read(_ text: OriginText, _ place: Place) -> DeviceTokenFact? {
    let token = text.string
    guard text.open.isEmpty, !isPlaceholder(token) else { return nil }
    return DeviceTokenFact(
      masked: TokenEnds.of(token), place: place, length: token.count,
      isHex: token.utf8.allSatisfy(isHexByte),
      hasDecoration: token.unicodeScalars.contains { " <>\"'%{}".unicodeScalars.contains($0) })
  }

  static func isPlaceholder(_ token: String) -> Bool {
    let digits = token.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    // A token of 32 random bytes without a digit does not happen in practice, in hex or base64.
    if digits == 0 { return true }
    for mark in ["...", "…", "***", "xxxx", "XXXX", "${", "{{"] where token.contains(mark) { return true }
    if token.hasPrefix("<"), token.hasSuffix(">") {
      return !token.dropFirst().dropLast().utf8.allSatisfy { isHexByte($0) || $0 == 0x20 }
    }
    let lower = token.lowercased()
    return ["your", "device_token", "devicetoken", "placeholder", "example"].contains { lower.contains($0) }
  }

  static func isHexByte(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
  }
}
