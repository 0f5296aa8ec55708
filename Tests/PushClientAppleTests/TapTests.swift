import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct TapTests {
    let device = Device()

    @Test func theAppsWordCountsWhenItOpens() async {
      let asked = Record<Destination>()
      device.access = { destination in
        asked.add(destination)
        return .forbidden
      }
      device.install()
      await device.launchRegistered(account: "alice")
      let router = Router(device.push)
      _ = device.respond(Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"]))
      device.push.ready()
      await until { !router.places.isEmpty }
      #expect(asked.all == [Destination("order", ["order": "1"])])
      #expect(router.places == ["home"])
    }

    @Test func anAppThatDoesNotAnswerSendsThePersonHome() async {
      let latch = Latch()
      device.access = { _ in
        await latch.wait()
        return .allowed
      }
      device.install()
      await device.launchRegistered(account: "alice")
      let router = Router(device.push)
      device.push.ready()
      _ = device.respond(Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"]))
      device.timers.advance(Limits.access)
      await until { !router.places.isEmpty }
      latch.open()
      await calm()
      #expect(router.places == ["home"])
      #expect(device.log("authorization_late").count == 1)
    }

    @Test func aTypedPlaceComesWithItsModeAndAction() async {
      enum Place: Hashable, Sendable {
        case home
        case order(String)
        init?(_ destination: Destination) {
          switch destination.name {
          case "home": self = .home
          case "order":
            guard let order = destination.parameters["order"] else { return nil }
            self = .order(order)
          default: return nil
          }
        }
      }
      await device.launchRegistered(account: "alice")
      device.push.ready()
      device.push.showing(Destination("order", ["order": "1"]))
      var places = device.push.navigations(Place.init).makeAsyncIterator()
      _ = device.respond(
        Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"]), "track")
      let first = await places.next()
      #expect(first?.place == .order("1"))
      #expect(first?.mode == .refresh)
      #expect(first?.action == "track")
      // The app's code knows less than the policy: home, and it is told.
      _ = device.respond(Device.payload("n-2", "promo", to: "offers"))
      #expect(await places.next()?.place == .home)
    }

    @Test func aRouterThatGoesTakesNothingWithIt() async {
      device.launch()
      device.push.ready()
      let first = Router(device.push)
      await calm()
      first.end()
      await until { !device.state.session.isReady }
      _ = device.respond(Device.payload("n-1", "promo", to: "offers"))
      await calm()
      #expect(first.places == [])
      let second = Router(device.push)
      device.push.ready()
      await until { second.places == ["offers"] }
    }

    @Test func aSecondRouterTakesThePlaceOfTheFirst() async {
      device.launch()
      device.push.ready()
      let first = Router(device.push)
      await calm()
      let second = Router(device.push)
      await calm()
      #expect(device.state.session.isReady)
      _ = device.respond(Device.payload("n-1", "promo", to: "offers"))
      await until { second.places == ["offers"] }
      #expect(first.places == [])
    }

    @Test func aRouterThatWasReplacedWhileItWorkedGetsNothingMore() async {
      device.launch()
      device.push.ready()
      var first = device.push.navigations { $0 }.makeAsyncIterator()
      let second = Router(device.push)
      _ = device.respond(Device.payload("n-1", "promo", to: "offers"))
      #expect(await first.next()?.place == nil)
      await until { second.places == ["offers"] }
    }

    @Test func linksAndTapsMeetInOneResolver() async throws {
      await device.launchRegistered(account: "alice")
      let router = Router(device.push)
      device.push.ready()
      device.push.openLink(try #require(URL(string: "https://parcel.example.com/orders/8123")))
      await until { router.taken.count == 1 }
      _ = device.respond(Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "8123"]))
      await until { router.taken.count == 2 }
      #expect(router.taken[0].place == router.taken[1].place)
      device.push.openLink(try #require(URL(string: "https://elsewhere.example.com/orders/1")))
      await until { router.taken.count == 3 }
      #expect(router.places.last == "home")
    }

    @Test func aSceneBringsLinksAndActivities() async {
      device.launch()
      device.connectScene(
        urls: ["parcel://offers"], webpages: ["https://parcel.example.com/offers"],
        others: ["com.example.edit"])
      #expect(device.state.taps.waiting.map(\.destination.name) == ["offers", "offers"])
    }

    @Test func aDismissalIsCountedAndCompleted() {
      device.launch()
      let done = device.respond(
        Device.payload("n-1", "promo", to: "offers"), UNNotificationDismissActionIdentifier)
      #expect(done.count == 1)
      #expect(device.state.taps.waiting == [])
      #expect(device.metrics.all.contains(ClientMetric("tap", "dismissed")))
    }

    @Test func withoutALaunchTheResponseIsCompletedInTime() {
      let done = Record<Bool>()
      let notification = Device.notification(Device.payload("n-1", "promo", to: "offers"))
      device.push.didReceive(.fake(notification, UNNotificationDefaultActionIdentifier)) { done.add(true) }
      device.timers.advance(Limits.response)
      #expect(done.count == 1)
      device.launch()
      #expect(done.count == 1)
      #expect(device.state.taps.waiting.map(\.destination.name) == ["offers"])
    }

    @Test func aForeignResponseIsLeftToItsOwner() {
      device.launch()
      let done = Record<Bool>()
      let foreign = UNNotificationResponse.fake(
        Device.notification(["aps": ["alert": "x"]]), UNNotificationDefaultActionIdentifier)
      #expect(!device.push.didReceive(foreign, othersTakeForeign: true) { done.add(true) })
      #expect(done.count == 0)
      #expect(device.push.didReceive(foreign) { done.add(true) })
      #expect(done.count == 1)
    }
  }
}
