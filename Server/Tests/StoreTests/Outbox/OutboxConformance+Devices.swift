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
  ]
}
