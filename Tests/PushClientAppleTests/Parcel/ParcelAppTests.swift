#if os(Linux)
  import BackgroundTasks
  import Foundation
  import PushClient
  import Testing
  import UserNotifications

  @testable import ParcelExample
  @testable import PushClientApple

  extension AppleTests {
    /// The example app, as it stands in docs/ios.md, run against the stubs of Apple's frameworks and a server.
    @MainActor @Suite struct ParcelAppTests {
      /// What is no comment and not blank, but for the two lines that keep `@main` out of this test.
      static func lines(_ path: String) throws -> [String] {
        let text = try String(contentsOf: Phone.root.appendingPathComponent(path), encoding: .utf8)
        return text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
          !$0.isEmpty && !$0.hasPrefix("//") && $0 != "#if !WITHOUT_MAIN" && $0 != "#endif"
        }
      }

      @Test func theIntegrationIsAtMost40Lines() throws {
        let whole = try Self.lines("Examples/ios/App/ParcelApp.swift")
        let moment = try Self.lines("Examples/ios/App/HomeView.swift").filter { $0.contains("push.reached(") }
        #expect(whole.count > 30)
        #expect(moment.count == 1)
        #expect(whole.count + moment.count <= 40)
      }

      @Test func fromTheFirstLaunchToWhereATapLeads() async throws {
        let phone = try Phone()
        #expect(phone.launch())
        // The profile asks for quiet authorization first; no dialog.
        #expect(phone.center.fakeRequests.map { $0.contains(.provisional) } == [true])
        #expect(phone.registrations == 1)
        Session.shared.signIn("ada", token: "session-of-ada")
        phone.give(token: [0xab, 0x01])
        await until { phone.ios.push.engine?.state.account.binding == .bound }
        let first = try #require(Servers.registrations.first)
        #expect(first["token"] == "ab01" && first["platform"] == "ios")
        #expect(
          Servers.local.requests.contains { $0.headers["authorization"] == "Bearer ticket-of-session-of-ada" }
        )

        // The value moment, the explainer, yes, the system's dialog.
        var body: Any = ParcelApp().body
        try phone.appear(body)
        #expect(Views.sheet(in: body) == nil)
        try Views.press("Place an order", in: body)
        let sheet = try #require(Views.sheet(in: body))
        #expect(
          Views.texts(in: sheet).contains("We tell you when your parcel moves, and about nothing else."))
        #expect(phone.center.fakeRequests.count == 1)
        try Views.press("Yes, tell me", in: sheet)
        #expect(phone.center.fakeRequests.last == [.alert, .sound, .badge])
        #expect(Views.sheet(in: body) == nil)
        await until { Servers.registrations.last?["permission"]["status"] == "authorized" }

        // The system ends the app. A tap starts it, and comes through scene and centre.
        let notification = Phone.shipped("n-1", "8123")
        phone.restart()
        phone.launch()
        let tap = UNNotificationResponse.fake(notification, UNNotificationDefaultActionIdentifier)
        let scene = phone.connectScene(tap)
        #expect(scene.role == .windowApplication)
        var completions = 0
        phone.center.delegate?.userNotificationCenter(phone.center, didReceive: tap) {
          MainActor.assumeIsolated { completions += 1 }
        }
        #expect(completions == 1)
        await until { Orders.known == ["8123"] }
        #expect(ParcelExample.Router.shared.place == .home)
        body = ParcelApp().body
        try phone.appear(body)
        await until { ParcelExample.Router.shared.place == .order(order: "8123") }
        #expect(Views.texts(in: body).contains("Order 8123"))
        #expect(ParcelExample.Router.shared.refreshes == 0)

        // A link ends in the same router.
        try Views.open(try #require(URL(string: "https://parcel.example/offers")), in: body)
        await until { ParcelExample.Router.shared.place == .offers }
      }

      @Test func silentPushesAndBackgroundTasksDoTheirWork() async throws {
        let phone = try Phone()
        Session.shared.signIn("ada", token: "session-of-ada")
        phone.launch()
        phone.give(token: [0xab])
        await until { phone.ios.push.engine?.state.account.binding == .bound }
        #expect(BGTaskScheduler.shared.fakeRegistrations.sorted() == ParcelNames.Tasks.all.sorted())

        // 0: new data. The reconciling of the launch may have fetched the same before: 1, nothing new.
        var results: [UInt] = []
        phone.hand(over: Phone.notification("s-1", "orders_changed", tag: "tag-1")) { results.append($0) }
        await until { !results.isEmpty }
        #expect(results == [0] || results == [1])
        #expect(Orders.known == ["8123"])

        #expect(
          BGTaskScheduler.shared.fakePending.map(\.identifier) == [ParcelNames.Tasks.refreshOrders])
        let refresh = try #require(BGTaskScheduler.shared.fakeRun(ParcelNames.Tasks.refreshOrders))
        await until { refresh.fakeCompletions == [true] }

        Photos.waiting = ["p-1", "p-2"]
        phone.ios.push.submitTask(ParcelNames.Tasks.uploadPhotos)
        let task = try #require(BGTaskScheduler.shared.fakeRun(ParcelNames.Tasks.uploadPhotos))
        await until { task.fakeCompletions == [true] }
        #expect(Photos.waiting == [])
        #expect(Servers.local.requests.contains { $0.path == "/photos/p-2" })
      }

      @Test func scenesOfUIKitLeadToTheSamePlaces() async throws {
        let phone = try Phone()
        Session.shared.signIn("ada", token: "session-of-ada")
        phone.launch()
        phone.give(token: [0xab])
        await until { phone.ios.push.engine?.state.account.binding == .bound && Orders.known == ["8123"] }
        try phone.appear(ParcelApp().body)
        let tap = UNNotificationResponse.fake(
          Phone.shipped("n-1", "8123"), UNNotificationDefaultActionIdentifier)
        _ = phone.connectOwnScene(tap, links: [])
        await until { ParcelExample.Router.shared.place == .order(order: "8123") }
        // The same tap again leads nowhere, a link on.
        let link = try #require(URL(string: "parcel://orders"))
        _ = phone.connectOwnScene(tap, links: [link])
        await until { ParcelExample.Router.shared.place == .orders }
      }

      @Test func theExtrasDoWhatTheGuideSays() async throws {
        let phone = try Phone()
        Session.shared.signIn("ada", token: "session-of-ada")
        phone.ios.push.setUpExtras()
        phone.launch()
        phone.give(token: [0xab])
        await until { phone.ios.push.engine?.state.account.binding == .bound }
        phone.ios.push.remind(of: "8123", at: Date().addingTimeInterval(3_600))
        #expect(phone.center.fakePending.map(\.identifier) == ["order-8123-shipped"])
        // Another part of the app is the delegate.
        let own = OwnCenterDelegate(phone.ios.push)
        var shown: [UNNotificationPresentationOptions] = []
        for notification in [
          Phone.shipped("n-1", "8123"), Phone.notification("n-2", "order_shipped", tag: "of-bob"),
          Phone.foreign,
        ] {
          own.userNotificationCenter(phone.center, willPresent: notification) { options in
            MainActor.assumeIsolated { shown.append(options) }
          }
        }
        await until { shown.count == 3 }
        #expect(shown.contains([.banner, .list, .sound, .badge]))
        #expect(shown.contains([]))
        #expect(shown.contains([.banner]))
        // Signed out, what was planned for the account goes.
        Session.shared.signOut()
        #expect(phone.center.fakePending.isEmpty)
      }

      @Test func aRefusalLeavesARowThatLeadsToSettings() throws {
        let phone = try Phone()
        phone.center.fakeSettings = .fake(.denied)
        phone.launch()
        let body = ParcelApp().body
        try Views.press("Place an order", in: body)
        #expect(Views.sheet(in: body) == nil)
        try Views.press("Notifications are off. Open Settings", in: body)
        #expect(phone.opened.count == 1)
      }

      @Test func theServiceWithholdsWhatIsOfAnotherAccount() async throws {
        let phone = try Phone()
        Session.shared.signIn("ada", token: "session-of-ada")
        phone.launch()
        phone.give(token: [0xab])
        await until { phone.ios.push.engine?.state.account.binding == .bound }
        var titles: [String] = []
        for (id, tag) in [("n-1", "tag-1"), ("n-2", "of-bob")] {
          let request = Phone.notification(id, "order_shipped", tag: tag).request
          NotificationService().didReceive(request) { titles.append($0.title) }
        }
        #expect(titles == ["On its way", ""])
      }

      @Test func theMacAppLaunchesAndRegisters() async throws {
        let phone = try Phone(.macos)
        let mac = phone.launchMac()
        #expect(phone.macRegistrations == 1)
        Session.shared.signIn("ada", token: "session-of-ada")
        mac.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data([0xcd]))
        await until { mac.push.engine?.state.account.binding == .bound }
        #expect(Servers.registrations.last?["platform"] == "macos")
        let body = ParcelMacApp().body
        try phone.appear(body)
        try Views.press("Place an order", in: body)
        try Views.press("Yes, tell me", in: try #require(Views.sheet(in: body)))
        #expect(phone.center.fakeRequests.last == [.alert, .sound, .badge])

        let before = Servers.local.requests.filter { $0.path == "/orders" }.count
        mac.application(
          .shared,
          didReceiveRemoteNotification: [
            "aps": ["content-available": 1], "pw": ["n": "s-1", "c": "orders_changed", "r": 1, "b": "tag-1"],
          ])
        await until { Servers.local.requests.filter { $0.path == "/orders" }.count > before }
        let tap = UNNotificationResponse.fake(
          Phone.shipped("n-1", "8123"), UNNotificationDefaultActionIdentifier)
        phone.center.delegate?.userNotificationCenter(phone.center, didReceive: tap) {}
        await until { ParcelExample.Router.shared.place == .order(order: "8123") }
      }
    }
  }
#endif
