/// A piece of text without blanks; a parameter is one scalar of its own.
struct RoutingWord {
  private(set) var scalars: [Unicode.Scalar] = []
  private var parameters: [String] = []
  /// Stands for a parameter: from a plane that no text uses.
  private static let place: Unicode.Scalar = "\u{F0000}"

  mutating func append(_ scalar: Unicode.Scalar) { scalars.append(scalar) }
  mutating func append(parameter: String) {
    scalars.append(Self.place)
    parameters.append(parameter)
  }

  /// Without the marks that end a sentence, and without quotes around it.
  func trimmed() -> RoutingWord {
    var made = self
    while let last = made.scalars.last, Self.endings.contains(last) { made.scalars.removeLast() }
    while let first = made.scalars.first, first == "'" || first == "‘" { made.scalars.removeFirst() }
    return made
  }

  private static let endings: Set<Unicode.Scalar> = [".", "?", ":", "'", "’", "‘"]

  /// As it stands in the profile.
  var shown: String {
    var text = ""
    var names = parameters.makeIterator()
    for scalar in scalars {
      if scalar == Self.place {
        text += "{\(names.next() ?? "")}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// What kind of routing data this is; nil for words.
  var routingKind: String? {
    if isLink { return "a link" }
    if isPath { return "a path" }
    if isUUID { return "a UUID" }
    if isNumberSign || isPrefixed || isOpaque { return "an id" }
    if isAssignment { return "a query" }
    return nil
  }

  // MARK: - Links

  private var isLink: Bool {
    if let colon = scalars.firstIndex(of: ":"), colon > 0 {
      let scheme = scalars[..<colon]
      let rest = scalars[(colon + 1)...]
      let isScheme =
        Self.isLetter(scheme[0]) && scheme.allSatisfy { Self.isWord($0) || $0 == "+" || $0 == "." }
      if isScheme, rest.first == "/" { return true }
      if isScheme, rest.first.map({ !$0.properties.isWhitespace }) ?? false {
        if Self.schemes.contains(Self.lower(scheme)) { return true }
      }
    }
    if scalars.starts(with: ["/", "/"]), scalars.count > 3 { return true }
    if scalars.contains("@") { return false }
    let end = scalars.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" || $0 == ":" } ?? scalars.count
    let host = scalars[..<end]
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, let first = labels.first, !first.isEmpty,
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Self.isWord($0) || $0.properties.isAlphabetic } })
    else { return false }
    if Self.lower(first) == "www" { return true }
    let isName = last.count >= 2 && last.allSatisfy(Self.isLetter)
    if end < scalars.count, scalars[end] == "/", isName { return true }
    return Self.domains.contains(Self.lower(last)) && (first.count >= 2 || labels.count > 2)
  }

  private static let schemes: Set<String> = [
    "mailto", "tel", "sms", "geo", "intent", "market", "javascript", "data", "file", "urn", "app", "itms",
    "android-app", "maps",
  ]

  /// Endings of names that are no words of a sentence whose blank is missing.
  private static let domains: Set<String> = [
    "com", "net", "org", "io", "app", "dev", "co", "de", "uk", "eu", "fr", "es", "nl", "ch", "pl", "se",
    "dk", "fi", "pt", "cz", "ru", "tr", "cn", "jp", "kr", "br", "au", "nz", "ca", "tv", "ly", "link", "page",
    "site", "shop", "store", "online", "cloud", "ai", "gg", "xyz", "info", "biz", "edu", "gov", "example",
    "test", "local", "localhost",
  ]

  // MARK: - Paths and ids

  /// `orders/8123`, `/orders`, `orders/{order}`; not `24/7`, `and/or` or `{done}/{total}`.
  private var isPath: Bool {
    let parts = scalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return false }
    if parts[0].isEmpty, parts[1].count >= 2, Self.isLetter(parts[1].first ?? " ") { return true }
    for (left, right) in zip(parts, parts.dropFirst()) {
      let isSegment = left.count >= 2 && left.allSatisfy { Self.isLetter($0) || $0 == "_" || $0 == "-" }
      if isSegment, right.contains(where: { Self.isDigit($0) || $0 == Self.place }) { return true }
    }
    return false
  }

  /// `#8123`, `#A7-33`, `#{order}`; not `#1`.
  private var isNumberSign: Bool {
    guard let sign = scalars.firstIndex(of: "#") else { return false }
    let rest = scalars[(sign + 1)...]
    if rest.first == Self.place { return true }
    let run = rest.prefix { Self.isWord($0) }
    return run.count >= 3 && run.contains(where: Self.isDigit)
  }

  /// `ord_8f3k`, `order-8123`, `INV-2024-001`, `ord_{order}`.
  private var isPrefixed: Bool {
    guard let cut = scalars.firstIndex(where: { $0 == "_" || $0 == "-" }), cut >= 2 else { return false }
    guard scalars[..<cut].allSatisfy(Self.isLetter) else { return false }
    let rest = scalars[(cut + 1)...]
    let digits = rest.count(where: Self.isDigit)
    if scalars[cut] == "_" {
      return rest.contains(Self.place) || (digits >= 1 && rest.allSatisfy(Self.isWord))
    }
    return digits >= 4 && rest.allSatisfy { Self.isDigit($0) || $0 == "-" }
  }

  /// Letters and digits that keep changing, as in `8f3k2j1x9q`.
  private var isOpaque: Bool {
    guard scalars.count >= 10, scalars.allSatisfy(Self.isWord) else { return false }
    let marks = scalars.filter { $0 != "-" && $0 != "_" }
    let changes = zip(marks, marks.dropFirst()).count { Self.isDigit($0) != Self.isDigit($1) }
    return changes >= 3 && marks.count(where: Self.isDigit) >= 3 && marks.contains(where: Self.isLetter)
  }

  private var isUUID: Bool {
    let groups = scalars.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return false }
    return groups.allSatisfy { $0.allSatisfy { $0.properties.isASCIIHexDigit } }
  }

  /// `order=8123`, `id={order}`.
  private var isAssignment: Bool {
    guard let sign = scalars.firstIndex(of: "="), sign > 0, sign + 1 < scalars.count else { return false }
    let right = scalars[sign + 1]
    return Self.isLetter(scalars[sign - 1]) && (Self.isDigit(right) || right == Self.place)
  }

  // MARK: - Scalars

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || isDigit(scalar) || scalar == "_" || scalar == "-" || scalar == place
  }
  private static func lower(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text.lowercased()
  }
}
