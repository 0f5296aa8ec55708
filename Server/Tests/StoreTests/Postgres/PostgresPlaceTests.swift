import Foundation
import TestSupport
import Testing

@testable import Store

struct PostgresPlaceTests {
  @Test func aURLIsNoPath() {
    #expect(StorePlace("postgres://db/push").path == nil)
    #expect(StorePlace("postgresql://db/push").path == nil)
    #expect(StorePlace("/var/lib/postgres.db").path == "/var/lib/postgres.db")
    #expect(StorePlace("push.db") == .sqlite("push.db"))
  }

  @Test(arguments: [
    ("postgres://push:secret@db:5432/push?sslmode=require&password=secret", "postgres://push@db:5432/push"),
    ("postgresql://push:se@cret@db/push", "postgres://push@db/push"),
    ("postgres://db/push", "postgres://db/push"),
  ])
  func noPasswordIsShown(url: String, shown: String) {
    #expect(StorePlace(url).shown == shown)
  }

  @Test func theAuthorityIsCheckedStrictlyUnlessTheURLSaysOtherwise() {
    var place = StorePlace.PostgresPlace(url: "postgres://db/push", caFile: "/etc/ca of db.pem")
    #expect(
      StorePlace.url(place) == "postgres://db/push?sslmode=verify-full&sslrootcert=/etc/ca%20of%20db.pem")
    place.url = "postgres://db/push?sslmode=verify-ca"
    #expect(StorePlace.url(place) == "postgres://db/push?sslmode=verify-ca&sslrootcert=/etc/ca%20of%20db.pem")
  }

  @Test func aPasswordFileThatIsNotThereOrEmptyIsSaid() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/password"
    var place = StorePlace.PostgresPlace(url: "postgres://db/push", passwordFile: file)
    #expect(throws: StoreError.self) { try StorePlace.password(place) }
    try "\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: StoreError.self) { try StorePlace.password(place) }
    try "p4ss word\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try StorePlace.password(place) == "p4ss word")
    place.passwordFile = nil
    #expect(try StorePlace.password(place) == nil)
  }
}
