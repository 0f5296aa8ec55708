import Foundation
import Testing

/// Feeds a reader random changes of a committed corpus, `Server/Fuzz/corpus/<name>`, and joins of two of its files.
public struct CorpusFuzzer {
  private let name: String
  private let corpus: [[UInt8]]
  private let words: [[UInt8]]

  /// - Parameters:
  ///   - name: of the folder, and for what is printed.
  ///   - words: byte strings of the format, put in now and then.
  public init(_ name: String, words: [[UInt8]] = []) throws {
    // Tests/TestSupport/CorpusFuzzer.swift
    var server = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { server.deleteLastPathComponent() }
    let folder = server.appendingPathComponent("Fuzz/corpus/\(name)")
    self.name = name
    corpus = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
    self.words = words
    try #require(!corpus.isEmpty, "Server/Fuzz/corpus/\(name) is empty")
  }

  /// Runs `body` on each file of the corpus, then on changed ones until the time is up. It says whether it
  /// could read the input. An input that takes over `seconds` is a failure, and so is a run in which nothing
  /// could be read: the corpus would be no longer the format then.
  public func run(slowest seconds: Double = 5, _ body: ([UInt8]) throws -> Bool) throws {
    let clock = ContinuousClock()
    var (readable, slowest) = (0, Duration.zero)
    func one(_ input: [UInt8]) throws {
      let took = try clock.measure { readable += try body(input) ? 1 : 0 }
      slowest = max(slowest, took)
      if took > .seconds(seconds) {
        Issue.record("\(name): \(took) for \(input.count) bytes: \(Self.shown(input))")
      }
    }
    for input in corpus { try one(input) }
    #expect(readable > 0, "nothing in Server/Fuzz/corpus/\(name) can be read")
    try Fuzz.run("fuzz \(name)") { _, random in
      try one(changed(random.pick(corpus), &random))
    }
    print("fuzz \(name): \(readable) could be read, slowest \(slowest)")
  }

  /// For a failure's message: the whole input where it is small.
  public static func shown(_ input: [UInt8]) -> String {
    Data(input.prefix(4096)).base64EncodedString() + (input.count > 4096 ? "…" : "")
  }

  private func changed(_ original: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var input = original
    for _ in 0..<random.pick([1, 1, 2, 4, 8]) { change(&input, &random) }
    return input
  }

  private func change(_ input: inout [UInt8], _ random: inout SeededRandom) {
    let at = random.below(input.count + 1)
    let end = min(input.count, at + random.below(40))
    switch random.below(9) {
    case 0 where at < input.count: input[at] ^= 1 << UInt8(random.below(8))
    case 1 where at < input.count: input[at] = random.pick([0, 1, 0x7F, 0x80, 0xFF])
    case 2: input.removeSubrange(at..<end)
    case 3: input.insert(contentsOf: Array(input[at..<end]), at: at)
    case 4 where !words.isEmpty: input.insert(contentsOf: random.pick(words), at: at)
    case 5: input.removeSubrange(at...)
    case 6 where input.count - at >= 4:
      // A length or offset of another size, in either order of bytes.
      let value = random.pick([
        0, 1, 0xFFFF_FFFF, 0x7FFF_FFFF, UInt32(clamping: input.count), UInt32(clamping: at),
      ])
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      input.replaceSubrange(at..<at + 4, with: random.chance(2) ? bytes : bytes.reversed())
    case 7:
      let other = random.pick(corpus)
      input.replaceSubrange(at..<end, with: other.dropFirst(random.below(other.count + 1)).prefix(60))
    default:
      let other = random.pick(corpus)
      input = Array(input[..<at]) + other.dropFirst(random.below(other.count + 1))
    }
  }
}
