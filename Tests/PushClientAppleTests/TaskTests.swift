import BackgroundTasks
import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct TaskTests {
    let device = Device()
    let refresh = "com.example.refresh"
    let upload = "com.example.upload"
    var scheduler: BGTaskScheduler { .shared }

    @Test func aRunSubmitsTheNextFirstAndCompletesOnce() async throws {
      let pendingInRun = Record<[String]>()
      device.push.onTask(refresh) { work in
        #expect(work.reason == .task(id: "com.example.refresh"))
        try work.perform { pendingInRun.add(BGTaskScheduler.shared.fakePending.map(\.identifier)) }
      }
      device.launch()
      let task = try #require(scheduler.fakeRun(refresh))
      await until { task.fakeCompletions.count == 1 }
      #expect(task.fakeCompletions == [true])
      #expect(pendingInRun.all == [[refresh]])
      let next = try #require(scheduler.fakePending.first)
      let begin = Double(device.timers.now) / 1000 + 3_600
      #expect(next.earliestBeginDate?.timeIntervalSince1970 == begin)
    }

    /// The run is cancelled, and what it does afterwards through the gate has no effect.
    @Test func expirationCancelsTheRunAndNothingHappensAfterwards() async throws {
      let (began, over, ended, database) = (Record<Int>(), Latch(), Record<Bool>(), Record<String>())
      device.push.onTask(refresh) { work in
        try work.perform { database.add("before") }
        began.add(1)
        await over.wait()
        _ = try? work.gate.perform { database.add("after") }
        _ = try? work.perform { database.add("after, politely") }
        ended.add(Task.isCancelled)
      }
      device.launch()
      let task = try #require(scheduler.fakeRun(refresh))
      await until { began.count == 1 }
      task.fakeExpire()
      #expect(task.fakeCompletions == [false])
      over.open()
      await until { ended.count == 1 }
      await calm()
      #expect(ended.all == [true])
      #expect(database.all == ["before"])
      #expect(task.fakeCompletions == [false])
    }

    @Test func workThatThrowsIsNoSuccess() async throws {
      device.push.onTask(refresh) { _ in throw URLError(.timedOut) }
      device.launch()
      let task = try #require(scheduler.fakeRun(refresh))
      await until { task.fakeCompletions.count == 1 }
      #expect(task.fakeCompletions == [false])
    }

    @Test func processingSaysWhatItNeeds() throws {
      device.push.onTask(upload) { _ in }
      device.launch()
      device.push.submitTask(upload)
      device.push.submitTask(upload)
      let request = try #require(scheduler.fakePending.first as? BGProcessingTaskRequest)
      #expect(scheduler.fakePending.count == 1)
      #expect(request.requiresNetworkConnectivity && request.requiresExternalPower)
    }

    @Test func theSystemsErrorsAreTheCoresWords() {
      device.push.onTask(refresh) { _ in }
      device.launch()
      scheduler.fakeFaults = [.unavailable]
      device.push.submitTask(refresh)
      #expect(device.state.tasks.postponed == [refresh])
      device.enterBackground()
      device.becomeActive()
      #expect(scheduler.fakePending.map(\.identifier) == [refresh])

      scheduler.fakeFaults = [.notPermitted]
      device.push.submitTask(refresh)
      #expect(device.state.tasks.disabled == [refresh])
      let submissions = scheduler.fakeSubmissions.count
      device.push.submitTask(refresh)
      #expect(scheduler.fakeSubmissions.count == submissions)
      #expect(device.log("task_not_permitted") == [refresh])
      #expect(SystemTasks.word(2) == "too_many")
      #expect(SystemTasks.word(4) == "code_4")
    }

    @Test func aHandlerThatIsSetAfterTheLaunchIsNoHandler() {
      device.launch()
      device.push.onTask(refresh) { _ in }
      device.push.submitTask(refresh)
      #expect(scheduler.fakeRegistrations == [])
      #expect(device.log("task_not_registered") == [refresh])
    }

    @Test func aRunOfAnIdThatTheSystemKnowsTwiceNeverReachesItTwice() {
      let tasks = SystemTasks()
      #expect(tasks.register(refresh) { _ in })
      #expect(!tasks.register(refresh) { _ in })
      #expect(scheduler.fakeRegistrations == [refresh])
    }

    @Test func anExpirationBeforeAnybodyListensIsHeard() {
      let tasks = SystemTasks()
      let heard = Record<Int>()
      let runs = Runs()
      _ = tasks.register(refresh) { runs.all.append($0) }
      let task = scheduler.fakeRun(refresh)
      task?.fakeExpire()
      runs.all.first?.onExpiration { heard.add(1) }
      #expect(heard.count == 1)
      runs.all.first?.complete(success: false)
      runs.all.first?.complete(success: true)
      #expect(task?.fakeCompletions == [false])
    }

    @MainActor private final class Runs { var all: [any SystemRun] = [] }
  }
}
