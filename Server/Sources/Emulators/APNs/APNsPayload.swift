/// What APNs has to know of a payload, found without building anything from it.
struct APNsPayload: Equatable {
  /// `aps` holds `content-available: 1`.
  var isContentAvailable = false
  /// `aps` holds an alert, a badge or a sound.
  var isVisible = false

  /// Nil where the bytes are not one JSON object.
  init?(_ body: [UInt8]) {
    let read = body.withUnsafeBufferPointer { bytes -> APNsPayload? in
      var payload = APNsPayload()
      var aps: Range<Int>?
      var syntax = JSONSyntax(bytes)
      do throws(JSONSyntax.Fault) {
        syntax.skipSpace()
        try syntax.object { name, value in
          if Self.matches(bytes, name, "aps") { aps = value }
        }
        try syntax.end()
      } catch {
        return nil
      }
      guard let aps, bytes[aps.lowerBound] == UInt8(ascii: "{") else { return payload }
      var inner = JSONSyntax(UnsafeBufferPointer(rebasing: bytes[aps]))
      let members = UnsafeBufferPointer(rebasing: bytes[aps])
      try? inner.object { name, value in
        if Self.matches(members, name, "content-available") {
          payload.isContentAvailable = Self.matches(members, value, "1")
        } else if Self.matches(members, name, "alert") || Self.matches(members, name, "sound")
          || Self.matches(members, name, "badge")
        {
          payload.isVisible = true
        }
      }
      return payload
    }
    guard let read else { return nil }
    self = read
  }

  private init() {}

  private static func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ word: StaticString
  ) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != word.utf8Start[index] {
      return false
    }
    return true
  }
}
