import Foundation
import PushCrypto
import Store
import TestSupport
import Testing

@testable import Providers
@testable import Service

/// One provider token for all nodes of a store.
struct SharedTokenTests {
  private static let start = 1_900_000_000

  private static func key() throws -> APNsKeyFile {
    try APNsKeyFile.check(
      pem: Array(SigningKey.generate(.ecP256).privatePEM().utf8), file: "AuthKey_ABC123DEFG.p8",
      teamID: "ABCDE12345")
  }

  private func node(_ field: NodeField, _ name: String, _ key: APNsKeyFile) throws -> (
    NodeField.Node, ProviderToken
  ) {
    let node = try field.node(name)
    let token = ProviderToken(key: key, environment: .sandbox)
    let vault = TokenVault(store: node.store, writer: node.writer)
    let storageName = token.storageName
    token.settleEach { vault.settle(storageName, $0) }
    return (node, token)
  }

  @Test func nodesThatNeedOneAtOnceMakeOne() throws { try makeAtOnce(try NodeField()) }

  @Test(.enabled(if: PostgresServer.isInstalled, "there is no PostgreSQL server here: see make deps"))
  func nodesOfADatabaseThatNeedOneAtOnceMakeOne() throws {
    try makeAtOnce(try NodeField(postgres: try PostgresServer.shared().database()))
  }

  private func makeAtOnce(_ field: NodeField) throws {
    let key = try Self.key()
    let nodes = try (0..<4).map { try node(field, "n\($0)", key) }
    for window in 0..<3 {
      // All of them find the one before too old.
      let now = Self.start + window * (ProviderTokenState.replaceAge + 10)
      let found = Guarded<Set<String>>([])
      DispatchQueue.concurrentPerform(iterations: nodes.count) { place in
        // Their clocks differ by seconds.
        let issued = try? nodes[place].1.current(now: now + place)
        found.withLock { _ = $0.insert(issued?.authorization ?? "none") }
      }
      #expect(found.withLock { $0.count } == 1, "window \(window)")
      #expect(found.withLock { !$0.contains("none") })
    }
  }

  @Test func whileTheStoreIsAwayTheOldOneIsUsedAsLongAsItLives() throws {
    let key = try Self.key()
    let token = ProviderToken(key: key, environment: .sandbox)
    let isAway = Guarded(false)
    let asked = Guarded(0)
    token.settleEach { made in
      asked.withLock { $0 += 1 }
      return isAway.withLock { $0 } ? nil : made
    }
    let old = try token.current(now: Self.start)
    isAway.withLock { $0 = true }
    for second in 0..<300 {
      #expect(try token.current(now: Self.start + 3_000 + second) == old)
    }
    #expect(asked.withLock { $0 } < 30, "not with every push")
    isAway.withLock { $0 = false }
    let fresh = try token.current(now: Self.start + 3_320)
    #expect(fresh != old)
    #expect(try token.current(now: Self.start + 3_400) == fresh)
  }
}
