import Foundation

/// Small random changes of known inputs, from a seed.
public struct ByteMutator {
  public let corpus: [[UInt8]]
  private let words: [[UInt8]]

  /// - Parameter words: what the format is made of, to be put in here and there.
  public init(corpus: [[UInt8]], words: [String]) {
    self.corpus = corpus
    self.words = words.map { Array($0.utf8) }
  }

  /// The files of `Server/Fuzz/corpus/<name>`, in the order of their names.
  public init(corpus name: String, words: [String]) throws {
    self.init(corpus: try Self.corpus(name), words: words)
  }

  /// The files of `Server/Fuzz/corpus/<name>`, in the order of their names.
  public static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/corpus/\(name)").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// One of the corpus, with one to eight changes.
  public func next(_ random: inout SeededRandom) -> [UInt8] {
    var bytes = corpus.isEmpty ? [] : random.pick(corpus)
    for _ in 0..<(1 + random.below(random.chance(2) ? 2 : 8)) { change(&bytes, &random) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let at = random.below(bytes.count + 1)
    let length = min(bytes.count - at, random.below(41))
    switch random.below(8) {
    case 0: if at < bytes.count { bytes[at] ^= 1 << UInt8(random.below(8)) }
    case 1: bytes.removeSubrange(at..<(at + length))
    case 2: bytes.insert(contentsOf: bytes[at..<(at + length)], at: at)
    case 3, 4: if !words.isEmpty { bytes.insert(contentsOf: random.pick(words), at: at) }
    case 5: bytes.removeLast(random.below(bytes.count + 1))
    case 6: if at < bytes.count { bytes[at] = UInt8(random.below(256)) }
    default:
      guard !corpus.isEmpty else { return }
      let other = random.pick(corpus)
      let from = random.below(other.count + 1)
      bytes.replaceSubrange(at..<(at + length), with: other[from..<min(other.count, from + 60)])
    }
  }
}
