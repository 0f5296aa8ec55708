/// An account of the app. Two are the same where their bytes are: Swift's texts are equal where Unicode calls them
/// equivalent.
struct WalkAccount: Hashable, CustomStringConvertible {
  private let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.utf8) }

  init?(_ name: String?) {
    guard let name else { return nil }
    self.init(name)
  }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

func name(_ account: WalkAccount?) -> String { account?.description ?? "nobody" }
