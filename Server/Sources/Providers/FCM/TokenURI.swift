/// The https address of a token service, taken apart.
public struct TokenURI: Sendable, Equatable, CustomStringConvertible {
  /// As written; the assertion's `aud` must be exactly this.
  public let text: String
  public let host: String
  public let port: Int
  /// With its leading slash and query.
  public let path: String

  /// nil for anything but a plain https address: no user, no fragment, no other scheme.
  public init?(_ text: String) {
    let scheme = "https://"
    guard text.hasPrefix(scheme), text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
      !text.contains("#"), !text.contains("@"), !text.contains("\\")
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let slash = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<slash]
    let path = String(rest[slash...])
    self.text = text
    self.path = path.hasPrefix("/") ? path : "/" + path
    var name = authority
    var number = 443
    // The colons inside an IPv6 address's brackets are not the port's.
    let search = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
    if let colon = search.lastIndex(of: ":") {
      guard let port = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(port) else {
        return nil
      }
      name = authority[..<colon]
      number = port
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard !name.isEmpty, !name.contains("["), !name.contains("]") else { return nil }
    host = String(name)
    port = number
  }

  public var description: String { text }
}
