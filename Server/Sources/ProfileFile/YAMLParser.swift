internal import CYAML

/// libyaml's parser, owned: one text in, events out.
struct YAMLParser: ~Copyable {
  private let raw: UnsafeMutablePointer<yaml_parser_t>
  private let isReady: Bool

  /// `bytes` must stay where they are as long as the parser lives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    raw = .allocate(capacity: 1)
    raw.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(raw) == 1
    guard isReady else { return }
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(raw, bytes.baseAddress, bytes.count)
  }

  deinit {
    if isReady { yaml_parser_delete(raw) }
    raw.deinitialize(count: 1)
    raw.deallocate()
  }

  /// The next event; throws where the text is no YAML.
  func next() throws(YAMLFault) -> YAMLEvent {
    guard isReady else {
      throw YAMLFault(problem: "no memory for the YAML parser", mark: YAMLMark(line: 1, column: 1))
    }
    var event = yaml_event_t()
    guard yaml_parser_parse(raw, &event) == 1 else { throw fault() }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(event)
  }

  private func fault() -> YAMLFault {
    let parser = raw.pointee
    let problem = parser.problem.map { String(cString: $0) } ?? "unknown fault"
    let context = parser.context.map { String(cString: $0) }
    if parser.error == YAML_READER_ERROR {
      // The reader knows no line, only the byte.
      return YAMLFault(problem: problem, byteOffset: parser.problem_offset)
    }
    return YAMLFault(
      problem: problem, context: context, mark: YAMLMark(parser.problem_mark),
      contextLine: context == nil ? nil : Int(parser.context_mark.line) + 1)
  }
}

/// Why a text is no YAML, in libyaml's words.
struct YAMLFault: Error {
  var problem: String
  var context: String?
  var mark: YAMLMark?
  var contextLine: Int?
  var byteOffset: Int?
}

/// Counted from 1; the column in characters.
struct YAMLMark: Equatable {
  var line: Int
  var column: Int
  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}

/// One event, free of C.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias
    case scalar(text: String, quoted: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }
  var kind: Kind
  var mark: YAMLMark
  /// `&name` stood before it.
  var hasAnchor = false
  /// `!tag` stood before it.
  var hasTag = false

  init(_ event: yaml_event_t) {
    mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_STREAM_START_EVENT: kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      kind = .scalar(text: String(decoding: bytes, as: UTF8.self), quoted: !isPlain)
      hasAnchor = scalar.anchor != nil
      hasTag = scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      hasAnchor = event.data.sequence_start.anchor != nil
      hasTag = event.data.sequence_start.tag != nil
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      hasAnchor = event.data.mapping_start.anchor != nil
      hasTag = event.data.mapping_start.tag != nil
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: kind = .streamEnd
    }
  }
}
