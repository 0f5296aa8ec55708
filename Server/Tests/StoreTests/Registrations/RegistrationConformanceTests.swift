import TestSupport
import Testing

@testable import Store

/// The embedded store on the stage of all stores.
@Suite struct RegistrationConformanceTests {
  @Test(arguments: RegistrationConformance.cases)
  func sqlite(_ example: RegistrationConformance.Case) throws {
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    try example.run(RegistrationStage(store))
  }
}
