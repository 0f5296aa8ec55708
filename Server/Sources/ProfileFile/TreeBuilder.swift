internal import PushContract

/// Events → tree, within bounds: no aliases, merge keys or tags, one document, limited depth and size.
struct TreeBuilder: ~Copyable {
  static let maximumDepth = 32
  static let maximumNodes = 100_000

  private let parser: YAMLParser
  private let file: String?
  private var nodes = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String?) {
    parser = YAMLParser(bytes)
    self.file = file
  }

  /// The tree of the one document. Faults of libyaml are thrown as they are.
  mutating func build() throws -> ProfileNode {
    var root: ProfileNode?
    while true {
      let event = try parser.next()
      switch event.kind {
      case .streamEnd:
        guard let root else {
          throw ProfileFileError(
            .empty, "the profile is empty", hint: "`pushwire init` writes one to start from", file: file)
        }
        return root
      case .documentStart where root != nil:
        throw error(
          .documents, "a second document starts here", hint: "a profile is one document: remove `---`",
          event.mark)
      case .streamStart, .documentStart, .documentEnd: continue
      default: root = try node(event, depth: 0)
      }
    }
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws -> ProfileNode {
    try admit(event, depth: depth)
    let position = ProfilePosition(line: event.mark.line, column: event.mark.column)
    switch event.kind {
    case .scalar(let text, let quoted):
      return ProfileNode(.scalar(ProfileNode.Scalar(text, quoted: quoted)), at: position)
    case .sequenceStart:
      var items: [ProfileNode] = []
      while true {
        let next = try parser.next()
        if case .sequenceEnd = next.kind { return ProfileNode(.sequence(items), at: position) }
        items.append(try node(next, depth: depth + 1))
      }
    case .mappingStart:
      var entries: [ProfileNode.Entry] = []
      while true {
        let next = try parser.next()
        if case .mappingEnd = next.kind { return ProfileNode(.mapping(entries), at: position) }
        entries.append(try entry(next, depth: depth + 1))
      }
    default:
      throw error(.syntax, "a value is missing here", event.mark)
    }
  }

  private mutating func entry(_ event: YAMLEvent, depth: Int) throws -> ProfileNode.Entry {
    try admit(event, depth: depth)
    guard case .scalar(let key, let quoted) = event.kind else {
      throw error(
        .key, "a key must be a plain word", hint: "text that starts with { or [ needs quotes", event.mark)
    }
    if key == "<<", !quoted {
      throw error(
        .mergeKey, "merge keys (`<<`) are not used in a profile", hint: "write the keys out", event.mark)
    }
    let value = try node(try parser.next(), depth: depth)
    let position = ProfilePosition(line: event.mark.line, column: event.mark.column)
    return ProfileNode.Entry(key: key, position: position, value: value)
  }

  private mutating func admit(_ event: YAMLEvent, depth: Int) throws {
    nodes += 1
    if case .alias = event.kind {
      throw error(
        .alias, "aliases (`*name`) are not used in a profile",
        hint: "write the value out; text that starts with * needs quotes", event.mark)
    }
    if event.hasAnchor {
      throw error(
        .alias, "anchors (`&name`) are not used in a profile", hint: "text that starts with & needs quotes",
        event.mark)
    }
    if event.hasTag {
      throw error(
        .tag, "tags (`!name`) are not used in a profile", hint: "text that starts with ! needs quotes",
        event.mark)
    }
    if depth > Self.maximumDepth {
      throw error(.tooDeep, "more than \(Self.maximumDepth) levels inside each other", event.mark)
    }
    if nodes > Self.maximumNodes {
      throw error(.tooMany, "more than \(Self.maximumNodes) keys and values", event.mark)
    }
  }

  private func error(
    _ code: ProfileFileError.Code, _ message: String, hint: String? = nil, _ mark: YAMLMark
  ) -> ProfileFileError {
    ProfileFileError(code, message, hint: hint, file: file, line: mark.line, column: mark.column)
  }
}
