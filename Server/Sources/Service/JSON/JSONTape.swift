internal import Bytes

/// JSON text as a flat list of its values: checked once, then read by type without building a tree.
///
/// The text must stay where it is while the tape or a value of it is used.
final class JSONTape {
  /// A value or key. `next` is the node after it and all that is inside.
  struct Node {
    var kind: JSONScanner.Kind
    var isEscaped: Bool
    var start: Int32
    var end: Int32
    var next: Int32
    /// Members of an object, elements of an array.
    var count: Int32
  }

  /// No body that the API takes is nested deeper.
  static let maximumDepth = 8
  /// Of the largest body that the API takes; bounds the memory of one request.
  static let maximumNodes = 400_000

  let text: UnsafeBufferPointer<UInt8>
  private(set) var nodes: [Node] = []

  /// - Throws: `malformed_json`, with the byte.
  init(_ text: UnsafeBufferPointer<UInt8>) throws(Problem) {
    self.text = text
    nodes.reserveCapacity(min(max(text.count / 8, 16), 1024))
    // The open objects and arrays, the innermost last.
    var open = InlineStack()
    var scanner = JSONScanner(text)
    do throws(JSONScanner.Failure) {
      while let token = try scanner.next() {
        try add(token, &open)
      }
    } catch {
      throw Problem(
        .malformedJSON, "The body is not JSON: \(error.reason.rawValue), at byte \(error.offset).")
    }
  }

  private struct InlineStack {
    var places = SIMD8<Int32>(repeating: 0)
    var depth = 0
  }

  private func add(_ token: JSONScanner.Token, _ open: inout InlineStack) throws(JSONScanner.Failure) {
    guard nodes.count < Self.maximumNodes else {
      throw JSONScanner.Failure(reason: .depth, offset: token.start)
    }
    let place = Int32(nodes.count)
    switch token.kind {
    case .endObject, .endArray:
      open.depth -= 1
      nodes[Int(open.places[open.depth])].next = place
      nodes[Int(open.places[open.depth])].end = Int32(token.end)
      return
    case .key: nodes[Int(open.places[open.depth - 1])].count += 1
    default:
      if open.depth > 0 {
        let parent = Int(open.places[open.depth - 1])
        if nodes[parent].kind == .beginArray { nodes[parent].count += 1 }
      }
    }
    nodes.append(
      Node(
        kind: token.kind, isEscaped: token.escaped, start: Int32(token.start), end: Int32(token.end),
        next: place + 1, count: 0))
    if token.kind == .beginObject || token.kind == .beginArray {
      guard open.depth < Self.maximumDepth else {
        throw JSONScanner.Failure(reason: .depth, offset: token.start)
      }
      open.places[open.depth] = place
      open.depth += 1
    }
  }

  /// The value at the top.
  var root: JSONValue { JSONValue(tape: self, index: 0) }

  func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[index]
    return UnsafeBufferPointer(rebasing: text[Int(node.start)..<Int(node.end)])
  }

  /// The text of a key or string.
  func string(_ index: Int) -> String {
    let node = nodes[index]
    guard node.isEscaped else { return String(decoding: bytes(index), as: UTF8.self) }
    var out = ByteBuffer(capacity: Int(node.end - node.start))
    JSONText.appendUnescaped(bytes(index), to: &out)
    return out.text
  }

  func isKey(_ index: Int, _ name: StaticString) -> Bool {
    let bytes = bytes(index)
    if nodes[index].isEscaped { return string(index) == name.description }
    return bytes.count == name.utf8CodeUnitCount
      && bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// RFC 6901. Made by walking from the top, so that reading a good body pays nothing for it.
  func pointer(to target: Int) -> String {
    var out = ""
    var at = 0
    while at < target, at < nodes.count {
      let node = nodes[at]
      var child = at + 1
      var position = 0
      var found = false
      while child < Int(node.next) {
        var value = child
        if node.kind == .beginObject { value += 1 }
        guard value < nodes.count else { return out }
        let end = Int(nodes[value].next)
        if target < end {
          out += "/" + (node.kind == .beginObject ? Self.escaped(string(child)) : String(position))
          found = true
          at = target == child && node.kind == .beginObject ? target : value
          break
        }
        child = end
        position += 1
      }
      if !found { return out }
    }
    return out
  }

  static func escaped(_ key: String) -> String {
    // A key of the caller's own is shown; it is cut so that an answer cannot be made huge.
    var out = ""
    for character in key.unicodeScalars.prefix(64) {
      switch character {
      case "~": out += "~0"
      case "/": out += "~1"
      default: out.unicodeScalars.append(character)
      }
    }
    return out
  }
}
