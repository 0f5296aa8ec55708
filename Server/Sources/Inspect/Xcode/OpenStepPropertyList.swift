import AppFacts

/// Reads a property list in the old text form, as `project.pbxproj` is written.
struct OpenStepPropertyList {
  struct Failure: Error, Sendable, Equatable {
    var why: String
    var place: Place
  }

  private let text: [UInt8]
  private let limits: InspectLimits
  private var places: TextPlaces
  private var at = 0
  private var values = 0

  private init(_ text: [UInt8], file: String, _ limits: InspectLimits) {
    self.text = text
    self.limits = limits
    places = TextPlaces(file, text)
  }

  static func read(_ text: [UInt8], file: String, limits: InspectLimits) throws(Failure) -> Located {
    var reader = OpenStepPropertyList(text, file: file, limits)
    if text.starts(with: [0xef, 0xbb, 0xbf]) { reader.at = 3 }
    try reader.skipBlanks()
    let root = try reader.value(level: 1)
    try reader.skipBlanks()
    guard reader.at == text.count else { throw reader.failure("something follows the end of the list") }
    return root
  }

  private mutating func failure(_ why: String) -> Failure { Failure(why: why, place: here()) }

  private mutating func here(_ offset: Int? = nil) -> Place {
    var place = places.place(offset ?? at)
    place.offset = nil
    return place
  }

  private mutating func value(level: Int) throws(Failure) -> Located {
    guard level <= limits.depth else { throw failure("it is nested more than \(limits.depth) deep") }
    values += 1
    guard values <= limits.values else { throw failure("it has more than \(limits.values) values") }
    let place = here()
    guard at < text.count else { throw failure("it ends too early") }
    switch text[at] {
    case UInt8(ascii: "{"): return Located(.object(try members(level)), place)
    case UInt8(ascii: "("): return Located(.array(try items(level)), place)
    case UInt8(ascii: "<"): return Located(.data(try data()), place)
    default: return Located(.string(try string()), place)
    }
  }

  private mutating func members(_ level: Int) throws(Failure) -> [Located.Member] {
    at += 1
    var members: [Located.Member] = []
    while true {
      try skipBlanks()
      guard at < text.count else { throw failure("a { is not closed") }
      if text[at] == UInt8(ascii: "}") {
        at += 1
        return members
      }
      let place = here()
      let key = try string()
      try skipBlanks()
      guard take(UInt8(ascii: "=")) else { throw failure("= is missing behind \(shown(key))") }
      try skipBlanks()
      members.append(Located.Member(key, place, try value(level: level + 1)))
      try skipBlanks()
      guard take(UInt8(ascii: ";")) else {
        // The last may go without.
        if at < text.count, text[at] == UInt8(ascii: "}") { continue }
        throw failure("; is missing behind the value of \(shown(key))")
      }
    }
  }

  private mutating func items(_ level: Int) throws(Failure) -> [Located] {
    at += 1
    var items: [Located] = []
    while true {
      try skipBlanks()
      guard at < text.count else { throw failure("a ( is not closed") }
      if take(UInt8(ascii: ")")) { return items }
      items.append(try value(level: level + 1))
      try skipBlanks()
      guard take(UInt8(ascii: ",")) || (at < text.count && text[at] == UInt8(ascii: ")")) else {
        throw failure("a comma is missing in a list")
      }
    }
  }

  private mutating func data() throws(Failure) -> [UInt8] {
    at += 1
    var digits: [UInt8] = []
    while at < text.count, text[at] != UInt8(ascii: ">") {
      switch text[at] {
      case 0x30...0x39: digits.append(text[at] - 0x30)
      case 0x41...0x46: digits.append(text[at] - 0x37)
      case 0x61...0x66: digits.append(text[at] - 0x57)
      case 0x20, 0x09, 0x0a, 0x0d: break
      default: throw failure("what stands between < and > is not hexadecimal")
      }
      at += 1
    }
    guard at < text.count else { throw failure("a < is not closed") }
    at += 1
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private mutating func string() throws(Failure) -> String {
    guard at < text.count else { throw failure("it ends too early") }
    if text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'") { return try quoted(text[at]) }
    let start = at
    while at < text.count, Self.isPlain(text[at]) {
      // A comment ends a word without quotes.
      if text[at] == UInt8(ascii: "/"), at > start, at + 1 < text.count,
        text[at + 1] == UInt8(ascii: "*")
          || (text[at + 1] == UInt8(ascii: "/") && text[at - 1] != UInt8(ascii: ":"))
      {
        break
      }
      at += 1
    }
    guard at > start else { throw failure("a character that cannot stand here") }
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...0xff: true
    default: "_$/:.-+@*[]~".utf8.contains(byte)
    }
  }

  private mutating func quoted(_ quote: UInt8) throws(Failure) -> String {
    at += 1
    var bytes: [UInt8] = []
    while at < text.count, text[at] != quote {
      guard text[at] == UInt8(ascii: "\\"), at + 1 < text.count else {
        bytes.append(text[at])
        at += 1
        continue
      }
      at += 1
      let escaped = text[at]
      at += 1
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0a)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0d)
      case UInt8(ascii: "U"):
        let digits = text[at...].prefix(4).prefix { Self.isHex($0) }
        at += digits.count
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        if let scalar = number.flatMap(Unicode.Scalar.init) { bytes += Array(String(Character(scalar)).utf8) }
      case 0x30...0x37:
        var number = Int(escaped - 0x30)
        var count = 1
        while count < 3, at < text.count, (0x30...0x37).contains(text[at]) {
          number = number * 8 + Int(text[at] - 0x30)
          at += 1
          count += 1
        }
        bytes += Array(String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: number)))).utf8)
      default: bytes.append(escaped)
      }
    }
    guard at < text.count else { throw failure("a quoted text is not closed") }
    at += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < text.count, text[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipBlanks() throws(Failure) {
    while at < text.count {
      let next = at + 1 < text.count ? text[at + 1] : 0
      switch text[at] {
      case 0x20, 0x09, 0x0a, 0x0d, 0x0b, 0x0c: at += 1
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        while at < text.count, text[at] != 0x0a, text[at] != 0x0d { at += 1 }
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        let start = at
        at += 2
        while at < text.count,
          !(text[at] == UInt8(ascii: "*") && at + 1 < text.count && text[at + 1] == UInt8(ascii: "/"))
        { at += 1 }
        guard at < text.count else {
          at = start
          throw failure("a comment is not closed")
        }
        at += 2
      default: return
      }
    }
  }

  private func shown(_ key: String) -> String { String(key.prefix(40)) }
}
