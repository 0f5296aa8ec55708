import Foundation
import PushClient
import Testing

@testable import ParcelExample

/// The code that `pushwire generate swift` made for the example app.
struct ParcelPushTests {
  @Test func thePolicyIsTheProfiles() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../contract/examples/parcel.policy.json").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let policy = try #require(ClientPolicy(json: try JSONValue(parsing: text)))
    #expect(ClientPolicy.parcel == policy)
  }

  @Test func destinationsAreReadAndWritten() {
    let places: [(ParcelDestination, Destination)] = [
      (.home, Destination("home")), (.offers, Destination("offers")), (.orders, Destination("orders")),
      (.order(order: "8123"), Destination("order", ["order": "8123"])),
      (.signIn(request: "r-1"), Destination("sign_in", ["request": "r-1"])),
    ]
    for (place, destination) in places {
      #expect(ParcelDestination(destination) == place)
      #expect(place.destination == destination)
    }
    #expect(ParcelDestination(Destination("order", ["order": "1", "more": "x"])) == .order(order: "1"))
  }

  @Test func whatIsUnknownMissingOrMalformedIsNone() {
    #expect(ParcelDestination(Destination("basket")) == nil)
    #expect(ParcelDestination(Destination("")) == nil)
    #expect(ParcelDestination(Destination("order")) == nil)
    #expect(ParcelDestination(Destination("order", ["request": "1"])) == nil)
    #expect(ParcelDestination(Destination("order", ["order": "https://evil.example"])) == nil)
    #expect(ParcelDestination(Destination("order", ["order": ""])) == nil)
  }

  @Test func linksLeadToTheirPlaces() {
    #expect(ParcelDestination.order(order: "8123").link == "https://parcel.example/orders/8123")
    #expect(ParcelDestination.order(order: "a:b").link == "https://parcel.example/orders/a%3Ab")
    #expect(ParcelDestination.orders.link == "https://parcel.example/orders")
    #expect(ParcelDestination.order(order: "..").link == nil)
    #expect(ParcelDestination.home.link == nil)
    #expect(ParcelDestination.signIn(request: "1").link == nil)
  }

  @Test func namesAreTheProfiles() {
    let policy = ClientPolicy.parcel
    #expect(policy.moments[ParcelNames.Moments.orderPlaced] != nil)
    #expect(policy.classes[ParcelNames.Classes.ordersChanged]?.kind == .silent)
    #expect(policy.categories[ParcelNames.Categories.orderUpdates]?.first?.id == ParcelNames.Actions.track)
    #expect(policy.channels[ParcelNames.Channels.security] != nil)
    #expect(policy.tasks.keys.sorted() == ParcelNames.Tasks.all.sorted())
  }
}
