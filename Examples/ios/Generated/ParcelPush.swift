// Made by `pushwire generate swift` from the app's profile, pushwire.yaml.
// Not to be edited: change the profile and run the command again.
// swift-format-ignore-file

import PushClient

/// The places that a tap or a link leads to.
enum ParcelDestination: Hashable, Sendable {
  case home
  case offers
  /// For somebody who is signed in.
  case order(order: String)
  /// For somebody who is signed in.
  case orders
  case signIn(request: String)
}

extension ParcelDestination {
  /// Nil where the name is unknown, or a parameter is missing or not of its type.
  init?(_ destination: PushClient.Destination) {
    switch destination.name {
    case "home":
      self = .home
    case "offers":
      self = .offers
    case "order":
      guard let order = DestinationValue.id(destination.parameters["order"])
      else { return nil }
      self = .order(order: order)
    case "orders":
      self = .orders
    case "sign_in":
      guard let request = DestinationValue.id(destination.parameters["request"])
      else { return nil }
      self = .signIn(request: request)
    default:
      return nil
    }
  }

  /// As the client and the payloads name it.
  var destination: PushClient.Destination {
    switch self {
    case .home:
      return PushClient.Destination("home")
    case .offers:
      return PushClient.Destination("offers")
    case .order(let order):
      return PushClient.Destination("order", ["order": order])
    case .orders:
      return PushClient.Destination("orders")
    case .signIn(let request):
      return PushClient.Destination("sign_in", ["request": request])
    }
  }

  /// The address of a link that leads here; nil where none does.
  var link: String? {
    let path: String?
    switch self {
    case .home:
      path = nil
    case .offers:
      path = DestinationValue.path(["offers"])
    case .order(let order):
      path = DestinationValue.path(["orders", order])
    case .orders:
      path = DestinationValue.path(["orders"])
    case .signIn:
      path = nil
    }
    return path.map { "https://parcel.example/" + $0 }
  }
}

/// Names of the profile.
enum ParcelNames {
  /// The value moments: tell the client when one is reached.
  enum Moments {
    static let deliveryAsked = "delivery_asked"
    static let orderPlaced = "order_placed"
  }

  /// The classes of notification.
  enum Classes {
    static let orderShipped = "order_shipped"
    static let ordersChanged = "orders_changed"
    static let promo = "promo"
    static let signInCode = "sign_in_code"
  }

  /// The categories of buttons.
  enum Categories {
    static let orderUpdates = "order_updates"
  }

  /// The buttons.
  enum Actions {
    static let mute = "mute"
    static let track = "track"
  }

  /// Android's notification channels.
  enum Channels {
    static let offers = "offers"
    static let orders = "orders"
    static let security = "security"
  }

  /// The background tasks, by the ids that the system knows.
  enum Tasks {
    static let refreshOrders = "com.example.parcel.refresh-orders"
    static let uploadPhotos = "com.example.parcel.upload-photos"

    /// All of them: `BGTaskSchedulerPermittedIdentifiers` lists the same.
    static let all = [refreshOrders, uploadPhotos]
  }
}

extension ClientPolicy {
  /// What the device goes by.
  static let parcel: ClientPolicy = {
    var policy = ClientPolicy()
    policy.app = "Parcel"
    policy.provisional = true
    policy.home = "home"
    policy.moments["delivery_asked"] = "Hear the moment the courier is at the door."
    policy.moments["order_placed"] = "We tell you when your parcel moves, and about nothing else."
    policy.reoffer = ReofferPolicy(after: 1209600, times: 2)
    policy.classes["order_shipped"] = made(ClassPolicy()) {
      $0.audience = .account
      $0.foreground = [.banner, .list, .sound, .badge]
      $0.inbox = true
      $0.badge = .set
      $0.category = "order_updates"
      $0.channel = "orders"
    }
    policy.classes["orders_changed"] = made(ClassPolicy()) {
      $0.kind = .silent
      $0.audience = .account
      $0.reconcile = "GET /v1/orders?changed=1"
    }
    policy.classes["promo"] = made(ClassPolicy()) {
      $0.audience = .public
      $0.inbox = true
      $0.channel = "offers"
    }
    policy.classes["sign_in_code"] = made(ClassPolicy()) {
      $0.audience = .account
      $0.foreground = [.banner, .sound]
      $0.sensitive = true
      $0.channel = "security"
    }
    policy.destinations["home"] = DestinationPolicy()
    policy.destinations["offers"] = made(DestinationPolicy()) {
      $0.fallback = "home"
      $0.path = "offers"
    }
    policy.destinations["order"] = made(DestinationPolicy()) {
      $0.parameters["order"] = "id"
      $0.accountRequired = true
      $0.fallback = "orders"
      $0.path = "orders/{order}"
    }
    policy.destinations["orders"] = made(DestinationPolicy()) {
      $0.accountRequired = true
      $0.fallback = "home"
      $0.path = "orders"
    }
    policy.destinations["sign_in"] = made(DestinationPolicy()) {
      $0.parameters["request"] = "id"
      $0.fallback = "home"
    }
    policy.channels["offers"] = made(ChannelPolicy()) {
      $0.name = "Offers"
      $0.importance = "low"
    }
    policy.channels["orders"] = made(ChannelPolicy()) {
      $0.name = "Orders"
      $0.importance = "high"
      $0.detail = "Where your parcels are"
    }
    policy.channels["security"] = made(ChannelPolicy()) {
      $0.name = "Sign-in"
      $0.importance = "high"
    }
    policy.tasks["com.example.parcel.refresh-orders"] = made(TaskPolicy()) {
      $0.earliestBegin = 14400
      $0.accountBound = true
    }
    policy.tasks["com.example.parcel.upload-photos"] = made(TaskPolicy()) {
      $0.kind = .processing
      $0.network = true
      $0.power = true
    }
    policy.categories["order_updates"] = [
      made(ActionPolicy()) {
        $0.id = "track"
        $0.title = "Track"
        $0.foreground = true
      },
      made(ActionPolicy()) {
        $0.id = "mute"
        $0.title = "ACTION_MUTE"
        $0.isKey = true
        $0.authenticationRequired = true
      },
    ]
    policy.links.hosts = ["parcel.example", "www.parcel.example"]
    policy.links.schemes = ["parcel"]
    return policy
  }()
}

private func made<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
