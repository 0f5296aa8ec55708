internal import PushContract

/// Where links lead: universal links, app links and the app's own schemes end in the same places as taps.
///
/// | the link | leads to |
/// |---|---|
/// | the app's own, without a path | home |
/// | `https://` and a host of the profile, in any case; no user, no port | the place whose path fits |
/// | a scheme of the profile, in any case: what follows `//` is the path's first part | the place whose path fits |
/// | another scheme or host, longer than 2,048 bytes, not read as a link | nowhere |
///
/// A path fits a template part by part: a `{parameter}` takes one part, anything else stands as it is. Parts are
/// percent-decoded; one that is empty, `.` or `..`, or no UTF-8, fits nothing; a slash at the end does not
/// matter. Query and fragment are not read. The profile's rules let no link fit two paths.
extension DestinationResolver {
  /// Nil: nowhere. Such a link is never handed on to be opened elsewhere.
  func resolve(link: String) -> Destination? {
    guard link.utf8.count <= ClientConstant.linkLength, let path = path(of: link) else { return nil }
    guard !path.isEmpty else { return home }
    for name in policy.destinations.keys.sorted() {
      guard let template = policy.destinations[name]?.path else { continue }
      if let parameters = Self.match(path, template) { return resolve(Destination(name, parameters)) }
    }
    return nil
  }

  /// The decoded parts of the path of a link that is the app's own.
  private func path(of link: String) -> [String]? {
    let bytes = Array(link.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = Self.lowercase(bytes[..<colon])
    var rest = bytes[(colon + 1)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let slash = UInt8(ascii: "/")
    if scheme == "https" {
      guard rest.starts(with: [slash, slash]) else { return nil }
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != slash }
      guard policy.links.hosts.contains(Self.lowercase(host)) else { return nil }
      rest = rest.dropFirst(host.count)
    } else {
      guard policy.links.schemes.contains(scheme) else { return nil }
      if rest.starts(with: [slash, slash]) { rest = rest.dropFirst(2) }
    }
    if rest.first == slash { rest = rest.dropFirst() }
    if rest.last == slash { rest = rest.dropLast() }
    guard !rest.isEmpty else { return [] }
    var parts: [String] = []
    for part in rest.split(separator: slash, omittingEmptySubsequences: false) {
      guard let text = Self.decoded(part), !["", ".", ".."].contains(text) else { return nil }
      parts.append(text)
    }
    return parts
  }

  /// The parameters; nil where the path does not fit the template.
  private static func match(_ path: [String], _ template: String) -> [String: String]? {
    let parts = template.split(separator: "/").map(String.init)
    guard parts.count == path.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      if part.hasPrefix("{"), part.hasSuffix("}") {
        parameters[String(part.dropFirst().dropLast())] = text
      } else if !part.utf8.elementsEqual(text.utf8) {
        return nil
      }
    }
    return parameters
  }

  private static func lowercase(_ bytes: ArraySlice<UInt8>) -> String {
    let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return String(decoding: bytes.map { upper.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Nil where a `%` is not followed by two hexadecimal digits, or the bytes are no UTF-8.
  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(HexDigit.value),
        let low = rest.popFirst().flatMap(HexDigit.value)
      else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}
