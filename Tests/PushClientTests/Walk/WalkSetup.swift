import PushClient

/// What stays the same for one walk: the device's system and the app's policy.
struct WalkSetup {
  var platform = Platform.ios
  /// Android's.
  var apiLevel = 0
  var policy = ClientPolicy()
  /// Whether the system shows its dialog after a provisional grant. Reports differ.
  var asksAfterProvisional = false
  /// An upgraded Android device may have the permission from the start.
  var isGrantedFromStart = false
  /// What the system says before the first question. Android says denied; an adapter may know better.
  var neverAsked = Permission.Status.notDetermined
  /// Events that no adapter would send in this order.
  var isOdd = false
  /// Most of what is sent is silent, and half of it is lost.
  var isMostlySilent = false
  /// The device has lived long: what is bounded is nearly full.
  var isOld = false
  /// The store never fails, and what it has is read again.
  var isReliable = false

  static func random(_ random: inout WalkRandom, platform: Platform? = nil) -> WalkSetup {
    var setup = WalkSetup()
    setup.platform = platform ?? random.pick([.ios, .ios, .ios, .ios, .macos, .android, .android, .android])
    if setup.platform == .android {
      setup.apiLevel = random.chance(2, of: 3) ? 33 + random.below(3) : 26 + random.below(7)
    }
    setup.policy = policy(&random)
    setup.asksAfterProvisional = random.chance(1, of: 2)
    if setup.platform == .android {
      setup.isGrantedFromStart = random.chance(setup.hasDialog ? 1 : 3, of: 4)
      if random.chance(1, of: 2) { setup.neverAsked = .denied }
    }
    setup.isOdd = random.chance(1, of: 3)
    setup.isOld = random.chance(1, of: 6)
    return setup
  }

  var hasDialog: Bool { platform != .android || apiLevel >= 33 }

  // MARK: The app's policy

  static let accounts = [
    "alice", "bob", "cäcilie \u{1F469}\u{200D}\u{1F680}", "ca\u{308}cilie \u{1F469}\u{200D}\u{1F680}",
  ]
  static let moments = ["order_placed", "thread_followed"]

  private static func policy(_ random: inout WalkRandom) -> ClientPolicy {
    var policy = ClientPolicy()
    policy.app = "com.example.parcel"
    policy.publishableID = random.chance(5, of: 6) ? "parcel-public" : nil
    for name in moments { policy.moments[name] = "So that you hear of it." }
    policy.reoffer =
      random.chance(4, of: 5) ? ReofferPolicy(after: random.below(4000), times: 1 + random.below(4)) : nil
    policy.provisional = random.chance(1, of: 4)
    policy.receipts = random.chance(7, of: 8)
    policy.classes = classes(hasPublic: random.chance(3, of: 4))
    policy.destinations = destinations
    policy.categories = ["order_updates": actions]
    policy.channels["orders"] = channel("Orders", "high")
    policy.channels["offers"] = channel("Offers", "low")
    policy.tasks["com.example.refresh"] = task(.refresh, isAccountBound: false)
    policy.tasks["com.example.upload"] = task(.processing, isAccountBound: true)
    policy.links.hosts = ["parcel.example"]
    policy.links.schemes = ["parcel"]
    return policy
  }

  private static func classes(hasPublic: Bool) -> [String: ClassPolicy] {
    var order = ClassPolicy()
    order.audience = .account
    order.foreground = [.banner, .list]
    order.inbox = true
    order.category = "order_updates"
    order.channel = "orders"
    var code = order
    code.foreground = [.banner, .list, .sound]
    code.inbox = false
    code.sensitive = true
    var offer = ClassPolicy()
    offer.audience = hasPublic ? .public : .account
    offer.foreground = [.list]
    offer.channel = "offers"
    var device = ClassPolicy()
    device.audience = hasPublic ? .installation : .account
    device.foreground = []
    device.inbox = true
    var orders = ClassPolicy()
    orders.kind = .silent
    orders.audience = .account
    orders.reconcile = "orders"
    var catalogue = ClassPolicy()
    catalogue.kind = .silent
    catalogue.audience = hasPublic ? .public : .account
    catalogue.reconcile = "catalogue"
    var hint = ClassPolicy()
    hint.kind = .silent
    hint.audience = .account
    return [
      "order_shipped": order, "sign_in_code": code, "promo": offer, "device_note": device,
      "orders_changed": orders, "catalogue_changed": catalogue, "hint": hint,
    ]
  }

  private static let destinations: [String: DestinationPolicy] = {
    var order = DestinationPolicy()
    order.parameters = ["order": "id"]
    order.accountRequired = true
    order.fallback = "orders"
    order.path = "orders/{order}"
    var orders = DestinationPolicy()
    orders.accountRequired = true
    var offers = DestinationPolicy()
    offers.path = "offers"
    var offer = DestinationPolicy()
    offer.parameters = ["number": "integer", "from": "timestamp", "share": "decimal", "new": "boolean"]
    offer.fallback = "offers"
    offer.path = "offers/{number}/{from}/{share}/{new}"
    return ["home": DestinationPolicy(), "order": order, "orders": orders, "offers": offers, "offer": offer]
  }()

  private static let actions: [ActionPolicy] = {
    func action(_ id: String, _ change: (inout ActionPolicy) -> Void) -> ActionPolicy {
      var action = ActionPolicy()
      action.id = id
      action.title = id
      change(&action)
      return action
    }
    return [
      action("track") { $0.foreground = true }, action("archive") { $0.destructive = true },
      action("pay") { $0.authenticationRequired = true }, action("reply") { $0.textInput = true },
    ]
  }()

  private static func channel(_ name: String, _ importance: String) -> ChannelPolicy {
    var channel = ChannelPolicy()
    channel.name = name
    channel.importance = importance
    return channel
  }

  private static func task(_ kind: TaskPolicy.Kind, isAccountBound: Bool) -> TaskPolicy {
    var task = TaskPolicy()
    task.kind = kind
    task.accountBound = isAccountBound
    task.earliestBegin = 900
    return task
  }
}
