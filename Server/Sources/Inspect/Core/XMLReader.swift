import AppFacts

/// A small XML reader that knows where everything stands, and takes nothing from outside the text.
///
/// Foundation's parser gives no place for an attribute, and none in bytes. This one reads elements,
/// attributes, text and CDATA; it skips comments, processing instructions and the document type. No entity is
/// known but XML's own five and numeric ones, so nothing can expand. XML 1.0, sections 2 and 4.1.
struct XMLReader {
  /// Reads a document: UTF-8, or UTF-16 with a byte order mark.
  ///
  /// - Parameters:
  ///   - file: for the places.
  ///   - limits: `depth` of elements; `values`, of elements, attributes and texts together.
  ///   - base: where the text starts in a binary file; places have an offset only then. Nil: it is the file.
  static func read(
    _ bytes: [UInt8], file: String, limits: InspectLimits, base: Int? = nil
  ) throws(XMLFailure) -> XMLTree.Element {
    let decoded = utf16(bytes)
    var reader = XMLReader(decoded ?? bytes, file, limits)
    reader.base = base
    reader.isRecoded = decoded != nil
    return try reader.document()
  }

  var bytes: [UInt8]
  var position = 0
  private let file: String
  private var places: TextPlaces
  private var base: Int?
  /// Offsets are not the file's then.
  private var isRecoded = false
  private let limits: InspectLimits
  private var values = 0
  /// Elements that are open, the outermost first.
  private var open: [XMLTree.Element] = []
  private var root: XMLTree.Element?
  /// Text since the last tag.
  private var text: [UInt8] = []
  private var textPlace: Place?

  private init(_ bytes: [UInt8], _ file: String, _ limits: InspectLimits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
    places = TextPlaces(file, bytes)
  }

  private mutating func place(_ offset: Int) -> Place {
    if let base { return Place(file, offset: base &+ offset) }
    var place = places.place(offset)
    if isRecoded { place.offset = nil }
    // A byte order mark is no character of the first line.
    if place.line == 1, hasMark, offset >= Self.mark.count {
      // Bytes that only go on with a character count with the mark: they have no column of their own.
      place.column = place.column.map { max(1, $0 - 1) }
    }
    return place
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private var hasMark: Bool { bytes.starts(with: Self.mark) }

  private mutating func document() throws(XMLFailure) -> XMLTree.Element {
    if hasMark { position = Self.mark.count }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") { try markup() } else { try characters() }
    }
    if let unclosed = open.last { throw failure("<\(unclosed.name)> is not closed") }
    guard let root else { throw failure("it has no element") }
    return root
  }

  private mutating func markup() throws(XMLFailure) {
    if starts(with: "<!--") {
      try skip(past: "-->", "a comment")
    } else if starts(with: "<![CDATA[") {
      let start = position + 9
      try skip(past: "]]>", "a CDATA section")
      guard !open.isEmpty else { throw failure("text stands outside of any element", at: start) }
      try append(bytes[start..<position - 3], at: start)
    } else if starts(with: "<?") {
      try skip(past: "?>", "a processing instruction")
    } else if starts(with: "<!") {
      guard root == nil && open.isEmpty else { throw failure("a declaration stands inside of an element") }
      try skipDeclaration()
    } else if starts(with: "</") {
      try endTag()
    } else {
      try startTag()
    }
  }

  // MARK: Tags

  private mutating func startTag() throws(XMLFailure) {
    try flushText()
    guard root == nil else { throw failure("a second element stands behind the first") }
    let place = self.place(position)
    position += 1
    let name = try self.name("an element")
    try count()
    var element = XMLTree.Element(name: name, place: place)
    while true {
      let hadSpace = skipSpace()
      guard let byte = peek() else { throw failure("<\(name)> ends in the middle") }
      if byte == UInt8(ascii: ">") {
        position += 1
        guard open.count < limits.depth else {
          throw failure("elements are nested deeper than \(limits.depth)")
        }
        open.append(element)
        return
      }
      if starts(with: "/>") {
        position += 2
        try close(element)
        return
      }
      guard hadSpace else { throw failure("<\(name)> has something odd in it") }
      element.attributes.append(try attribute())
    }
  }

  private mutating func attribute() throws(XMLFailure) -> XMLTree.Attribute {
    let place = self.place(position)
    let name = try self.name("an attribute")
    try count()
    skipSpace()
    guard peek() == UInt8(ascii: "=") else { throw failure("attribute \(name) has no value") }
    position += 1
    skipSpace()
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("the value of attribute \(name) is not in quotes")
    }
    position += 1
    let start = position
    while let byte = peek(), byte != quote {
      guard byte != UInt8(ascii: "<") else { throw failure("the value of attribute \(name) has a < in it") }
      position += 1
    }
    guard position < bytes.count else { throw failure("the value of attribute \(name) does not end") }
    let end = position
    position += 1
    let valuePlace = self.place(start)
    var value: [UInt8] = []
    try unescape(start..<end, into: &value)
    return XMLTree.Attribute(
      name: name, value: String(decoding: value, as: UTF8.self), place: place, valuePlace: valuePlace)
  }

  private mutating func endTag() throws(XMLFailure) {
    try flushText()
    let start = position
    position += 2
    let name = try self.name("an element")
    skipSpace()
    guard peek() == UInt8(ascii: ">") else { throw failure("</\(name) has something odd in it") }
    position += 1
    guard let element = open.popLast() else { throw failure("</\(name)> closes nothing", at: start) }
    guard element.name == name else {
      throw failure("</\(name)> stands where </\(element.name)> is due", at: start)
    }
    try close(element)
  }

  private mutating func close(_ element: XMLTree.Element) throws(XMLFailure) {
    var element = element
    if element.children.contains(where: { if case .element = $0 { true } else { false } }) {
      element.children.removeAll {
        if case .text(let text, _) = $0 { text.utf8.allSatisfy(Self.isSpace) } else { false }
      }
    }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(.element(element)) }
  }

  // MARK: Text

  private mutating func characters() throws(XMLFailure) {
    let start = position
    while position < bytes.count && bytes[position] != UInt8(ascii: "<") { position += 1 }
    guard open.isEmpty else {
      if textPlace == nil { textPlace = place(start) }
      return try unescape(start..<position, into: &text)
    }
    if let odd = bytes[start..<position].firstIndex(where: { !Self.isSpace($0) }) {
      throw failure(root == nil ? "it does not start as XML does" : "text follows the last element", at: odd)
    }
  }

  private mutating func append(_ slice: ArraySlice<UInt8>, at start: Int) throws(XMLFailure) {
    if textPlace == nil { textPlace = place(start) }
    text.append(contentsOf: slice)
  }

  private mutating func flushText() throws(XMLFailure) {
    defer { (text, textPlace) = ([], nil) }
    guard let textPlace, !text.isEmpty, !open.isEmpty else { return }
    try count()
    open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self), textPlace))
  }

  // MARK: Failing

  private mutating func count() throws(XMLFailure) {
    values += 1
    guard values <= limits.values else { throw failure("it has more than \(limits.values) values") }
  }

  func failure(_ why: String, at offset: Int? = nil) -> XMLFailure {
    var reader = self
    return XMLFailure(why: why, place: reader.place(offset ?? position))
  }
}
