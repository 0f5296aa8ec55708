import PushContract
import Testing

struct RoutingTextTests {
  @Test(arguments: [
    ("Order orders/8123 is here", "orders/8123", "a path"),
    ("See /orders", "/orders", "a path"),
    ("Order #8123 is here.", "#8123", "an id"),
    ("Ticket #A7-33", "#A7-33", "an id"),
    ("(ref ord_8f3k)", "ord_8f3k", "an id"),
    ("order-8123 shipped", "order-8123", "an id"),
    ("Invoice INV-2024-001.", "INV-2024-001", "an id"),
    ("Ref 8f3k2j1x9q", "8f3k2j1x9q", "an id"),
    ("Open 0E4E27F0-90a0-4b71-8f64-cf2c4b4b2c3a!", "0E4E27F0-90a0-4b71-8f64-cf2c4b4b2c3a", "a UUID"),
    ("http://x.y", "http://x.y", "a link"),
    ("https://parcel.example/orders?id=1", "https://parcel.example/orders?id=1", "a link"),
    ("Tap myapp://orders/1", "myapp://orders/1", "a link"),
    ("Tap myapp:/orders", "myapp:/orders", "a link"),
    ("Mail mailto:a@b.example", "mailto:a@b.example", "a link"),
    ("//cdn.example/x", "//cdn.example/x", "a link"),
    ("on parcel.com.", "parcel.com", "a link"),
    ("WWW.Parcel.Shop", "WWW.Parcel.Shop", "a link"),
    ("parcel.xn/track", "parcel.xn/track", "a link"),
    ("„parcel.example“", "parcel.example", "a link"),
    ("bücher.example/neu", "bücher.example/neu", "a link"),
    ("order=8123", "order=8123", "a query"),
  ])
  func routingDataIsFound(text: String, quote: String, kind: String) {
    let found = RoutingText.findings(in: text)
    #expect(found.map(\.quote) == [quote])
    #expect(found.map(\.kind) == [kind])
  }

  @Test(arguments: [
    "Your parcel is on its way", "It arrives on 24/12, between 8:00 and 10:30.", "Open 24/7, and/or on call",
    "You're #1!", "5.5 km/h", "Costs 3.50 €/kg", "COVID-19, Wi-Fi and AC/DC", "iPhone 15 Pro Max",
    "e.g. a U.S. holiday…", "Node.js", "Well...done", "2025-11-30", "v1.2.3", "Code: 123456", "A=B",
    "50% off",
    "Hello, José! 你好 👋", "Questions? help@parcel.com", "Step 2/3", "Total:5 items", "w/ friends",
    "+49 30 1234567",
    "", ".", "#", "/", "://", "a/", "@", "=1",
  ])
  func wordsAreLeftAlone(text: String) {
    #expect(RoutingText.findings(in: text) == [])
  }

  @Test func parametersInPlaceOfValuesAreFound() throws {
    let cases = [
      ("Track orders/{order}", ["orders/{order}"]), ("Order #{order}", ["#{order}"]),
      ("ord_{order}", ["ord_{order}"]), ("id={order}", ["id={order}"]),
      ("https://{host}/{path}", ["https://{host}/{path}"]), ("app:{place}", ["app:{place}"]),
      ("{done}/{total} done", []), ("{name}: {count} new", []), ("{shop}.", []), ("{a}-{b}", []),
    ]
    for (text, quotes) in cases {
      let template = try Template(parsing: text)
      #expect(RoutingText.findings(in: template).map(\.quote) == quotes, "\(text)")
    }
  }
}
