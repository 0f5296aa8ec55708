/// Values with an inside: templates, texts for people, lists, mappings of named things.
extension Fields {
  /// A text with `{parameter}` places.
  func template(_ key: String) -> Template? {
    guard let text = text(key) else { return nil }
    return template(text, path: at(key))
  }

  func template(_ text: String, path: String) -> Template? {
    do throws(TemplateError) {
      return try Template(parsing: text)
    } catch {
      log.error(
        "bad-template", "`\(path)`: \(error.message)", hint: error.hint,
        at: log.positions.position(of: path), path: path)
      return nil
    }
  }

  /// A text, or `{ key: …, arguments: […] }` of the app's own translations.
  func localized(_ key: String) -> LocalizedText? {
    guard let node = node(key) else { return nil }
    guard case .mapping = node.content, Self.braceHint(node) == nil else {
      return template(key).map { .text($0) }
    }
    guard let inner = fields(key, ProfileKeys.localized), let name = inner.text("key") else { return nil }
    let arguments = inner.list("arguments") { node, path -> Template? in
      guard let text = scalarText(node, path: path) else { return nil }
      return template(text, path: path)
    }
    return .localized(key: name, arguments: arguments)
  }

  /// The mapping under a key, checked against its table.
  func fields(_ key: String, _ table: ProfileKeyTable) -> Fields? {
    guard let node = node(key) else { return nil }
    return Fields(node, table, path: at(key), place: position(key), log: log)
  }

  /// The items of a list; what an item is, `read` decides.
  func list<Item>(_ key: String, _ read: (ProfileNode, String) -> Item?) -> [Item] {
    guard let node = node(key) else { return [] }
    guard case .sequence(let items) = node.content else {
      wrongType(key, node, expected: "a list", hint: listHint(node))
      return []
    }
    var found: [Item] = []
    for (index, item) in items.enumerated() {
      let path = "\(at(key))[\(index)]"
      log.note(path, at: item.position)
      if let value = read(item, path) { found.append(value) }
    }
    return found
  }

  /// A list of words of an enum, each once and at least one.
  func choices<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Value.Type, empty: String
  ) -> [Value] where Value.RawValue == String {
    if let node = node(key), case .sequence(let items) = node.content, items.isEmpty {
      refuse(key, "empty-value", "`\(at(key))` is an empty list", hint: empty)
    }
    var seen: [String] = []
    return list(key) { node, path -> Value? in
      guard let text = scalarText(node, path: path),
        let word = choice(text, Value.allCases.map(\.rawValue), key: key, path: path)
      else { return nil }
      if seen.contains(word) {
        log.error("duplicate-value", "`\(word)` stands twice in `\(at(key))`", at: node.position, path: path)
        return nil
      }
      seen.append(word)
      return Value(rawValue: word)
    }
  }

  /// The entries of a mapping whose keys are names that the profile chooses.
  func named(_ key: String, _ isRight: (String) -> Bool = ProfileName.isName) -> [Named] {
    guard let node = node(key),
      let entries = Self.mapping(node, path: at(key), what: key, log: log)
    else { return [] }
    return entries.compactMap { entry in
      let path = Self.join(at(key), entry.key)
      log.note(path, at: Self.placeOf(entry))
      guard isRight(entry.key) else {
        log.error(
          "bad-name", "`\(entry.key)` is no name for a part of `\(at(key))`",
          hint: "use a letter first, then letters, digits and _; at most 64", at: entry.position, path: path)
        return nil
      }
      return Named(name: entry.key, node: entry.value, path: path, place: entry.position)
    }
  }

  struct Named {
    let name: String
    let node: ProfileNode
    let path: String
    let place: ProfilePosition
  }

  func fields(_ entry: Named, _ table: ProfileKeyTable) -> Fields? {
    Fields(entry.node, table, path: entry.path, place: entry.place, log: log)
  }

  /// The parameters of a class or destination: name and type.
  func parameters(_ key: String) -> [Parameter] {
    named(key).compactMap { entry in
      guard let text = scalarText(entry.node, path: entry.path) else { return nil }
      let words = ParameterType.allCases.map(\.rawValue)
      guard let word = choice(text, words, key: key, path: entry.path),
        let type = ParameterType(rawValue: word)
      else { return nil }
      return Parameter(name: entry.name, type: type)
    }
  }

  /// The text of a scalar outside a table of keys: a list's item, a named value.
  func scalarText(_ node: ProfileNode, path: String) -> String? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      log.error(
        "wrong-type", "`\(path)` must be a text, found \(node.kindName)", hint: Self.braceHint(node),
        at: node.position, path: path)
      return nil
    }
    return scalar.text
  }

  private func listHint(_ node: ProfileNode) -> String? {
    guard case .scalar(let scalar) = node.content else { return nil }
    return "write [\(scalar.text)]"
  }
}
