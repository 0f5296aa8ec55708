import Foundation
import Store
import Testing

@testable import Service

/// What a request costs the thread that reads it: authentication, reading, checking, rendering, and handing
/// over. Prints with `PUSHWIRE_HOTPATH` set; the numbers mean something in an optimised build only.
@Suite struct HotPathTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PUSHWIRE_HOTPATH"] != nil))
  func costsLittle() throws {
    let stage = try ServerStage { $0.submit = { _ in true } }
    let key = try stage.key([.send])
    let ticket = try stage.ticket("user-1")
    let device = StageDevice("device-1")
    measure(stage, "POST /v1/notifications") { number in
      StageRequest(
        "POST", "/v1/notifications", ["Authorization": "Bearer " + key],
        Array(NotifyTests.body.replacing("n-1", with: "n-\(number)").utf8))
    }
    measure(stage, "PUT /v1/installations with a ticket") { number in
      StageRequest(
        "PUT", "/v1/installations/device-\(number)",
        ["Authorization": "Bearer " + ticket, "Pushwire-Installation-Secret": device.secret],
        Array(device.body().utf8))
    }
    measure(stage, "PUT /v1/installations without") { number in
      StageRequest(
        "PUT", "/v1/installations/device-\(number)",
        ["Pushwire-App": "demo", "Pushwire-Installation-Secret": device.secret], Array(device.body().utf8))
    }
    let receipts = #"{"receipts":[{"notification":"n-1","kind":"opened","at":1893456000000}]}"#
    measure(stage, "POST receipts") { number in
      StageRequest(
        "POST", "/v1/installations/device-\(number)/receipts",
        ["Pushwire-Installation-Secret": device.secret], Array(receipts.utf8))
    }
  }

  private func measure(_ stage: ServerStage, _ what: String, _ make: (Int) -> StageRequest) {
    let requests = (0..<5000).map(make)
    for request in requests.prefix(500) { stage.api.dispatch(request) }
    var best = Double.infinity
    for _ in 0..<5 {
      let began = ContinuousClock.now
      for request in requests { stage.api.dispatch(request) }
      let passed = began.duration(to: .now).components
      best = min(best, (Double(passed.seconds) * 1e6 + Double(passed.attoseconds) / 1e12) / 5000)
    }
    print("hot path: \(what) \((best * 100).rounded() / 100) µs")
  }
}
