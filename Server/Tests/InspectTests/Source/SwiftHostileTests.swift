import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Swift that takes the parser's stack, memory or time, and a helper that is not there or dies.
@Suite(.enabled(if: SwiftHelper.path != nil, SwiftHelper.reason))
struct SwiftHostileTests {
  private func reader(seconds: Double = 5) throws -> SwiftReaderProcess {
    var limits = InspectLimits()
    limits.swiftFile = seconds
    return SwiftReaderProcess(try #require(SwiftHelper.path), limits)
  }

  private func bytes(_ text: String, _ count: Int) -> [UInt8] {
    Array(repeatElement(Array(text.utf8), count: count).joined())
  }

  private func isUnreadable(_ outcome: SwiftReaderProcess.Outcome) -> Bool {
    if case .unreadable = outcome { true } else { false }
  }

  @Test func bracketsAndBracesWithoutEnd() throws {
    let reader = try reader()
    #expect(
      reader.parse(bytes("[", 20_000), file: "A.swift")
        == .unreadable("brackets ([) are nested more than 12 deep"))
    #expect(
      reader.parse(Array("func f() { ".utf8) + bytes("if a { ", 30_000), file: "A.swift")
        == .unreadable("code is nested more than 256 deep"))
    // The next file is none the worse for it.
    #expect(reader.parse(Array("f()".utf8), file: "B.swift") != .noHelper)
  }

  @Test func whatTakesTooLongIsGivenUp() throws {
    let reader = try reader(seconds: 0.3)
    #expect(
      reader.parse(Array("let a = ".utf8) + bytes("a<", 3_000), file: "A.swift")
        == .unreadable("not parsed within 0.3 s"))
    guard case .unit(let unit) = reader.parse(Array("func f() {}".utf8), file: "B.swift") else {
      Issue.record("the helper was not started again")
      return
    }
    #expect(unit.functions.map(\.name) == ["f"])
  }

  @Test func deepAndLongExpressionsStayWithinTheTree() throws {
    let reader = try reader(seconds: 60)
    for (text, count) in [("a.", 20_000), ("1 + ", 5_000), ("!", 20_000), ("try ", 20_000)] {
      let outcome = reader.parse(
        Array("let x = ".utf8) + bytes(text, count) + Array("b".utf8), file: "A.swift")
      guard case .unit(let unit) = outcome else {
        Issue.record("\(text): \(outcome)")
        continue
      }
      #expect(unit.variables.count == 1)
    }
  }

  @Test func bytesThatAreNoText() throws {
    let reader = try reader()
    for source in [
      bytes("\u{0}", 5_000), [0xff, 0xfe, 0x80, 0x22] + bytes("\u{0}{", 100), [0xef, 0xbb, 0xbf],
    ] {
      let outcome = reader.parse(source, file: "A.swift")
      #expect(outcome != .noHelper)
    }
    guard
      case .unit(let unit) = reader.parse([0xef, 0xbb, 0xbf] + Array("func f() {}".utf8), file: "A.swift")
    else {
      Issue.record("a byte order mark is no reason")
      return
    }
    #expect(unit.functions.count == 1)
  }

  @Test func aHelperThatWasKilledIsStartedAgain() throws {
    let reader = try reader()
    #expect(reader.start())
    let first = try #require(reader.helper)
    kill(first, SIGKILL)
    let outcome = reader.parse(Array("func f() {}".utf8), file: "A.swift")
    #expect(outcome == .unreadable("the Swift parser failed on it"))
    // Waited for: it is no zombie, the number is free.
    #expect(kill(first, 0) == -1)
    guard case .unit = reader.parse(Array("func f() {}".utf8), file: "A.swift") else {
      Issue.record("not started again")
      return
    }
    #expect(reader.helper != first)
  }

  @Test func noDescriptorAndNoProcessStays() throws {
    func open() -> Set<Int32> { Set((0..<256).filter { fcntl($0, F_GETFD) >= 0 }) }
    var pids: [Int32] = []
    for _ in 0..<5 {
      let reader = try reader()
      #expect(reader.start())
      let helper = try #require(reader.helper)
      pids.append(helper)
      #if os(Linux)
        // Nothing of ours went to the helper: input, output, errors.
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(helper)/fd")
        #expect(held.sorted() == ["0", "1", "2"])
      #endif
    }
    #expect(pids.allSatisfy { kill($0, 0) == -1 })
  }

  @Test func whatIsNoHelperIsNoHelper() throws {
    let source = Array("func f() {}".utf8)
    #expect(
      SwiftReaderProcess("/nowhere/pushwire-swift-reader", InspectLimits()).parse(source, file: "A")
        == .noHelper)
    for program in ["true", "cat", "yes"] {
      guard let path = ForeignProgram.path(program) else { continue }
      #expect(SwiftReaderProcess(path, InspectLimits()).parse(source, file: "A") == .noHelper)
    }
  }
}
