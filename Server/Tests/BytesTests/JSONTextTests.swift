import Bytes
import Foundation
import TestSupport
import Testing

struct JSONTextTests {
  /// A plain loop: what the fast search must agree with.
  private func plainEscape(_ source: [UInt8]) -> [UInt8] {
    source.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x22: Array("\\\"".utf8)
      case 0x5C: Array("\\\\".utf8)
      case 0x0A: Array("\\n".utf8)
      case 0x0D: Array("\\r".utf8)
      case 0x09: Array("\\t".utf8)
      case 0..<0x20: Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      default: [byte]
      }
    }
  }

  @Test func agreesWithAPlainLoop() {
    var random = Fuzz.random("JSONText")
    for round in 0..<20_000 {
      // Mostly clean text, some with many escapes, and every byte value at every place of a word.
      let odds = round % 3 == 0 ? 2 : 24
      let source = (0..<Int.random(in: 0...70, using: &random)).map { _ -> UInt8 in
        Int.random(in: 0..<odds, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0x61...0x7A, using: &random)
      }
      var out = ByteBuffer(capacity: 16)
      source.withUnsafeBufferPointer { out.appendJSONEscaped($0) }
      guard Array(out.bytes) == plainEscape(source) else {
        Issue.record("seed \(Fuzz.seed) round \(round): \(source)")
        return
      }
      let clean = source.withUnsafeBufferPointer { JSONText.cleanPrefix($0) }
      #expect(clean == source.firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? source.count)
    }
  }

  @Test func everyByteAtEveryPlace() {
    for place in 0..<16 {
      for byte in UInt8.min...UInt8.max {
        var source = [UInt8](repeating: 0x7F, count: 16)
        source[place] = byte
        let clean = source.withUnsafeBufferPointer { JSONText.cleanPrefix($0) }
        #expect(clean == (byte < 0x20 || byte == 0x22 || byte == 0x5C ? place : 16))
      }
    }
  }

  @Test func foundationReadsItBack() throws {
    let text = String(String.UnicodeScalarView((0..<0x300).compactMap { Unicode.Scalar($0) })) + "\u{2028}👩‍👩‍👧"
    var out = ByteBuffer()
    out.appendJSONString(text)
    let back = try JSONSerialization.jsonObject(with: Data(out.bytes), options: .fragmentsAllowed)
    #expect(back as? String == text)
  }
}
