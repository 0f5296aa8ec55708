/// Names of a profile as identifiers of a language.
///
/// A name in a profile is any word of letters, digits and `_`, an id has `.` and `-` as well, and an app's
/// name is any text. Whatever they are, what comes out is an identifier of ASCII, and no two of one place are
/// the same.
enum Identifiers {
  /// `orderPlaced`, `OrderPlaced` or `ORDER_PLACED`.
  enum Style { case lower, upper, constant }

  /// An identifier for each of the names.
  ///
  /// What one name becomes depends on the others only where two would become the same but for their case: then
  /// each carries a mark made of its own spelling, so that one more name never changes what another stands for.
  /// - Parameter reserved: words that cannot stand here; they get a `_` behind.
  static func assign(_ names: [String], _ style: Style, reserved: Set<String>) -> [String: String] {
    let sorted = Set(names).sorted(by: precedes)
    var count: [String: Int] = [:]
    for name in sorted { count[styled(name, style).lowercased(), default: 0] += 1 }
    var made: [String: String] = [:]
    var taken: Set<String> = []
    for name in sorted {
      var identifier = styled(name, style)
      if count[identifier.lowercased(), default: 0] > 1 { identifier += "_" + mark(name) }
      while reserved.contains(identifier) || taken.contains(identifier.lowercased()) { identifier += "_" }
      taken.insert(identifier.lowercased())
      made[name] = identifier
    }
    return made
  }

  /// The beginning of a type's name, from an app's name of any letters.
  static func typeBase(_ name: String) -> String { String(styled(name, .upper, orElse: "App").prefix(48)) }

  /// The order of everything that is made: by bytes, so the same everywhere.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  static func styled(_ name: String, _ style: Style, orElse otherwise: String = "Id") -> String {
    var words = self.words(name)
    if words.isEmpty { words = [otherwise] }
    // An identifier begins with a letter.
    if words[0].utf8.first.map(isDigit) == true { words.insert(otherwise, at: 0) }
    switch style {
    case .upper: return words.map(capitalized).joined()
    case .lower:
      let isAcronym = words[0].utf8.allSatisfy { isUpper($0) || isDigit($0) }
      let first = isAcronym ? words[0].lowercased() : words[0].prefix(1).lowercased() + words[0].dropFirst()
      return first + words.dropFirst().map(capitalized).joined()
    case .constant: return words.flatMap(humps).map { $0.uppercased() }.joined(separator: "_")
    }
  }

  /// The runs of letters and digits of ASCII.
  private static func words(_ name: String) -> [String] {
    name.utf8.split { !(isLetter($0) || isDigit($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `orderPlaced` → `order`, `Placed`.
  private static func humps(_ word: String) -> [String] {
    var made: [String] = []
    var current = ""
    var before: UInt8?
    for byte in word.utf8 {
      if isUpper(byte), let last = before, !isUpper(last) {
        made.append(current)
        current = ""
      }
      current.unicodeScalars.append(Unicode.Scalar(byte))
      before = byte
    }
    return made + [current]
  }

  /// Eight hexadecimal digits of a name's spelling (FNV-1a, 32 bits).
  static func mark(_ name: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func isLetter(_ byte: UInt8) -> Bool {
    isUpper(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
