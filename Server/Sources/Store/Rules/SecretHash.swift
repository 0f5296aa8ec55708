/// Compares hashes of secrets in a time that says nothing of where they differ.
enum SecretHash {
  /// An absent or empty one is equal to none.
  static func isSame(_ left: [UInt8]?, _ right: [UInt8]?) -> Bool {
    guard let left, let right, !left.isEmpty, left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

/// How a token is shown: enough to recognise it, not enough to send to it.
enum TokenEnds {
  /// First and last four characters; nothing of one that is hardly longer.
  static func of(_ token: String?) -> String {
    guard let token else { return "" }
    return token.utf8.count < 16 ? "…" : "\(token.prefix(4))…\(token.suffix(4))"
  }
}
