/// The value of an `Authorization` header with a bearer token. RFC 6750, section 2.1.
enum Bearer {
  /// The token, where it lies; nil: another scheme, or none.
  static func token(_ header: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    let space = UInt8(ascii: " ")
    let rest = header.drop { $0 == space }
    let scheme: StaticString = "bearer"
    let length = scheme.utf8CodeUnitCount
    // Letters alone differ by this bit, and "bearer" has no other characters.
    guard rest.count > length, rest[rest.startIndex + length] == space,
      rest.prefix(length).elementsEqual(
        UnsafeBufferPointer(start: scheme.utf8Start, count: length), by: { $0 | 0x20 == $1 })
    else { return nil }
    var token = rest.dropFirst(length).drop { $0 == space }
    while token.last == space { token.removeLast() }
    return token.isEmpty ? nil : UnsafeBufferPointer(rebasing: token)
  }
}
