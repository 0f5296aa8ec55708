import TestSupport
import Testing

@testable import Store

@Suite struct OutboxConformanceTests {
  @Test(arguments: OutboxConformance.cases)
  func sqlite(_ item: OutboxConformance.Case) throws {
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    try item.run(OutboxStage(store))
  }
}
