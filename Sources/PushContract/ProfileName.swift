/// The shapes of the names in a profile.
public enum ProfileName {
  /// Names of classes, destinations, parameters: code is generated from them.
  /// A letter, then letters, digits and `_`; at most 64.
  public static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= 64 else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Ids of channels, categories, actions and tasks: letters, digits and `._-`; at most 128.
  public static func isID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= 128 else { return false }
    return bytes.allSatisfy {
      isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "-")
    }
  }

  /// Ten upper-case letters and digits: Apple's key ids and team ids.
  public static func isAppleID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Two segments or more of letters, digits and `-`, as in `com.example.app`.
  public static func isBundleID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2 && text.utf8.count <= 155
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// Two segments or more, each a letter and then letters, digits and `_`.
  public static func isPackage(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        guard let first = part.first, isLetter(first) else { return false }
        return part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      }
  }

  /// A project id of Google Cloud: 6 to 30 lower-case letters, digits and `-`, a letter first.
  public static func isProjectID(_ text: String) -> Bool {
    let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard (6...30).contains(text.utf8.count), let first = text.utf8.first, lower.contains(first),
      text.utf8.last != UInt8(ascii: "-")
    else { return false }
    return text.utf8.allSatisfy { lower.contains($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// FCM's labels: 1 to 50 of letters, digits and `-_.~%` (Firebase, REST reference, FcmOptions).
  public static func isAnalyticsLabel(_ text: String) -> Bool {
    (1...50).contains(text.utf8.count)
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.~%".utf8.contains($0) }
  }

  /// A host's name of two labels or more, in lower case: no address, port or wildcard; at most 253.
  public static func isHost(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, text.utf8.count <= 253, labels.last?.contains(where: isLower) == true else {
      return false
    }
    return labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// A scheme (RFC 3986, 3.1) in lower case, at most 64.
  public static func isScheme(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count), let first = text.utf8.first, isLower(first) else {
      return false
    }
    return text.utf8.allSatisfy { isLower($0) || isDigit($0) || "+.-".utf8.contains($0) }
  }

  /// A scheme that an app may claim: none of the web's and the systems' own.
  public static func isOwnScheme(_ text: String) -> Bool {
    isScheme(text) && !systemSchemes.contains(text)
  }

  private static let systemSchemes: Set<String> = [
    "about", "android-app", "app-settings", "blob", "content", "data", "facetime", "facetime-audio", "file",
    "ftp", "geo", "http", "https", "intent", "itms", "itms-apps", "itms-services", "javascript", "mailto",
    "maps", "market", "package", "prefs", "shortcuts", "sms", "smsto", "tel", "urn", "ws", "wss",
  ]

  /// A number of one to three parts, as in `15`, `15.0` or `12.4.1`, as comparable numbers.
  public static func osVersion(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(isDigit), let number = Int(part) else {
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }

  /// A key of custom data: visible ASCII without quotes; at most 128.
  public static func isDataKey(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  static func isAllDigits(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isDigit) }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
