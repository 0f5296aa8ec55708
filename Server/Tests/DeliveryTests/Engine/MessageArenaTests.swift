import Store
import TestSupport
import Testing

@testable import Delivery

@Suite struct MessageArenaTests {
  private static func batch(_ number: Int, _ text: String) -> ClaimBatch {
    var batch = ClaimBatch()
    // Something else stands before it.
    _ = batch.append("padding")
    var entry = ClaimBatch.Entry(
      message: number, registration: number, generation: 1, lane: .android, band: .normal, tenant: 1,
      notificationClass: 1, tokenKind: .token, createdAt: 0, expiresAt: 0, attempts: 0, leaseEndsAt: 0,
      wasUnanswered: false)
    entry.token = batch.append("t\(number)-\(text)")
    entry.parameters = batch.append("p\(number)")
    entry.notification = batch.append("n\(number)\(text)")
    batch.entries.append(entry)
    return batch
  }

  private func read(_ arena: borrowing MessageArena, _ index: Int32) -> [String] {
    let entry = arena.slots[Int(index)].entry
    return [entry.token, entry.parameters, entry.notification, entry.binding].map {
      String(decoding: arena.text(index, $0), as: UTF8.self)
    }
  }

  /// What is in it reads as it came, whatever was added, removed and packed around it.
  @Test func whatIsInsideStaysAsItCame() {
    var random = Fuzz.random("message arena")
    for round in 0..<20 {
      let place: Comment = "seed \(Fuzz.seed), round \(round)"
      var arena = MessageArena(slack: Int.random(in: 0...2000, using: &random))
      var inside: [Int32: (number: Int, text: String, reference: Int)] = [:]
      var gone: [Int] = []
      for number in 0..<1500 {
        if inside.count < 5 || Int.random(in: 0..<100, using: &random) < 48 {
          let text = String(repeating: "x", count: Int.random(in: 0...80, using: &random))
          let batch = Self.batch(number, text)
          let index = batch.bytes.withUnsafeBufferPointer { arena.add(batch.entries[0], $0, now: number) }
          #expect(inside[index] == nil, place)
          inside[index] = (number, text, arena.reference(index))
        } else if let (index, held) = inside.randomElement(using: &random) {
          arena.remove(index)
          inside[index] = nil
          gone.append(held.reference)
        }
        #expect(arena.count == inside.count, place)
      }
      for (index, held) in inside {
        let text = read(arena, index)
        #expect(
          text == ["t\(held.number)-\(held.text)", "p\(held.number)", "n\(held.number)\(held.text)", ""],
          place)
        let found = arena.index(held.reference)
        #expect(found == index, place)
      }
      let stale = gone.filter { arena.index($0) != nil }
      #expect(stale.isEmpty, place)
    }
  }

  @Test func slicesOutsideTheirBatchAreEmpty() {
    var batch = Self.batch(1, "x")
    batch.entries[0].token = ByteSlice(start: 3, count: 1 << 20)
    batch.entries[0].binding = ByteSlice(start: -4, count: 2)
    var arena = MessageArena()
    let index = batch.bytes.withUnsafeBufferPointer { arena.add(batch.entries[0], $0, now: 0) }
    let text = read(arena, index)
    #expect(text == ["", "p1", "n1x", ""])
  }
}
