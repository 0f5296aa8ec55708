import Foundation
import TestSupport
import Testing

@testable import Service

@Suite struct JSONTapeFuzzTests {
  /// Whatever the bytes: a tape or a problem, every value reachable, and the same judgement as Foundation's
  /// where that is as strict.
  @Test func anyBytesEndInATapeOrAProblemFuzz() {
    let words = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\\u00e9\"", "1", "-2", "0.5", "true", "false", "null", " ",
      "\"\\ud800\"", "\\", "\u{e9}",
    ]
    Fuzz.run("JSON tape") { _, random in
      var text = ""
      for _ in 0..<random.below(30) { text += random.pick(words) }
      var bytes = Array(text.utf8)
      if random.chance(3), !bytes.isEmpty { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      bytes.withUnsafeBufferPointer { buffer in
        do throws(Problem) {
          let tape = try JSONTape(buffer)
          #expect(!tape.nodes.isEmpty)
          walk(tape.root, depth: 0)
          for index in tape.nodes.indices {
            #expect(Int(tape.nodes[index].next) > index && Int(tape.nodes[index].next) <= tape.nodes.count)
            _ = tape.pointer(to: index)
          }
          #expect(
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
            "\(bytes)")
        } catch { #expect(error.code == .malformedJSON) }
      }
    }
  }

  private func walk(_ value: JSONValue, depth: Int) {
    #expect(depth <= JSONTape.maximumDepth)
    if let elements = try? value.array(0...Int.max) {
      var count = 0
      for element in elements {
        walk(element, depth: depth + 1)
        count += 1
      }
      #expect(count == elements.count)
    } else if let members = try? value.members() {
      for (key, member) in members {
        #expect(key.kind == .key)
        walk(member, depth: depth + 1)
      }
    } else {
      _ = try? value.text(1 << 20)
      _ = try? value.integer(Int.min...Int.max)
      _ = try? value.boolean()
      _ = try? value.identifier()
    }
  }
}
