public import PushClient
public import PushContract

extension ClientPolicy {
  /// What a device goes by, from a profile that was read without errors.
  public init(_ profile: Profile) {
    self.init()
    app = profile.app.name
    publishableID = profile.server.publishableID
    for moment in profile.priming.valueMoments { moments[moment.name] = moment.explainer ?? "" }
    reoffer = profile.priming.reoffer.map { ReofferPolicy(after: $0.after, times: $0.times) }
    provisional = profile.priming.provisional
    for item in profile.classes { classes[item.name] = ClassPolicy(item) }
    for item in profile.destinations { destinations[item.name] = DestinationPolicy(item) }
    if let home = profile.home { self.home = home.name }
    for item in profile.actions { categories[item.id] = item.actions.map { ActionPolicy($0) } }
    for item in profile.channels { channels[item.id] = ChannelPolicy(item) }
    for item in profile.tasks { tasks[item.id] = TaskPolicy(item) }
    links.hosts = profile.app.links.hosts
    links.schemes = profile.app.links.schemes
    receipts = profile.analytics.receipts
  }
}

extension ClassPolicy {
  init(_ item: NotificationClass) {
    self.init()
    kind =
      switch item.kind {
      case .alert: .alert
      case .silent: .silent
      }
    audience =
      switch item.audience {
      case .account: .account
      case .installation: .installation
      case .public: .public
      }
    foreground = item.foreground.map {
      switch $0 {
      case .banner: .banner
      case .list: .list
      case .sound: .sound
      case .badge: .badge
      }
    }
    inbox = item.inbox
    sensitive = item.dataClass == .sensitive
    badge =
      switch item.badge {
      case .none: .none
      case .clear: .clear
      case .value, .parameter: .set
      }
    category = item.category
    channel = item.channel
    reconcile = item.reconcile
  }
}

extension DestinationPolicy {
  init(_ item: PushContract.Destination) {
    self.init()
    for parameter in item.parameters { parameters[parameter.name] = parameter.type.rawValue }
    accountRequired = item.accountRequired
    fallback = item.fallback
    path = item.path?.text
  }
}

extension ActionPolicy {
  init(_ item: ActionCategory.Action) {
    self.init()
    id = item.id
    switch item.title {
    case .text(let template): title = template.literal
    case .localized(let key, _):
      title = key
      isKey = true
    }
    foreground = item.foreground
    destructive = item.destructive
    authenticationRequired = item.authenticationRequired
    textInput = item.textInput
  }
}

extension Template {
  /// The text of a template without parameters: a button has none.
  fileprivate var literal: String {
    parts.map {
      switch $0 {
      case .literal(let text): text
      case .parameter(let name): "{\(name)}"
      }
    }.joined()
  }
}

extension ChannelPolicy {
  init(_ item: Channel) {
    self.init()
    name = item.name
    importance = item.importance.rawValue
    detail = item.description
  }
}

extension TaskPolicy {
  init(_ item: BackgroundTask) {
    self.init()
    kind =
      switch item.kind {
      case .refresh: .refresh
      case .processing: .processing
      }
    network = item.network
    power = item.power
    earliestBegin = item.earliestBegin
    accountBound = item.accountBound
  }
}
