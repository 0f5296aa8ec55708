/// What a device goes by: the parts of `pushwire.yaml` that it needs. `pushwire generate` writes one.
public struct ClientPolicy: Coded {
  /// `app.name`: the app's publishable name for the server.
  public var app = ""
  /// `server.publishable_id`; without one a device registers with a ticket only.
  public var publishableID: String?
  /// Value moments by name, with the explainer's text.
  public var moments: [String: String] = [:]
  /// When a declined explainer may come again; nil: never.
  public var reoffer: ReofferPolicy?
  /// Ask for quiet provisional authorization at the first launch (iOS 12).
  public var provisional = false
  public var classes: [String: ClassPolicy] = [:]
  public var destinations: [String: DestinationPolicy] = [:]
  /// The destination where a tap ends that leads nowhere else. It takes no parameters and no account.
  public var home = "home"
  /// Buttons by category.
  public var categories: [String: [ActionPolicy]] = [:]
  public var channels: [String: ChannelPolicy] = [:]
  /// Background tasks by their id.
  public var tasks: [String: TaskPolicy] = [:]
  /// Universal links, app links and schemes that lead into the app.
  public var links = LinkPolicy()
  /// Whether receipts are reported.
  public var receipts = true

  public init() {}

  /// Whether anything is meant for somebody who is not signed in: then a device registers after a logout.
  public var hasPublicClasses: Bool { classes.values.contains { $0.audience != .account } }

  /// Whether anything is kept in an inbox.
  public var hasInbox: Bool { classes.values.contains(where: \.inbox) }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("app", &app)
    coder.field("publishable_id", &publishableID)
    coder.field("moments", &moments)
    coder.field("reoffer", &reoffer)
    coder.field("provisional", &provisional)
    coder.field("classes", &classes)
    coder.field("destinations", &destinations)
    coder.field("home", &home)
    coder.field("categories", &categories)
    coder.field("channels", &channels)
    coder.field("tasks", &tasks)
    coder.field("links", &links)
    coder.field("receipts", &receipts)
  }
}

public struct ReofferPolicy: Coded {
  /// Seconds after a "not now". Two further value moments are needed as well.
  public var after = 0
  /// How often the explainer may be answered in all.
  public var times = 1
  public init() {}
  public init(after: Int, times: Int) {
    self.after = after
    self.times = times
  }
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("after", &after)
    coder.field("times", &times)
  }
}

public struct ClassPolicy: Coded {
  public enum Kind: String, CodedWord { case alert, silent }
  public enum Audience: String, CodedWord { case account, installation, `public` }
  public enum Badge: String, CodedWord { case none, clear, set }

  public var kind = Kind.alert
  public var audience = Audience.installation
  /// What is shown while the app is in front: any of banner, list, sound, badge. Empty: nothing.
  public var foreground: [Presentation] = []
  /// Also kept in the app's inbox.
  public var inbox = false
  /// Its content is fetched after the tap; a preview is all that is shown.
  public var sensitive = false
  public var badge = Badge.none
  public var category: String?
  /// Android's channel.
  public var channel: String?
  /// Silent: what the next launch fetches when the push never came.
  public var reconcile: String?

  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("kind", &kind)
    coder.field("audience", &audience)
    coder.field("foreground", &foreground)
    coder.field("inbox", &inbox)
    coder.field("sensitive", &sensitive)
    coder.field("badge", &badge)
    coder.field("category", &category)
    coder.field("channel", &channel)
    coder.field("reconcile", &reconcile)
  }
}

/// How a notification shows while the app is in front.
public enum Presentation: String, CodedWord, CaseIterable { case banner, list, sound, badge }

public struct DestinationPolicy: Coded {
  /// Types by parameter: string, id, integer, decimal, boolean, timestamp.
  public var parameters: [String: String] = [:]
  public var accountRequired = false
  /// Where a tap goes instead; nil: home.
  public var fallback: String?
  /// The path of a link that leads here, as in `orders/{order}`; nil: no link does.
  public var path: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("parameters", &parameters)
    coder.field("account_required", &accountRequired)
    coder.field("fallback", &fallback)
    coder.field("path", &path)
  }
}

public struct ActionPolicy: Coded {
  public var id = ""
  /// The button's text; with `isKey` a key of the app's translations.
  public var title = ""
  public var isKey = false
  /// Opens the app.
  public var foreground = false
  public var destructive = false
  /// Needs an unlocked device, and then opens the app as well.
  public var authenticationRequired = false
  /// Takes a typed answer.
  public var textInput = false
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("id", &id)
    coder.field("title", &title)
    coder.field("is_key", &isKey)
    coder.field("foreground", &foreground)
    coder.field("destructive", &destructive)
    coder.field("authentication_required", &authenticationRequired)
    coder.field("text_input", &textInput)
  }
}

/// An Android notification channel; importance is fixed at creation.
public struct ChannelPolicy: Coded {
  public var name = ""
  /// none, min, low, default or high.
  public var importance = "default"
  public var detail: String?
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("name", &name)
    coder.field("importance", &importance)
    coder.field("description", &detail)
  }
}

public struct TaskPolicy: Coded {
  public enum Kind: String, CodedWord { case refresh, processing }
  public var kind = Kind.refresh
  public var network = false
  public var power = false
  /// Seconds; a floor, not a schedule.
  public var earliestBegin = 0
  /// Cancelled when the account leaves.
  public var accountBound = false
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("kind", &kind)
    coder.field("network", &network)
    coder.field("power", &power)
    coder.field("earliest_begin", &earliestBegin)
    coder.field("account_bound", &accountBound)
  }
}

/// Which addresses are the app's own.
public struct LinkPolicy: Coded {
  /// Hosts of universal and app links, lower case.
  public var hosts: [String] = []
  /// Schemes of the app's own, lower case.
  public var schemes: [String] = []
  public init() {}
  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("hosts", &hosts)
    coder.field("schemes", &schemes)
  }
}
