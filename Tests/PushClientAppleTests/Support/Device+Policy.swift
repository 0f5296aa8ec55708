import PushClient

extension Device {
  static let policy: ClientPolicy = {
    var policy = ClientPolicy()
    policy.app = "parcel"
    policy.publishableID = "pk-parcel"
    policy.moments = ["order_placed": "We tell you when your parcel moves."]
    policy.reoffer = ReofferPolicy(after: 60, times: 2)
    policy.classes["order_shipped"] = alert(.account, [.banner, .list, .sound, .badge]) {
      $0.inbox = true
      $0.category = "order_updates"
    }
    policy.classes["security"] = alert(.installation, [.banner, .list, .sound])
    policy.classes["promo"] = alert(.public, [])
    policy.classes["orders_changed"] = silent(.account, "GET /v1/orders")
    policy.classes["prices_changed"] = silent(.installation, "GET /v1/prices")
    policy.destinations["home"] = DestinationPolicy()
    policy.destinations["order"] = place { place in
      place.parameters = ["order": "id"]
      place.accountRequired = true
      place.path = "orders/{order}"
    }
    policy.destinations["offers"] = place { $0.path = "offers" }
    policy.categories["order_updates"] = [
      action("track") { action in
        action.foreground = true
        action.authenticationRequired = true
      },
      action("mute") { $0.isKey = true },
      action("reply") { action in
        action.textInput = true
        action.destructive = true
      },
    ]
    policy.tasks["com.example.refresh"] = task(.refresh) { $0.earliestBegin = 3_600 }
    policy.tasks["com.example.upload"] = task(.processing) { task in
      task.network = true
      task.power = true
    }
    policy.links.hosts = ["parcel.example.com"]
    policy.links.schemes = ["parcel"]
    return policy
  }()

  static func alert(
    _ audience: ClassPolicy.Audience, _ foreground: [Presentation],
    _ change: (inout ClassPolicy) -> Void = { _ in }
  ) -> ClassPolicy {
    var made = ClassPolicy()
    made.audience = audience
    made.foreground = foreground
    change(&made)
    return made
  }

  static func silent(_ audience: ClassPolicy.Audience, _ reconcile: String) -> ClassPolicy {
    var made = ClassPolicy()
    made.kind = .silent
    made.audience = audience
    made.reconcile = reconcile
    return made
  }

  private static func place(_ change: (inout DestinationPolicy) -> Void) -> DestinationPolicy {
    var made = DestinationPolicy()
    change(&made)
    return made
  }

  private static func action(_ id: String, _ change: (inout ActionPolicy) -> Void) -> ActionPolicy {
    var made = ActionPolicy()
    made.id = id
    made.title = id
    change(&made)
    return made
  }

  private static func task(_ kind: TaskPolicy.Kind, _ change: (inout TaskPolicy) -> Void) -> TaskPolicy {
    var made = TaskPolicy()
    made.kind = kind
    change(&made)
    return made
  }
}
