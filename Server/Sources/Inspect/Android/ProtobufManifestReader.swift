import AppFacts

/// The manifest of an app bundle: `XmlNode` of aapt2's Resources.proto → the elements of a manifest.
struct ProtobufManifestReader {
  private let data: [UInt8]
  private let file: String
  private var tree: ManifestTree
  private var isBroken = false
  private let most: Int

  /// Whether bytes begin as an `XmlNode` that is an element: field 1, of which field 1 to 5 come first.
  static func recognizes(_ head: [UInt8]) -> Bool {
    guard head.first == 0x0A else { return false }
    var node = ProtobufFields(head, 0..<head.count)
    if case .bytes(let range)? = node.next()?.value, let first = head[range].first {
      return [0x0A, 0x12, 0x1A, 0x22, 0x2A].contains(first)
    }
    return false
  }

  static func read(_ bytes: [UInt8], file: String, _ limits: InspectLimits) -> ManifestReading {
    var reader = ProtobufManifestReader(bytes, file, limits)
    _ = reader.node(0..<bytes.count)
    return reader.tree.finish(
      reader.tree.problem ?? (reader.isBroken ? "it is cut off, or no message of aapt2's" : nil))
  }

  private init(_ data: [UInt8], _ file: String, _ limits: InspectLimits) {
    self.data = data
    self.file = file
    tree = ManifestTree(limits)
    most = ManifestTree.most(limits)
  }

  /// XmlNode: 1 element, 2 text, 3 source. False: no more is taken.
  private mutating func node(_ range: Range<Int>) -> Bool {
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      if field.number == 1, case .bytes(let body) = field.value {
        guard element(body, at: field.offset) else { return false }
      }
    }
    if fields.isBroken { isBroken = true }
    return !fields.isBroken
  }

  /// XmlElement: 1 namespaces, 2 namespace URI, 3 name, 4 attributes, 5 children.
  private mutating func element(_ range: Range<Int>, at offset: Int) -> Bool {
    var element = AndroidManifest.Element("", Place(file, offset: offset))
    var children: [Range<Int>] = []
    var fields = ProtobufFields(data, range)
    while element.attributes.count + children.count <= most, let field = fields.next() {
      guard case .bytes(let body) = field.value else { continue }
      switch field.number {
      case 3: element.name = fields.text(body)
      case 4: element.attributes.append(attribute(body, at: field.offset))
      case 5: children.append(body)
      default: break
      }
    }
    if fields.isBroken || children.count > most { isBroken = true }
    guard tree.begin(element) else { return false }
    for child in children {
      guard node(child) else { return false }
    }
    tree.end()
    return !isBroken
  }

  /// XmlAttribute: 1 namespace URI, 2 name, 3 value, 4 source, 5 resource id, 6 compiled item.
  private mutating func attribute(_ range: Range<Int>, at offset: Int) -> AndroidManifest.Attribute {
    var (uri, name, value, id) = ("", "", "", 0)
    var compiled: String?
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let body)): uri = fields.text(body)
      case (2, .bytes(let body)): name = fields.text(body)
      case (3, .bytes(let body)): value = fields.text(body)
      case (5, .number(let number)): id = Int(UInt32(truncatingIfNeeded: number))
      case (6, .bytes(let body)): compiled = item(body)
      default: break
      }
    }
    if fields.isBroken { isBroken = true }
    let known = AttributeNames.byID[id]
    let namespace =
      uri == AttributeNames.android || id >> 24 == 1 ? "android" : uri == AttributeNames.tools ? "tools" : ""
    // What the packager understood is what a device gets; the text beside it is for people.
    return AndroidManifest.Attribute(
      known ?? (name.isEmpty ? "0x" + String(id, radix: 16) : name), compiled ?? value,
      Place(file, offset: offset), namespace: namespace)
  }

  /// Item: 1 reference, 2 string, 3 raw string, 7 primitive.
  private mutating func item(_ range: Range<Int>) -> String? {
    var found: String?
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      guard case .bytes(let body) = field.value else { continue }
      switch field.number {
      case 1: found = reference(body)
      case 2, 3: found = text(body)
      case 7: found = primitive(body)
      default: break
      }
    }
    if fields.isBroken { isBroken = true }
    return found
  }

  /// Reference: 1 type (1: an attribute of the theme), 2 id, 3 name.
  private mutating func reference(_ range: Range<Int>) -> String {
    var (sign, name, id) = ("@", "", 0)
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      switch (field.number, field.value) {
      case (1, .number(1)): sign = "?"
      case (2, .number(let number)): id = Int(UInt32(truncatingIfNeeded: number))
      case (3, .bytes(let body)): name = fields.text(body)
      default: break
      }
    }
    if fields.isBroken { isBroken = true }
    return sign + (name.isEmpty ? "0x" + String(id, radix: 16) : name)
  }

  /// String, RawString: 1 value.
  private mutating func text(_ range: Range<Int>) -> String {
    var found = ""
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      if field.number == 1, case .bytes(let body) = field.value { found = fields.text(body) }
    }
    if fields.isBroken { isBroken = true }
    return found
  }

  /// Primitive: 3 float, 6 decimal, 7 hexadecimal, 8 boolean; colours, dimensions and fractions say nothing here.
  private mutating func primitive(_ range: Range<Int>) -> String? {
    var found: String?
    var fields = ProtobufFields(data, range)
    while let field = fields.next() {
      guard case .number(let number) = field.value else { continue }
      let word = UInt32(truncatingIfNeeded: number)
      switch field.number {
      case 3: found = String(Float(bitPattern: word))
      case 6, 7: found = String(Int32(bitPattern: word))
      case 8: found = number != 0 ? "true" : "false"
      default: break
      }
    }
    if fields.isBroken { isBroken = true }
    return found
  }
}
