import PushContract

/// The JSON of FCM v1. Firebase, REST reference, projects.messages.
extension TemplateCompiler {
  /// The whole request body.
  mutating func fcmBody(
    _ text: VisibleText, _ platforms: FCMTemplate.Platforms, package: String?, label: String?
  ) throws(ComposeError) {
    let source = source
    let label = source.analyticsLabel ?? label
    if let label { try checkLabel(label) }
    let both = platforms == [.android, .apple]
    try object { body throws(ComposeError) in
      body.key("validate_only")
      body.list.add(.validateOnly)
      try body.object("message") { message throws(ComposeError) in
        message.target()
        if platforms.contains(.android) {
          // To one platform the common fields say it all. With Apple parts beside them, everything
          // stands under `android`, or Apple devices would get it twice.
          if !both {
            try message.fcmData()
            try message.commonNotification(text)
          }
          try message.object("android") { android throws(ComposeError) in
            try android.androidOptions(package)
            if both { try android.fcmData() }
            if source.kind == .alert { try android.androidNotification(text, complete: both) }
          }
        }
        if platforms.contains(.apple) { try message.appleParts(text) }
        if let label {
          try message.object("fcm_options") { options in options.member("analytics_label", label) }
        }
      }
    }
  }

  private mutating func target() {
    // Written by the target itself: name and value differ from push to push.
    separate()
    list.add(.target)
  }

  private mutating func androidOptions(_ package: String?) throws(ComposeError) {
    if let key = source.fcmCollapseKey { member("collapse_key", key) }
    member("priority", source.priority == .high ? "HIGH" : "NORMAL")
    key("ttl")
    list.add("\"")
    list.add(.timeToLive)
    list.add("s\"")
    if let package { member("restricted_package_name", package) }
    try androidDelivery()
  }

  /// Flat strings: Pushwire's keys and the class's own.
  private mutating func fcmData() throws(ComposeError) {
    let source = source
    try DataKeys.check(source, keptBy: .fcm)
    key("data")
    list.add(.measure, 0)
    try object { data throws(ComposeError) in
      let root = WireKey.root + "."
      data.key(root + WireKey.notification)
      data.list.add("\"")
      data.list.add(.notification)
      data.list.add("\"")
      data.member(root + WireKey.notificationClass, source.name)
      data.member(root + WireKey.revision, "\(source.revision)")
      data.binding(root + WireKey.binding)
      if let route = source.destination {
        data.member(root + WireKey.destination, route.destination)
        for argument in route.arguments {
          try data.member(
            root + WireKey.parameters + "." + argument.name,
            Template(parts: [.parameter(argument.parameter)]))
        }
      }
      for entry in source.data { try data.member(entry.name, entry.value) }
    }
    list.add(.measureEnd)
  }

  /// `notification`: the texts that are no keys of translations, and the image.
  private mutating func commonNotification(_ text: VisibleText) throws(ComposeError) {
    var title: Template?
    var body: Template?
    if case .text(let template)? = text.title { title = template }
    if case .text(let template)? = text.body { body = template }
    if title == nil && body == nil && text.image == nil { return }
    key("notification")
    list.add(.measure, 0)
    try object { shown throws(ComposeError) in
      if let title { try shown.member("title", title, visible: true) }
      if let body { try shown.member("body", body, visible: true) }
      if let image = text.image { shown.member("image", image) }
    }
    list.add(.measureEnd)
  }

  /// `android.notification`: all texts where `complete`, else those that `notification` cannot say.
  private mutating func androidNotification(
    _ text: VisibleText, complete: Bool
  ) throws(ComposeError) {
    let source = source
    func wanted(_ value: LocalizedText?) -> LocalizedText? {
      if case .text? = value, !complete { return nil }
      return value
    }
    key("notification")
    list.add(.measure, 0)
    try object { shown throws(ComposeError) in
      try shown.localized(
        wanted(text.title), text: "title", key: "title_loc_key", arguments: "title_loc_args")
      try shown.localized(wanted(text.body), text: "body", key: "body_loc_key", arguments: "body_loc_args")
      if complete, let image = text.image { shown.member("image", image) }
      if let channel = source.channel { shown.member("channel_id", channel) }
      if case .key(let template) = source.collapse {
        try shown.member("tag", template)
      } else {
        shown.key("tag")
        shown.list.add("\"")
        shown.list.add(.notification)
        shown.list.add("\"")
      }
      switch source.sound {
      case .none: break
      case .default: shown.member("default_sound", raw: "true")
      case .named(let name), .critical(let name, _): shown.member("sound", name)
      }
      switch source.badge {
      // Android has no badge to clear: the launcher counts what is shown.
      case .none, .clear: break
      case .value(let number): shown.member("notification_count", raw: "\(try shown.badge(number))")
      case .parameter(let name):
        shown.key("notification_count")
        shown.list.add(.number, try shown.badgeParameter(name))
      }
      try shown.androidAppearance(ticker: text.ticker)
    }
    list.add(.measureEnd)
  }

  /// `apns`: what APNs would get directly. Headers are strings here; the topic is FCM's affair.
  private mutating func appleParts(_ text: VisibleText) throws(ComposeError) {
    let source = source
    let hasCollapseID = source.kind == .alert || source.collapse != .none
    try object("apns") { apns throws(ComposeError) in
      try apns.object("headers") { headers in
        headers.member("apns-push-type", source.kind == .silent ? "background" : "alert")
        headers.member("apns-priority", source.kind == .silent ? "5" : "\(source.priority.rawValue)")
        headers.key("apns-expiration")
        headers.list.add("\"")
        headers.list.add(.expiration)
        headers.list.add("\"")
        if hasCollapseID {
          headers.key("apns-collapse-id")
          headers.list.add("\"")
          headers.list.add(.collapse)
          headers.list.add("\"")
        }
      }
      apns.key("payload")
      apns.list.add(.measure, 1)
      try apns.apnsPayload(text)
      apns.list.add(.measureEnd)
      let label = source.apple.analyticsLabel
      if let label { try apns.checkLabel(label) }
      if text.image != nil || label != nil {
        try apns.object("fcm_options") { options in
          if let image = text.image { options.member("image", image) }
          if let label { options.member("analytics_label", label) }
        }
      }
    }
  }

  func checkLabel(_ label: String) throws(ComposeError) {
    guard ProfileName.isAnalyticsLabel(label) else {
      throw ComposeError(
        .badClass, "class \(source.name): the analytics label has 1 to 50 letters, digits and -_.~%",
        field: "analytics_label")
    }
  }
}
