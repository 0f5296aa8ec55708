/// The path of a link: fixed parts and parameters, as in `orders/{order}`.
///
/// An address fits where it has as many parts and every fixed one is the same, byte by byte; a parameter
/// stands for one whole part.
public struct LinkPath: Sendable, Equatable {
  public enum Part: Sendable, Equatable {
    case fixed(String)
    case parameter(String)
  }
  /// One at least.
  public var parts: [Part]
  public init(parts: [Part]) { self.parts = parts }

  /// The names of the parameters, in order of use.
  public var parameterNames: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// As it stands in the profile.
  public var text: String {
    parts.map {
      switch $0 {
      case .fixed(let text): text
      case .parameter(let name): "{\(name)}"
      }
    }.joined(separator: "/")
  }

  /// Whether some address fits both.
  public func overlaps(_ other: LinkPath) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { pair in
        guard case (.fixed(let left), .fixed(let right)) = pair else { return true }
        return left == right
      }
  }
}

extension LinkPath {
  /// More parts than a link that a person wrote has.
  static let longest = 16

  /// Reads `orders/{order}`.
  public init(parsing text: String) throws(TemplateError) {
    let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
    if text.hasPrefix("/") || text.hasSuffix("/") {
      let bare = pieces.filter { !$0.isEmpty }.joined(separator: "/")
      throw TemplateError(
        message: "a path begins and ends without a slash",
        hint: bare.isEmpty ? "the bare host leads to `home`; remove the key" : "write \(bare)")
    }
    guard pieces.count <= Self.longest else {
      throw TemplateError(
        message: "a path of \(pieces.count) parts", hint: "at most \(Self.longest) parts between slashes")
    }
    var parts: [Part] = []
    for piece in pieces { parts.append(try Self.part(String(piece))) }
    self.init(parts: parts)
  }

  private static func part(_ text: String) throws(TemplateError) -> Part {
    if text.hasPrefix("{"), text.hasSuffix("}") {
      let name = String(text.dropFirst().dropLast())
      if ProfileName.isName(name) { return .parameter(name) }
      throw TemplateError(
        message: "`\(text)` names no parameter", hint: "write {name} with letters, digits and _")
    }
    if text.isEmpty { throw TemplateError(message: "two slashes in a row", hint: "write one") }
    if text.contains("{") || text.contains("}") {
      throw TemplateError(
        message: "`\(text)` is half a parameter",
        hint: "a parameter is a whole part between slashes, as in orders/{order}")
    }
    if text.contains("?") || text.contains("#") {
      throw TemplateError(
        message: "`\(text)` is more than a path", hint: "a link's query and fragment are not looked at")
    }
    // What needs no percent sign in a path (RFC 3986, unreserved), and no steps up.
    guard text != ".", text != "..",
      text.utf8.allSatisfy({
        ProfileName.isLetter($0) || ProfileName.isDigit($0) || "-._~".utf8.contains($0)
      })
    else {
      throw TemplateError(
        message: "`\(text)` is no part of a path", hint: "letters, digits and -._~, or {parameter}")
    }
    return .fixed(text)
  }
}
