import TestSupport
import Testing

@testable import Store

/// However the registrations are cut into pages, each is counted once.
@Suite struct FleetPageTests {
  @Test(arguments: [1, 2, 3, 5, 6])
  func eachRegistrationIsCountedOnce(page: Int) throws {
    let folder = try ScratchFolder()
    let stage = OutboxStage(try SQLiteStore(path: folder.path + "/push.db"))
    for number in 0..<5 { try stage.register("i\(number)", account: "a\(number)") }
    let counts = try stage.store.read { (reader) throws(StoreError) -> [FleetCount] in
      guard let reader = reader as? SQLReader else { return [] }
      return try reader.fleet(now: stage.now, staleAfter: OutboxStage.day, page: page)
    }
    #expect(counts.map(\.withToken) == [5])
    stage.store.close()
  }
}
