import Bytes
import TestSupport
import Testing

struct UTF8CheckTests {
  private func inspect(_ bytes: [UInt8]) -> UTF8Check.Finding {
    bytes.withUnsafeBufferPointer { UTF8Check.inspect($0) }
  }

  @Test func everySequenceOfTwoBytesAndTheEdges() {
    // The standard library is the oracle: it finds what it would have to repair.
    func agrees(_ bytes: [UInt8]) -> Bool {
      let valid = String(validating: bytes, as: UTF8.self) != nil
      if case .invalid = inspect(bytes) { return !valid }
      return valid
    }
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        #expect(agrees([first, second]))
        if first >= 0xE0 {
          for third: UInt8 in [0x00, 0x7F, 0x80, 0xBF, 0xC0] {
            for fourth: UInt8 in [0x41, 0x80, 0xBF, 0xFF] {
              if !agrees([first, second, third, fourth]) {
                Issue.record("\(first) \(second) \(third) \(fourth)")
              }
            }
          }
        }
      }
    }
  }

  @Test func randomBytesAgreeWithTheStandardLibrary() {
    var random = Fuzz.random("UTF8Check")
    for round in 0..<20_000 {
      var bytes = Array("plain text, Grüße, 日本語, 👋 and more of it".utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeFirst(Int.random(in: 0..<bytes.count, using: &random))
      let valid = String(validating: bytes, as: UTF8.self) != nil
      let escape = bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
      let right =
        switch inspect(bytes) {
        case .clean: valid && !escape
        case .needsEscape: valid && escape
        case .invalid(let at): !valid && String(validating: bytes[..<at], as: UTF8.self) != nil
        }
      if !right { Issue.record("seed \(Fuzz.seed) round \(round): \(bytes)") }
    }
  }
}
