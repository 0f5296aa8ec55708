import Foundation
import Testing

@testable import Delivery

@Suite struct TokenFileTests {
  private func file(_ text: String) throws -> TokenFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
      .path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    return try TokenFile(path: path)
  }
  private func all(_ file: TokenFile) -> [String] {
    var lines: [String] = []
    while let (line, bytes) = file.next() {
      lines.append("\(line):\(String(decoding: bytes, as: UTF8.self))")
    }
    return lines
  }

  @Test func commentsBlanksAndLineEndsAreNoTokens() throws {
    let file = try file("# a list\naaa\r\n\n  bbb \nccc\tname=x\nddd")
    #expect(all(file) == ["2:aaa", "4:bbb", "5:ccc\tname=x", "6:ddd"])
    #expect(file.isAtEnd)
  }

  @Test func everyLineCanBeReadAgain() throws {
    let count = 30_000
    let file = try file((1...count).map { "token-\($0)" }.joined(separator: "\n"))
    #expect(all(file).count == count)
    for number in [1, 2, 63, 64, 65, 128, 129, 9_999, count - 1, count] {
      #expect(file.line(number).map { String(decoding: $0, as: UTF8.self) } == "token-\(number)")
    }
    #expect(file.line(0) == nil && file.line(count + 1) == nil && file.line(count * 2) == nil)
  }

  @Test func aLineTooLongIsToldAndPassedOver() throws {
    let long = String(repeating: "x", count: 600_000)
    let file = try file("aaa\n\(long)\nbbb\n\(String(repeating: "y", count: TokenFile.maximumLine + 1))\nccc")
    #expect(all(file) == ["1:aaa", "3:bbb", "5:ccc"])
    #expect(file.badLines == [2, 4] && file.badLineCount == 2)
    // Far behind a long line a retry still finds its own.
    #expect(file.line(5).map { String(decoding: $0, as: UTF8.self) } == "ccc")
    #expect(file.line(3).map { String(decoding: $0, as: UTF8.self) } == "bbb")
    #expect(file.line(2) == nil)
  }

  @Test func whatIsNoFileIsSaid() {
    #expect(throws: TokenFile.Unreadable.self) { try TokenFile(path: "/nowhere/at/all") }
    #expect(throws: TokenFile.Unreadable.self) { try TokenFile(path: "/tmp") }
  }
}
