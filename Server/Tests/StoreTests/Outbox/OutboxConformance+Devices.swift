import Testing

@testable import Store

/// FCM's limit for one device.
extension OutboxConformance {
  static let devices: [Case] = [
    Case("a device gets no more a minute and an hour than FCM takes for it, and in the end all of it") {
      stage in
      try stage.android("busy")
      var sent: [Int] = []
      func drain() throws {
        while true {
          let claim = try stage.claim(.android, limit: 100)
          guard !claim.batch.entries.isEmpty else { return }
          sent += claim.batch.entries.map { _ in stage.now }
          try stage.apply(claim.batch, .accepted)
        }
      }
      for number in 0..<600 {
        let batch = try stage.accept("n\(number)", to: "busy")
        sent += batch.entries.map { _ in stage.now }
        try stage.apply(batch, .accepted)
      }
      #expect(sent.count >= 100 && sent.count <= 240)
      let begin = stage.now
      for _ in 0..<1200 where sent.count < 600 {
        stage.now += 1000
        try drain()
      }
      #expect(sent.count == 600)
      // It is not slower than it has to be: 80 a minute.
      #expect(stage.now - begin < 8 * 60_000)
      for (place, time) in sent.enumerated() where place >= 240 {
        #expect(time - sent[place - 240] >= 60_000 - 1000, "the \(place)th")
      }
      #expect(try stage.count(RollupMetric.deferredDevice) > 0)
    },
    Case("what a device gets now and then is not held up, nor what others get") { stage in
      try stage.android("a", "b")
      for number in 0..<40 {
        #expect(try stage.accept("a\(number)", to: "a").entries.count == 1)
        stage.now += 4000
      }
      for number in 0..<300 { try stage.accept("b\(number)", to: "b") }
      #expect(try stage.accept("last", to: "a").entries.count == 1)
      // An iPhone has no such limit.
      try stage.register("phone")
      for number in 0..<300 {
        #expect(try stage.accept("p\(number)", to: "phone").entries.count == 1)
      }
    },
    Case("of what one key collapses a device gets 20 at once and then one in 3 minutes, at the most") {
      stage in
      try stage.android("busy")
      var sent: [Int] = []
      func drain(_ batch: ClaimBatch) throws {
        sent += batch.entries.map { _ in stage.now }
        try stage.apply(batch, .accepted)
      }
      for number in 0..<60 {
        try drain(stage.accept("n\(number)", to: "busy") { $0.facts.isCollapsible = true })
      }
      #expect(sent.count >= 10 && sent.count <= 20)
      // Others do not wait for these.
      #expect(try stage.accept("other", to: "busy").entries.count == 1)
      let begin = stage.now
      for _ in 0..<2000 where sent.count < 60 {
        stage.now += 10_000
        try drain(stage.claim(.android, limit: 100).batch)
      }
      #expect(sent.count == 60)
      // It is not slower than it has to be.
      #expect(stage.now - begin < 51 * 180_000)
      for (place, time) in sent.enumerated() where place >= 20 {
        // A full bucket of 20, one more every 3 minutes.
        for earlier in 0...(place - 20) {
          let came = (time - sent[earlier]) / 180_000
          #expect(place - earlier + 1 <= 20 + came, "the \(place)th after the \(earlier)th")
        }
      }
    },
  ]
}
