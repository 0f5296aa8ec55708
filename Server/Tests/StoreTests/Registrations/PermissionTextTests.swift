import Foundation
import TestSupport
import Testing

@testable import Store

@Suite struct PermissionTextTests {
  private static let words = [
    "", "authorized", "denied", "a \"quoted\" word", "\\ \u{1}\n", "größer 🙂", "nil",
  ]

  private func draw(_ random: inout SeededRandom) -> Permission {
    var permission = Permission()
    func word() -> String? { random.chance(3) ? nil : random.pick(Self.words) }
    func flag() -> Bool? { random.pick([nil, true, false]) }
    permission.status = word()
    permission.alert = word()
    permission.sound = word()
    permission.badge = word()
    permission.lockScreen = word()
    permission.appBlocked = flag()
    if random.chance(2) {
      permission.blockedChannels = (0..<random.below(4)).map { _ in random.pick(Self.words) }
    }
    permission.managed = flag()
    permission.backgroundRefresh = word()
    permission.lowPowerMode = flag()
    return permission
  }

  private func decode(_ bytes: [UInt8]) -> Permission? {
    bytes.withUnsafeBufferPointer { PermissionText.decode($0) }
  }

  @Test func foundationReadsWhatIsWrittenAndTheOtherWayRound() throws {
    var random = Fuzz.random("permission text")
    for _ in 0..<2_000 {
      let permission = draw(&random)
      let text = PermissionText.encode(permission)
      #expect(decode(text) == permission)
      #expect(try JSONDecoder().decode(Permission.self, from: Data(text)) == permission)
      #expect(decode(Array(try JSONEncoder().encode(permission))) == permission)
    }
  }

  @Test func whatIsNotUnderstoodIsLeftOut() {
    let text =
      #"{"status":"denied","later":{"alert":"x","list":[1,[2]]},"alert":7,"managed":null,"badge":"enabled"}"#
    var expected = Permission()
    expected.status = "denied"
    expected.badge = "enabled"
    #expect(decode(Array(text.utf8)) == expected)
    #expect(decode(Array("[]".utf8)) == nil)
    #expect(decode([]) == nil)
  }

  @Test func anyBytesAreReadWithoutHarmFuzz() {
    let seed = Array(#"{"status":"denied","blocked_channels":["a","b"],"managed":true}"#.utf8)
    Fuzz.run("permission bytes") { _, random in
      for _ in 0..<200 {
        var bytes = seed
        for _ in 0...random.below(6) {
          bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        _ = decode(Array(bytes.prefix(random.below(bytes.count + 1))))
      }
    }
  }
}
