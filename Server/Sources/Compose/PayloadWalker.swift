import Bytes
import PushContract

/// Walks a payload along a table of keys, collects findings and remembers what stood where.
struct PayloadWalker {
  /// A value that was met.
  struct Seen {
    /// Offset of its key; of the value itself in arrays and at the top.
    var key: Int
    var token: JSONScanner.Token
    /// Offset after the whole value.
    var end: Int
  }

  let text: UnsafeBufferPointer<UInt8>
  /// Keys may also be written in lowerCamelCase, as proto3's JSON allows.
  let camelCase: Bool
  var scanner: JSONScanner
  var findings: [PayloadFinding] = []
  var seen: [String: Seen] = [:]

  init(_ text: UnsafeBufferPointer<UInt8>, camelCase: Bool) {
    self.text = text
    self.camelCase = camelCase
    scanner = JSONScanner(text)
  }

  // MARK: findings

  mutating func report(
    _ severity: PayloadFinding.Severity, _ code: PayloadFinding.Code, _ path: String, _ offset: Int,
    _ message: String
  ) {
    let (line, column) = SourcePosition.of(offset, in: text)
    findings.append(
      PayloadFinding(
        severity: severity, code: code, path: path, message: message, offset: offset, line: line,
        column: column))
  }

  /// The same, at a key that was met; a dot at the end is the object itself.
  mutating func report(
    _ severity: PayloadFinding.Severity, _ code: PayloadFinding.Code, _ path: String, _ message: String
  ) {
    let place = path.hasSuffix(".") ? String(path.dropLast()) : path
    report(severity, code, place, seen[place]?.key ?? 0, message)
  }

  func has(_ path: String) -> Bool { seen[path] != nil }

  /// The text of a string that was met.
  func string(_ path: String) -> String? {
    guard let token = seen[path]?.token, token.kind == .string else { return nil }
    return decoded(token)
  }

  /// The whole number that was met.
  func integer(_ path: String) -> Int? {
    guard let token = seen[path]?.token, token.kind == .number else { return nil }
    return JSONText.integer(scanner.bytes(token))
  }

  func decoded(_ token: JSONScanner.Token) -> String {
    var out = ByteBuffer()
    scanner.appendUnescaped(token, to: &out)
    return out.text
  }

  // MARK: the walk

  /// Walks the whole text; false where it is not JSON with an object at the top, which is reported.
  mutating func walk(_ shape: PayloadShape) -> Bool {
    do throws(JSONScanner.Failure) {
      guard let first = try scanner.next() else { return false }
      guard first.kind == .beginObject else {
        report(.error, .notAnObject, "", first.start, "the payload must be a JSON object")
        try scanner.skip(first)
        while try scanner.next() != nil {}
        return false
      }
      try value(shape, first, path: "", key: first.start)
      while try scanner.next() != nil {}
      return true
    } catch {
      let what =
        text.isEmpty
        ? "the payload is empty"
        : text.starts(with: [0xEF, 0xBB, 0xBF])
          ? "a byte-order mark stands before the JSON: save the file as UTF-8 without it"
          : "not JSON: \(error.reason.rawValue)"
      findings = []
      report(.error, .notJSON, "", error.offset, what)
      return false
    }
  }

  private mutating func value(
    _ shape: PayloadShape, _ token: JSONScanner.Token, path: String, key: Int
  ) throws(JSONScanner.Failure) {
    switch shape {
    case .either(let shapes):
      let fitting = shapes.first { accepts($0, token.kind) }
      if let fitting { return try value(fitting, token, path: path, key: key) }
      try mismatch(shape, token, path)
    case .object(let fields, let open) where token.kind == .beginObject:
      try object(fields, open: open, path: path)
    case .strings where token.kind == .beginObject:
      try object([], open: true, path: path, each: .string)
    case .array(let element) where token.kind == .beginArray:
      var index = 0
      while let next = try scanner.next(), next.kind != .endArray {
        try value(element, next, path: "\(path)[\(index)]", key: next.start)
        index += 1
      }
    case .any where token.kind == .beginObject: try object([], open: true, path: path)
    case .any where token.kind == .beginArray:
      while let next = try scanner.next(), next.kind != .endArray {
        try value(.any, next, path: path + "[]", key: next.start)
      }
    default:
      if accepts(shape, token.kind) {
        if let fault = PayloadValue.fault(shape, token.kind, decoded(token)) {
          report(.error, .badValue, path, token.start, "\(path) \(fault)")
        }
      } else {
        try mismatch(shape, token, path)
      }
    }
    seen[path] = Seen(key: key, token: token, end: scanner.offset)
  }

  private mutating func object(
    _ fields: [PayloadField], open: Bool, path: String, each: PayloadShape = .any
  ) throws(JSONScanner.Failure) {
    var names: Set<String> = []
    while let token = try scanner.next(), token.kind == .key {
      let given = decoded(token)
      let name = camelCase && !open ? Self.snakeCase(given) : given
      let field = fields.first { $0.name == name }
      // A dot inside a key is no step of a path, and an empty key is not the object itself.
      let step =
        name.isEmpty
        ? "\"\"" : name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
      let place = path.isEmpty ? step : "\(path).\(step)"
      if !names.insert(name).inserted {
        report(
          .error, .duplicateKey, place, token.start - 1,
          "\(place) is there twice: which one counts differs between readers")
      }
      if field == nil && !open { unknown(given, place, token, fields.map(\.name)) }
      guard let next = try scanner.next() else { return }
      try value(field?.shape ?? (open ? each : .any), next, path: place, key: token.start - 1)
    }
  }

  private mutating func unknown(
    _ name: String, _ path: String, _ token: JSONScanner.Token, _ known: [String]
  ) {
    let nearest = NearestWord.of(name, among: known)
    if let nearest, NearestWord.isSlip(name, of: nearest) {
      report(.error, .misspeltKey, path, token.start - 1, "\(path) is read by nobody; the key is \(nearest)")
    } else {
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      report(.warning, .unknownKey, path, token.start - 1, "\(path) is no key that is known here\(hint)")
    }
  }

  private mutating func mismatch(
    _ shape: PayloadShape, _ token: JSONScanner.Token, _ path: String
  ) throws(JSONScanner.Failure) {
    var message = "\(path) must be \(shape.label), not \(PayloadValue.label(token.kind))"
    if token.kind == .string, accepts(shape, .number),
      JSONText.numberLength(scanner.bytes(token)) == token.end - token.start, token.end > token.start
    {
      message += ": leave the quotes off"
    }
    report(.error, .wrongType, path, token.start, message)
    try scanner.skip(token)
  }

  private func accepts(_ shape: PayloadShape, _ kind: JSONScanner.Kind) -> Bool {
    switch shape {
    case .any: true
    case .string, .duration, .timestamp, .word: kind == .string
    case .number, .flag, .fraction, .count, .seconds: kind == .number
    case .boolean: kind == .yes || kind == .no
    case .array: kind == .beginArray
    case .strings, .object: kind == .beginObject
    case .either(let shapes): shapes.contains { accepts($0, kind) }
    }
  }

  /// `channelId` as `channel_id`.
  private static func snakeCase(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      if (65...90).contains(scalar.value), let lower = Unicode.Scalar(scalar.value + 32) {
        out += "_"
        out.unicodeScalars.append(lower)
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
