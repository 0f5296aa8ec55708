import Foundation
import PushContract
import TestSupport
import Testing

@testable import ProfileFile

/// Random changes of the corpus: whatever the bytes, the reader answers, soon, and always the same.
struct YAMLFuzzTests {
  @Test func fuzzTheReader() throws {
    let folder = Parcel.root + "/Server/Fuzz/corpus/yaml"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let corpus = try names.map { try FileContents.read(folder + "/" + $0) }
    #expect(corpus.count >= 10)

    var mutator = Mutator("fuzz yaml", corpus: corpus)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Fuzz.seconds)
    var (runs, read, slowest) = (0, 0, Duration.zero)
    for bytes in corpus { try Self.run(bytes) }
    while clock.now < end {
      let bytes = mutator.next()
      let took = try clock.measure { read += try Self.run(bytes) ? 1 : 0 }
      slowest = max(slowest, took)
      // Bounded time: a small input that takes seconds is a fault even if it ends.
      if took > .seconds(5) {
        Issue.record("\(took) for \(bytes.count) bytes: \(Data(bytes).base64EncodedString())")
      }
      runs += 1
    }
    print("fuzz yaml: \(runs) inputs, \(read) were YAML, slowest \(slowest)")
    #expect(runs > 10)
  }

  /// One input. Whether it was YAML of the kind used here.
  @discardableResult
  static func run(_ bytes: [UInt8]) throws -> Bool {
    let reading: ProfileReading
    do throws(ProfileFileError) {
      reading = try ProfileFile.read(bytes: bytes, file: "fuzz")
    } catch {
      #expect(!error.message.isEmpty && error.line ?? 1 >= 1 && error.column ?? 1 >= 1)
      return false
    }
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 2
    for finding in reading.checked() {
      // Breaks that YAML also knows (NEL, LS, PS) are in the texts of three bytes and two.
      let isInFile = finding.line >= 1 && finding.column >= 1 && finding.line <= lines + bytes.count / 2
      if !isInFile || finding.message.isEmpty {
        Issue.record("\(finding): \(Data(bytes).base64EncodedString())")
      }
      if finding.description.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) {
        Issue.record("a control character in \(finding.code): \(Data(bytes).base64EncodedString())")
      }
    }
    let again = try ProfileFile.read(bytes: bytes, file: "fuzz")
    if again != reading { Issue.record("read differently: \(Data(bytes).base64EncodedString())") }
    return true
  }
}

/// Small changes of known inputs, from a seed.
struct Mutator {
  let corpus: [[UInt8]]
  private var random: SeededRandom
  private static let words = [
    "{", "}", "[", "]", ": ", "- ", "\n", "\n  ", "&a ", "*a", "<<: ", "!t ", "|\n", "\"", "'", "none", "{{",
    "{order}", "#", "---\n", "...\n", "? ", "\t", "\u{0}", "\u{2028}", "\u{FEFF}", "\u{85}", "\\x00", "~",
    "-1", "99999999999999999999", "version", "classes", "kind: silent\n", "orders/8123", "://", "%",
  ].map { Array($0.utf8) }

  init(_ what: String, corpus: [[UInt8]]) {
    self.corpus = corpus
    random = Fuzz.random(what)
  }

  mutating func next() -> [UInt8] {
    change(corpus[Int.random(in: 0..<corpus.count, using: &random)])
  }

  /// The input with some changes.
  mutating func change(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    let most = Bool.random(using: &random) ? 2 : 8
    for _ in 0..<Int.random(in: 1...most, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let at = Int.random(in: 0...bytes.count, using: &random)
    let length = min(bytes.count - at, Int.random(in: 0...40, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if at < bytes.count { bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    case 1: bytes.removeSubrange(at..<(at + length))
    case 2: bytes.insert(contentsOf: bytes[at..<(at + length)], at: at)
    case 3, 4:
      bytes.insert(contentsOf: Self.words[Int.random(in: 0..<Self.words.count, using: &random)], at: at)
    default:
      let other = corpus[Int.random(in: 0..<corpus.count, using: &random)]
      let from = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(at..<(at + length), with: other[from..<min(other.count, from + 60)])
    }
  }
}
