import Service

extension ServerKey.Scope {
  static func list(_ text: String) throws -> [Self] {
    var scopes: [Self] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let scope = Self(rawValue: word) else {
        let words = allCases.map(\.rawValue)
        throw CommandError.usage(
          "--scopes does not know \(quoted(word)).",
          advice: "Write one or more of \(pushwire.list(words)), with commas."
            + suggestion(for: word, in: words))
      }
      if !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes
  }
}

/// Names and tenants as people choose them.
enum AccessName {
  /// 1 to 64 letters, digits and `._-`; what is longer is more likely a key.
  static func check(_ text: String, _ what: String) throws {
    let isGood = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    guard isGood else {
      throw CommandError.usage(
        "\(quoted(text)) is no \(what).", advice: "Write 1 to 64 letters, digits and ._- of ASCII.")
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2E, 0x5F, 0x2D: true
    default: false
    }
  }
}
