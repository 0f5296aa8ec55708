/// Links that lead into the app.
extension ProfileReader {
  func readLinks(_ fields: Fields) -> AppLinks {
    var links = AppLinks()
    links.hosts = list(
      fields, "hosts", code: "bad-link-host", what: "name of a host", example: "parcel.example",
      isRight: ProfileName.isHost, advice: Self.adviceOnHost)
    links.schemes = list(
      fields, "schemes", code: "bad-link-scheme", what: "scheme of an app's own", example: "parcel",
      isRight: ProfileName.isOwnScheme, advice: Self.adviceOnScheme)
    return links
  }

  /// A list of words of one shape, each once and at least one.
  private func list(
    _ fields: Fields, _ key: String, code: Diagnostic.Code, what: String, example: String,
    isRight: (String) -> Bool, advice: (String) -> String
  ) -> [String] {
    if let node = fields.node(key), case .sequence(let items) = node.content, items.isEmpty {
      fields.refuse(
        key, "empty-value", "`\(fields.at(key))` is an empty list",
        hint: "write [\(example)], or remove the key")
    }
    var seen: [String] = []
    return fields.list(key) { node, path -> String? in
      guard let text = fields.scalarText(node, path: path) else { return nil }
      guard isRight(text) else {
        log.error(code, "`\(text)` is no \(what)", hint: advice(text), at: node.position, path: path)
        return nil
      }
      guard !seen.contains(text) else {
        log.error(
          "duplicate-value", "`\(text)` stands twice in `\(fields.at(key))`", at: node.position, path: path)
        return nil
      }
      seen.append(text)
      return text
    }
  }

  private static func adviceOnHost(_ text: String) -> String {
    if text.utf8.contains(UInt8(ascii: "*")) { return "name each host; a wildcard is not followed" }
    if text.contains("://") || text.utf8.contains(UInt8(ascii: "/")) {
      return "the name alone: no https:// and no path"
    }
    if text.utf8.contains(UInt8(ascii: ":")) { return "the name alone: no port" }
    if ProfileName.isHost(text.lowercased()) { return "write \(text.lowercased())" }
    return "as in parcel.example: lower-case letters, digits, - and dots; other letters as xn--…"
  }

  private static func adviceOnScheme(_ text: String) -> String {
    let bare = String(text.prefix { $0 != ":" }).lowercased()
    if bare == "http" || bare == "https" { return "links of the web belong to `hosts`" }
    if ProfileName.isScheme(bare), !ProfileName.isOwnScheme(bare) {
      return "`\(bare)` belongs to the system; take a name of the app's own"
    }
    if bare != text, ProfileName.isOwnScheme(bare) { return "write \(bare)" }
    return "as in parcel: a lower-case letter, then letters, digits and +.-; at most 64"
  }

  /// The path of a destination's links.
  func linkPath(_ fields: Fields) -> LinkPath? {
    guard let text = fields.text("path") else { return nil }
    do throws(TemplateError) {
      return try LinkPath(parsing: text)
    } catch {
      fields.refuse("path", "bad-path", "`\(fields.at("path"))`: \(error.message)", hint: error.hint)
      return nil
    }
  }
}
