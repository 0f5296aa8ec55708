import Testing

@testable import Store

/// What every store must do with the limits that nodes share.
extension OutboxConformance {
  static let limits: [Case] = [
    Case("a bucket begins full, and is shared by all who ask") { stage in
      let rate = BucketRate(perMinute: 60, burst: 10)
      func take(_ wanted: Int, _ name: String = "fcm.demo") throws -> BucketGrant {
        try stage.store.transaction { session throws(StoreError) in
          try session.take(bucket: name, wanted: wanted, rate, now: stage.now)
        }
      }
      #expect(try take(8) == BucketGrant(granted: 8))
      let rest = try take(8)
      #expect(rest.granted == 2 && (rest.retryAt ?? 0) > stage.now)
      #expect(try take(8, "fcm.other").granted == 8)
      stage.now += 5000
      #expect(try take(8).granted == 5)
    },
    Case("what is undone gives its tokens back") { stage in
      let rate = BucketRate(perMinute: 60, burst: 10)
      #expect(throws: StoreError.self) {
        try stage.store.transaction { session throws(StoreError) in
          _ = try session.take(bucket: "b", wanted: 10, rate, now: stage.now)
          throw StoreError(.library, "undone by the test")
        }
      }
      let grant = try stage.store.transaction { session throws(StoreError) in
        try session.take(bucket: "b", wanted: 10, rate, now: stage.now)
      }
      #expect(grant.granted == 10)
    },
  ]
}
