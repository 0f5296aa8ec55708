import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct WorkTests {
    let device = Device()

    @Test func newDataAndNoDataAreTold() async {
      device.push.onSilentPush { work in
        #expect(work.reason == .push(notificationClass: "prices_changed", notification: "n-1"))
        return work.data["shop"].string == "s-1" ? .newData : .noData
      }
      device.launch()
      let done = device.fetch(
        Device.payload("n-1", "prices_changed", data: ["shop": "s-1"], silent: true))
      await until { done.count == 1 }
      #expect(done.all == [.newData])
      #expect(device.state.receipts.waiting.receipts.map(\.kind) == ["received", "completed"])
    }

    @Test func withoutAHandlerThereIsNoData() {
      device.launch()
      let done = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      #expect(done.all == [.noData])
      #expect(device.log("no_silent_handler") == ["prices_changed"])
    }

    @Test func workThatThrowsHasFailed() async {
      device.push.onSilentPush { _ in throw URLError(.timedOut) }
      device.launch()
      let done = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      await until { done.count == 1 }
      #expect(done.all == [.failed])
    }

    /// The work is cancelled, and what it does afterwards through the gate has no effect.
    @Test func expiryCancelsTheWorkAndNothingHappensAfterwards() async {
      let (began, over, ended) = (Record<Int>(), Latch(), Record<Bool>())
      let database = Record<String>()
      device.push.onSilentPush { work in
        try work.perform { database.add("before") }
        began.add(1)
        await over.wait()
        // Stubborn work that does not look whether it is cancelled: the gate is closed all the same.
        let outcome = Result { try work.gate.perform { database.add("after") } }
        _ = try? work.perform { database.add("after, politely") }
        ended.add(Task.isCancelled && work.isOver && (try? outcome.get()) == nil)
        return .newData
      }
      device.launch()
      let done = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      await until { began.count == 1 }
      device.timers.advance(ClientConstant.workBudget - 1)
      #expect(done.count == 0)
      device.timers.advance(1)
      #expect(done.all == [.failed])
      over.open()
      await until { ended.count == 1 }
      await calm()
      #expect(ended.all == [true])
      #expect(database.all == ["before"])
      #expect(done.all == [.failed])
      let receipts = device.state.receipts.waiting.receipts
      #expect(receipts.last?.result == "expired")
      #expect(receipts.last?.milliseconds == ClientConstant.workBudget)
    }

    /// What has ended by itself has no effects later either.
    @Test func finishedWorkHasNoEffectsLater() async {
      let (leaked, ended) = (Latch(), Record<Bool>())
      device.push.onSilentPush { work in
        Task.detached {
          await leaked.wait()
          ended.add((try? work.perform { true }) ?? false)
        }
        return .newData
      }
      device.launch()
      let done = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      await until { done.count == 1 }
      leaked.open()
      await until { ended.count == 1 }
      #expect(ended.all == [false])
    }

    @Test func overlappingPushesHaveTheirOwnCompletions() async {
      let latches = ["n-1": Latch(), "n-2": Latch()]
      device.push.onSilentPush { work in
        guard case .push(_, let id?) = work.reason else { return .failed }
        await latches[id]?.wait()
        return id == "n-1" ? .newData : .noData
      }
      device.launch()
      let first = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      let second = device.fetch(Device.payload("n-2", "prices_changed", silent: true))
      let repeated = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      #expect(repeated.all == [.noData])
      latches["n-2"]?.open()
      await until { second.count == 1 }
      #expect(first.count == 0)
      latches["n-1"]?.open()
      await until { first.count == 1 }
      #expect(first.all == [.newData] && second.all == [.noData])
    }

    @Test func logoutEndsTheAccountsWork() async {
      await device.launchRegistered()
      let (began, over, late) = (Record<Int>(), Latch(), Record<Bool>())
      device.push.onSilentPush { work in
        began.add(1)
        await over.wait()
        late.add((try? work.perform { true }) ?? false)
        return .newData
      }
      device.push.logIn("alice")
      await until { device.state.account.binding == .bound }
      let done = device.fetch(Device.payload("n-1", "orders_changed", tag: "tag-1", silent: true))
      await until { began.count == 1 }
      device.push.logOut()
      #expect(done.all == [.failed])
      over.open()
      await until { late.count == 1 }
      #expect(late.all == [false])
    }

    /// In the background a reconcile has what time the system gives, and is cancelled with it.
    @Test func theEndOfBackgroundTimeCancelsAReconcile() async {
      let (began, over, late) = (Record<Int>(), Latch(), Record<Bool>())
      device.push.onReconcile { work in
        began.add(1)
        await over.wait()
        late.add((try? work.perform { true }) ?? false)
      }
      device.application.fakeState = .background
      device.launch()
      await until { began.count == 1 }
      #expect(device.application.fakeOpenHolds.contains("pushwire.reconcile"))
      device.application.fakeExpireHolds()
      #expect(device.application.fakeOpenHolds == [])
      over.open()
      await until { late.count == 1 }
      #expect(late.all == [false])
      #expect(device.log("reconcile_expired").count == 1)
    }

    @Test func aStateThatCannotBeSavedAnswersWhoeverWaits() throws {
      let began = Record<Int>()
      device.push.onSilentPush { _ in
        began.add(1)
        return .newData
      }
      device.launch()
      try FileManager.default.removeItem(at: device.folder)
      try Data().write(to: device.folder)
      let fetched = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      let shown = device.present(Device.notification(Device.payload("n-2", "security")))
      let tapped = device.respond(Device.payload("n-3", "promo", to: "offers"))
      #expect(fetched.all == [.failed])
      #expect(shown.all == [[]])
      #expect(tapped.count == 1)
      #expect(began.count == 0)
      #expect(!device.log("state_unsaved").isEmpty)
      #expect(device.state.taps.waiting == [])
    }
  }
}
