import PushClient

@testable import PushClientTesting

/// A made-up shop with a class of each kind.
enum TestApp {
  static var policy: ClientPolicy {
    var policy = ClientPolicy()
    policy.app = "Shop"
    policy.publishableID = "pub-shop"
    policy.moments = ["order_placed": "We tell you when your order moves."]
    policy.reoffer = ReofferPolicy(after: 60, times: 3)
    var shipped = ClassPolicy()
    shipped.audience = .account
    shipped.foreground = [.banner, .list, .sound]
    shipped.inbox = true
    shipped.category = "orders"
    shipped.channel = "orders"
    var news = ClassPolicy()
    news.audience = .public
    news.foreground = []
    news.channel = "news"
    var changed = ClassPolicy()
    changed.kind = .silent
    changed.audience = .account
    changed.reconcile = "GET /orders"
    policy.classes = ["order_shipped": shipped, "news": news, "orders_changed": changed]
    var order = DestinationPolicy()
    order.parameters = ["order": "id"]
    order.accountRequired = true
    policy.destinations = ["home": DestinationPolicy(), "order": order]
    var track = ActionPolicy()
    track.id = "track"
    track.foreground = true
    var mute = ActionPolicy()
    mute.id = "mute"
    policy.categories = ["orders": [track, mute]]
    policy.channels = ["orders": ChannelPolicy(), "news": ChannelPolicy()]
    var refresh = TaskPolicy()
    refresh.kind = .refresh
    policy.tasks = ["com.example.refresh": refresh]
    policy.links.schemes = ["shop"]
    return policy
  }

  static let order = Destination("order", ["order": "8123"])

  /// A device with the app on it, and all that it talks to in memory.
  static func device(
    _ platform: Platform, _ backend: MemoryBackend, apiLevel: Int = 35,
    _ change: (inout VirtualApp) -> Void = { _ in }
  ) -> VirtualDevice {
    var app = VirtualApp(policy: policy, id: "com.example.shop")
    app.ticket = backend.ticket
    change(&app)
    let device = VirtualDevice(
      platform, app: app, server: backend.server, provider: backend,
      clock: VirtualClock(at: 1_800_000_000_000),
      apiLevel: apiLevel, seed: 7)
    device.person = .agreeable
    return device
  }

  /// The same, opened, permitted and signed in.
  static func ready(_ platform: Platform, _ backend: MemoryBackend) -> VirtualDevice {
    let device = device(platform, backend)
    device.open()
    device.reach(moment: "order_placed")
    device.login("ada")
    device.flush()
    return device
  }
}

extension MemoryBackend {
  /// The receipts of a notification, in order.
  func kinds(_ notification: String) -> [String] {
    receipts.filter { $0.notification == notification }.map { $0.kind }
  }
}
