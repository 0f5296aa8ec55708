internal import PushContract

/// Ids that others give: of notifications, installations, accounts' tenants. They stand in paths and headers.
enum Identifier {
  static let maximumBytes = 128
  static let pattern = "^[A-Za-z0-9._~:-]{1,128}$"

  @inline(__always)
  static func isAllowed(_ byte: UInt8) -> Bool {
    // One bit for each ASCII byte: . - 0-9 : in the lower half, letters _ ~ in the upper.
    if byte < 64 { return (0x07FF_6000_0000_0000 as UInt64) >> UInt64(byte) & 1 == 1 }
    if byte < 128 { return (0x47FF_FFFE_87FF_FFFE as UInt64) >> UInt64(byte - 64) & 1 == 1 }
    return false
  }

  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (1...maximumBytes).contains(bytes.count) && bytes.allSatisfy(isAllowed)
  }

  static func isValid(_ text: String) -> Bool {
    (1...maximumBytes).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
  }

  /// What is wrong with it; nil: nothing.
  static func fault(_ text: String) -> String? {
    if text.isEmpty { return "An id cannot be empty." }
    if text.utf8.count > maximumBytes { return "An id has 128 bytes at most; this has \(text.utf8.count)." }
    if !text.utf8.allSatisfy(isAllowed) { return "An id holds letters, digits and ._~:- only." }
    return nil
  }
}

enum Hints {
  /// `Did you mean x?`, or nil.
  static func nearest(_ word: String, _ known: [String]) -> String? {
    NearestWord.of(word, among: known).map { "Did you mean \($0)?" }
  }
}
