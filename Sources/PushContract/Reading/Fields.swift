/// One mapping of the profile, checked against its table of keys.
struct Fields {
  let log: ReadingLog
  let table: ProfileKeyTable
  let path: String
  /// Where the mapping's own key stands: the place of what is missing in it.
  let place: ProfilePosition
  private let entries: [String: ProfileNode]

  /// Reports unknown, doubled and missing keys. Nil where no mapping stands here.
  init?(
    _ node: ProfileNode, _ table: ProfileKeyTable, path: String, place: ProfilePosition, log: ReadingLog
  ) {
    guard let listed = Self.mapping(node, path: path, what: table.noun, log: log) else { return nil }
    var entries: [String: ProfileNode] = [:]
    for entry in listed {
      let inner = Self.join(path, entry.key)
      guard table.has(entry.key) else {
        Self.reportUnknown(entry, table, path: inner, log: log)
        continue
      }
      entries[entry.key] = entry.value
      log.note(inner, at: Self.placeOf(entry))
    }
    self.log = log
    self.table = table
    self.path = path
    self.place = place
    self.entries = entries
    for key in table.keys where key.required && entries[key.name] == nil {
      if Self.isMisspelt(key.name, in: listed, table) { continue }
      log.error(
        "missing-key", "\(subject) has no `\(key.name)`", hint: Self.advice[key.name], at: place,
        path: Self.join(path, key.name))
    }
  }

  /// How messages call this mapping.
  var subject: String { path.isEmpty ? table.noun : "`\(path)`" }

  /// The node under a key; nothing where it is absent. An empty value is reported.
  func node(_ key: String) -> ProfileNode? {
    guard let node = entries[key] else { return nil }
    if case .scalar(let scalar) = node.content, scalar.isNull {
      log.error(
        "empty-value", "`\(at(key))` is empty", hint: "write a value, or remove the key", at: position(key),
        path: at(key))
      return nil
    }
    return node
  }

  /// The node under a key, empty or not.
  func entry(_ key: String) -> ProfileNode? { entries[key] }
  func has(_ key: String) -> Bool { entries[key] != nil }
  func at(_ key: String) -> String { Self.join(path, key) }
  func position(_ key: String) -> ProfilePosition { log.positions.position(of: at(key)) }

  /// Reports a value of the wrong type or shape.
  func refuse(_ key: String, _ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    log.error(code, message, hint: hint, at: position(key), path: at(key))
  }

  func wrongType(_ key: String, _ node: ProfileNode, expected: String, hint: String? = nil) {
    refuse(key, "wrong-type", "`\(at(key))` must be \(expected), found \(node.kindName)", hint: hint)
  }

  // MARK: - Mappings

  /// The entries of a mapping, each key once. Doubled keys are reported and the first one counts.
  static func mapping(
    _ node: ProfileNode, path: String, what: String, log: ReadingLog
  ) -> [ProfileNode.Entry]? {
    guard case .mapping(let entries) = node.content else {
      log.error(
        "wrong-type",
        "\(path.isEmpty ? what : "`\(path)`") must be a mapping of keys and values, found \(node.kindName)",
        at: node.position, path: path)
      return nil
    }
    var first: [String: ProfilePosition] = [:]
    var kept: [ProfileNode.Entry] = []
    for entry in entries {
      if let before = first[entry.key] {
        log.error(
          "duplicate-key", "`\(entry.key)` stands twice", hint: "first seen in line \(before.line)",
          at: entry.position, path: join(path, entry.key))
        continue
      }
      first[entry.key] = entry.position
      kept.append(entry)
    }
    return kept
  }

  static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }

  /// A scalar is shown at its value, anything bigger at its key.
  static func placeOf(_ entry: ProfileNode.Entry) -> ProfilePosition {
    if case .scalar(let scalar) = entry.value.content, !scalar.isNull { return entry.value.position }
    return entry.position
  }

  // MARK: - Unknown keys

  private static func reportUnknown(
    _ entry: ProfileNode.Entry, _ table: ProfileKeyTable, path: String, log: ReadingLog
  ) {
    let hint: String
    if let meant = meant(entry.key, table) {
      hint = "did you mean `\(meant)`?"
    } else if let other = ProfileKeys.all.first(where: { $0.name != table.name && $0.has(entry.key) }) {
      hint = "`\(entry.key)` is a key of \(other.noun), not of \(table.noun)"
    } else if let word = ProfileKeys.synonyms[entry.key.lowercased()],
      let other = ProfileKeys.all.first(where: { $0.name != table.name && $0.has(word) })
    {
      hint = "did you mean `\(word)`? It is a key of \(other.noun), not of \(table.noun)"
    } else {
      hint = "known here: " + table.keys.map(\.name).sorted().joined(separator: ", ")
    }
    log.error(
      "unknown-key", "unknown key `\(entry.key)` in \(table.noun)", hint: hint, at: entry.position, path: path
    )
  }

  private static func meant(_ key: String, _ table: ProfileKeyTable) -> String? {
    if let synonym = ProfileKeys.synonyms[key.lowercased()], table.has(synonym) { return synonym }
    return NearestWord.of(key, among: table.keys.map(\.name))
  }

  /// A misspelt key is one finding, not two.
  private static func isMisspelt(
    _ key: String, in entries: [ProfileNode.Entry], _ table: ProfileKeyTable
  ) -> Bool {
    entries.contains { !table.has($0.key) && meant($0.key, table) == key }
  }

  /// What to write for a key that is missing.
  private static let advice: [String: String] = [
    "version": "write `version: 1`",
    "kind": "`alert` shows something, `silent` wakes the app to fetch",
    "audience": "write account, installation or public",
    "owner": "name the team that answers for the copy",
    "data_class": "write public, personal or sensitive",
    "priority": "write `default`: alert 10/HIGH, silent 5/NORMAL",
    "ttl": "how long it is still worth showing, as in 4h; `none`: now or never",
    "collapse": "the key under which newer replaces older; `none` where nothing is replaced",
    "badge": "`none` leaves the badge alone; or clear, a number, \"{parameter}\"",
    "sound": "write none, default or a file's name",
    "foreground": "what is shown while the app is in front: [banner, list, sound, badge] or none",
    "reoffer": "when to ask again after a \"not now\": { after: 14d, times: 2 }, or none",
    "environments": "write [sandbox, production], or the one that the key is for",
    "color": "as in \"#1a73e8\", in quotes",
    "on": "how long the light is on, as in 300ms",
    "off": "how long the light is off, as in 2s",
    "nats": "the servers of the cluster, as in [nats://host:4222]",
    "reason": "say why this may stay; without a reason nothing is silenced",
    "rule": "the id that the finding shows: SIG002",
    "importance": "write none, min, low, default or high; fixed once a device has the channel",
  ]
}
