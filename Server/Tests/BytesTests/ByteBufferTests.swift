import Bytes
import Testing

struct ByteBufferTests {
  @Test func growsAndKeepsItsContent() {
    var buffer = ByteBuffer(capacity: 1)
    var expected: [UInt8] = []
    for number in 0..<1000 {
      buffer.append(UInt8(truncatingIfNeeded: number))
      expected.append(UInt8(truncatingIfNeeded: number))
    }
    #expect(Array(buffer.bytes) == expected)
    let capacity = buffer.capacity
    buffer.removeAll()
    let kept = buffer.capacity
    #expect(kept == capacity)
  }

  @Test func cutsAtBothEnds() {
    var buffer = ByteBuffer()
    buffer.append("0123456789")
    buffer.removeFirst(3)
    buffer.truncate(to: 4)
    #expect(buffer.text == "3456")
    buffer.removeFirst(-1)
    buffer.truncate(to: 99)
    #expect(buffer.text == "3456")
    #expect(Array(buffer.slice(-5, 2)) == Array("34".utf8))
    #expect(Array(buffer.slice(3, 9)) == Array("6".utf8))
    #expect(buffer.slice(9, 9).isEmpty)
    buffer.removeFirst(9)
    #expect(buffer.text.isEmpty)
  }

  @Test(arguments: [0, 7, 10, -1, -10, 1_234_567_890, Int.max, Int.min, 99, 100])
  func decimals(_ number: Int) {
    var buffer = ByteBuffer()
    buffer.appendDecimal(number)
    #expect(buffer.text == String(number))
  }

  @Test func fillsRoom() {
    var buffer = ByteBuffer()
    buffer.append(upTo: 3) { to in
      to[0] = 65
      to[1] = 66
      return 2
    }
    buffer.append(upTo: 3) { _ in -1 }
    #expect(buffer.text == "AB")
  }
}
