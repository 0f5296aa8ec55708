import Foundation
import TestSupport

/// Inputs made from the committed corpus: bytes changed, taken out, put in, copied and joined.
struct Mutator {
  private var random: SeededRandom
  private let corpus: [[UInt8]]
  private static let words: [[UInt8]] = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "null", "true", "-", "0", "1e9",
    ".5",
    "\"aps\"", "\"alert\"", "\u{FEFF}", "é", " ", "\n",
  ].map { Array($0.utf8) }

  init(_ what: String, file: String = #filePath) throws {
    let server = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = server.appendingPathComponent("Fuzz/corpus/payload")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    corpus = try names.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
    random = Fuzz.random(what)
  }

  mutating func next() -> [UInt8] {
    var input = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let at = Int.random(in: 0...input.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where at < input.count: input[at] = UInt8.random(in: 0...255, using: &random)
      case 1 where at < input.count: input[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: input.removeSubrange(at..<min(input.count, at + Int.random(in: 1...8, using: &random)))
      case 3: input.insert(contentsOf: Self.words.randomElement(using: &random) ?? [], at: at)
      case 4:
        let from = Int.random(in: 0...input.count, using: &random)
        input.insert(contentsOf: input[from..<min(input.count, from + 12)], at: at)
      default:
        let other = corpus.randomElement(using: &random) ?? []
        input = Array(input[..<at]) + other.dropFirst(Int.random(in: 0...other.count, using: &random))
      }
    }
    return input
  }
}
