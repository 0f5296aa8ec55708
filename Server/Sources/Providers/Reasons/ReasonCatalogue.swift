import PushContract

/// The table of reasons. Everything that is decided or said about an answer comes from here.
public enum ReasonCatalogue {
  /// All rows. A row's place is its ``ReasonID`` within one process; ``Reason/code`` is what lasts.
  public static let all: [Reason] =
    apnsToken + apnsMessage + apnsCredential + apnsService + fcmMessage + fcmCredential + oauth + transport
    + bareStatus

  /// Rows by provider and length of the word, so that a look-up touches a handful and allocates nothing.
  private static let rows: [[(name: String, row: Int)]] = {
    var rows = [[(name: String, row: Int)]](
      repeating: [], count: Reason.Provider.allCases.count * bucketCount)
    for (row, reason) in all.enumerated() where reason.variant.isEmpty {
      for name in [reason.name] + reason.aliases {
        rows[bucket(reason.provider, name.utf8.count)].append((name, row))
      }
    }
    return rows
  }()

  private static let bucketCount = 40

  private static func bucket(_ provider: Reason.Provider, _ length: Int) -> Int {
    let place =
      switch provider {
      case .apns: 0
      case .fcm: 1
      case .oauth: 2
      case .transport: 3
      }
    return place * bucketCount + min(length, bucketCount - 1)
  }

  /// The row for a provider's word, spelt exactly; variants are chosen by their own rules.
  static func row(_ provider: Reason.Provider, _ word: UnsafeBufferPointer<UInt8>) -> Int? {
    for candidate in rows[bucket(provider, word.count)] where candidate.name.utf8.elementsEqual(word) {
      return candidate.row
    }
    return nil
  }

  /// The row for a provider's word, spelt exactly.
  static func row(_ provider: Reason.Provider, _ word: String) -> Int? {
    var word = word
    return word.withUTF8 { row(provider, $0) }
  }

  /// The row of one of our own names; the tests prove that each exists.
  static func id(_ code: String) -> ReasonID {
    codes[code].map(ReasonID.init(row:)) ?? ReasonID(unknown: code)
  }

  private static let codes = Dictionary(
    all.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// The rows that a person may mean: by name, alias or code, in any case.
  public static func find(_ text: String) -> [Reason] {
    let wanted = text.lowercased()
    return all.filter { reason in
      ([reason.name, reason.code] + reason.aliases).contains { $0.lowercased() == wanted }
    }
  }

  /// The names nearest to a misspelt one, best first, at most `count`.
  public static func nearest(_ text: String, count: Int = 3) -> [String] {
    let wanted = Array(text.lowercased().utf8.prefix(60))
    var best: [(name: String, distance: Int)] = []
    for name in Set(all.map(\.name)).sorted() {
      let lower = Array(name.lowercased().utf8)
      let inside = wanted.count >= 4 && name.lowercased().contains(text.lowercased())
      let distance = inside ? 0 : NearestWord.distance(wanted, lower)
      if distance <= max(2, lower.count / 3) { best.append((name, distance)) }
    }
    return best.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
  }
}
