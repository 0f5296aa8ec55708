import TestSupport
import Testing

@testable import Emulators

@Suite struct DeviceInboxTests {
  @Test func storesOneAndReplacesByCollapseID() {
    var bench = APNsBench()
    #expect(bench.outcome(["apns-collapse-id": "score"]) == "accepted")
    #expect(bench.outcome() == "accepted")
    #expect(bench.outcome(["apns-collapse-id": "score"]) == "accepted")
    #expect(bench.apns.inbox(of: APNsBench.token).arrived.map(\.collapseID) == [nil, "score"])

    bench.apns.set(isOnline: false, token: APNsBench.token, now: bench.now)
    #expect(bench.outcome(["apns-expiration": "0"]) == "accepted")
    #expect(bench.apns.inbox(of: APNsBench.token).stored.isEmpty)
    #expect(bench.outcome() == "accepted")
    let newest = bench.send(APNsBench.request()).header("apns-id")
    var inbox = bench.apns.inbox(of: APNsBench.token)
    #expect(inbox.stored.values.map(\.id) == [newest])
    #expect(inbox.discarded == 2)
    bench.apns.set(isOnline: true, token: APNsBench.token, now: bench.now)
    inbox = bench.apns.inbox(of: APNsBench.token)
    #expect(inbox.arrived.last?.id == newest)
    #expect(inbox.stored.isEmpty)
  }

  @Test func forgetsWhatExpiredInStore() {
    var bench = APNsBench()
    bench.apns.set(isOnline: false, token: APNsBench.token, now: bench.now)
    #expect(bench.outcome(["apns-expiration": "\(day / 1000 + 60)"]) == "accepted")
    bench.apns.set(isOnline: true, token: APNsBench.token, now: day + 60_000)
    #expect(bench.apns.inbox(of: APNsBench.token).arrived.isEmpty)
    #expect(bench.apns.inbox(of: APNsBench.token).discarded == 1)
  }

  /// Whatever happens to a device, each accepted notification is in exactly one place, and no bundle has
  /// two stored.
  @Test func losesNothingOnARandomWalk() {
    var random = Fuzz.random("device inbox walk")
    var bench = APNsBench()
    var accepted = 0
    for step in 0..<3000 {
      bench.now += Int64(random.next() % 100)
      switch random.next() % 8 {
      case 0: bench.apns.set(isOnline: random.next() % 2 == 0, token: APNsBench.token, now: bench.now)
      case 1:
        bench.apns.set(
          random.next() % 2 == 0 ? .valid : .throttled(until: bench.now + 50), token: APNsBench.token)
      default:
        let expiration = [nil, "0", "\(bench.now / 1000 + 1)"][Int(random.next() % 3)]
        if bench.outcome(["apns-expiration": expiration]) == "accepted" { accepted += 1 }
      }
      let inbox = bench.apns.inbox(of: APNsBench.token)
      let held = inbox.arrived.count + inbox.stored.count + inbox.discarded
      #expect(
        accepted <= DeviceInbox.capacity ? held == accepted : held <= accepted,
        "seed \(Fuzz.seed) step \(step)")
      #expect(inbox.stored.count <= 1, "seed \(Fuzz.seed) step \(step)")
    }
    #expect(accepted > 1000)
  }
}
