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
