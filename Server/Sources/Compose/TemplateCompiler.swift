import Bytes
import PushContract

/// Turns parts of a class into steps, and JSON's commas with them.
struct TemplateCompiler {
  let source: NotificationClass
  var list = SegmentList()
  // For each open object or array: whether the next member needs a comma.
  private var comma: [Bool] = [false]

  init(_ source: NotificationClass) { self.source = source }

  var isSensitive: Bool { source.dataClass == .sensitive }

  // MARK: JSON

  mutating func separate() {
    if comma[comma.count - 1] { list.add(",") }
    comma[comma.count - 1] = true
  }

  /// `"name":`
  mutating func key(_ name: String) {
    separate()
    list.add(Self.quoted(name))
    list.add(":")
  }

  /// `"name":"value"`
  mutating func member(_ name: String, _ value: String) {
    key(name)
    list.add(Self.quoted(value))
  }

  /// `"name":value`, for numbers and words.
  mutating func member(_ name: String, raw value: String) {
    key(name)
    list.add(value)
  }

  /// `"name":"…"` with the steps of a template inside.
  mutating func member(_ name: String, _ value: Template, visible: Bool = false) throws(ComposeError) {
    key(name)
    try string(value, field: name, visible: visible)
  }

  /// An object, filled by `fill`.
  mutating func object(
    _ fill: (inout TemplateCompiler) throws(ComposeError) -> Void
  ) throws(ComposeError) {
    list.add("{")
    comma.append(false)
    try fill(&self)
    comma.removeLast()
    list.add("}")
  }

  /// `"name":{…}`
  mutating func object(
    _ name: String, _ fill: (inout TemplateCompiler) throws(ComposeError) -> Void
  ) throws(ComposeError) {
    key(name)
    try object(fill)
  }

  /// `"name":["…"]` of templates that people may read; nothing where there are none.
  mutating func arguments(_ name: String, _ values: [Template]) throws(ComposeError) {
    if values.isEmpty { return }
    key(name)
    list.add("[")
    for (index, value) in values.enumerated() {
      if index > 0 { list.add(",") }
      try string(value, field: name, visible: true)
    }
    list.add("]")
  }

  // MARK: values of the push

  /// A JSON string with the steps of a template inside.
  mutating func string(_ value: Template, field: String, visible: Bool) throws(ComposeError) {
    list.add("\"")
    for part in value.parts {
      switch part {
      case .literal(let text): list.add(Self.escaped(text))
      case .parameter(let name): list.add(.text, try parameter(name, field: field, visible: visible))
      }
    }
    list.add("\"")
  }

  /// The place of a parameter among those of the class. Refuses what a sensitive class must not send.
  func parameter(_ name: String, field: String, visible: Bool) throws(ComposeError) -> Int {
    guard let index = source.parameters.firstIndex(where: { $0.name == name }) else {
      throw ComposeError(
        .unknownParameter,
        "class \(source.name): \(field) uses {\(name)}, which is no parameter of the class"
          + NearestWord.hint(name, among: source.parameters.map(\.name)), field: field)
    }
    if isSensitive && visible {
      throw ComposeError(
        .sensitive,
        "class \(source.name) is sensitive, and {\(name)} in \(field) can be read on a locked screen:"
          + " write a preview without parameters", field: field)
    }
    if isSensitive && source.parameters[index].type == .string {
      throw ComposeError(
        .sensitive,
        "class \(source.name) is sensitive, and {\(name)} in \(field) is text: send an id, and let the"
          + " app fetch the text after the tap", field: field)
    }
    return index
  }

  /// Raw text of a collapse key, not JSON.
  mutating func rawText(_ value: Template, field: String) throws(ComposeError) {
    for part in value.parts {
      switch part {
      case .literal(let text): list.add(text)
      case .parameter(let name): list.add(.number, try parameter(name, field: field, visible: false))
      }
    }
  }

  /// `,"key":"` to stand before a binding tag; nothing is written where a push has no tag.
  mutating func binding(_ name: String) {
    let text = "," + Self.quoted(name) + ":\""
    let start = list.literals.count
    list.literals.append(contentsOf: text.utf8)
    list.segments.append(Segment(kind: .binding, first: Int32(start), count: Int32(text.utf8.count)))
  }

  static func escaped(_ text: String) -> String {
    var out = ByteBuffer()
    var text = text
    text.withUTF8 { out.appendJSONEscaped($0) }
    return out.text
  }

  static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }
}

extension Template {
  /// The text of a template without parameters; nil where it has some.
  var literalText: String? {
    var text = ""
    for part in parts {
      guard case .literal(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}
