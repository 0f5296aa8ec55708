import Foundation
import Synchronization
import Testing

@testable import Service

struct ServerLogTests {
  private final class Lines: Sendable {
    let all = Mutex<[[UInt8]]>([])
  }

  @Test func aLineIsOneJSONObject() throws {
    let lines = Lines()
    let log = ServerLog(clock: { 1_796_032_254_007 }) { line in lines.all.withLock { $0.append(line) } }
    log.write(.warning, "lane.held", ["lane": "ios \"x\"\n\u{1B}", "count": 3, "is": true])
    log.write(.debug, "not.shown")
    let written = lines.all.withLock { $0 }
    #expect(written.count == 1)
    let line = try #require(written.first)
    #expect(line.last == 10 && !line.dropLast().contains(10) && !line.contains(0x1B))
    let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    #expect(object?["lane"] as? String == "ios \"x\"\n\u{1B}")
    #expect(object?["count"] as? Int == 3)
    #expect(object?["level"] as? String == "warning")
    #expect(object?["at"] as? String == "2026-11-30T09:50:54.007Z")
  }

  @Test func timesAreUTC() {
    #expect(ServerLog.timestamp(0) == "1970-01-01T00:00:00.000Z")
    #expect(ServerLog.timestamp(951_782_400_999) == "2000-02-29T00:00:00.999Z")
  }
}
