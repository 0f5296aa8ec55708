internal import PushClient

/// A policy as assignments: what every language writes, each in its own way. What is at its default is left
/// out, and everything is in the order of its name.
struct PolicyParts {
  enum Value: Equatable {
    case text(String)
    case texts([String])
    case number(Int)
    case flag(Bool)
    /// A word of a closed set, and the type it belongs to: in Swift known from the member.
    case word(type: String, String)
    case words(type: String, [String])
  }

  /// `member = value`; with a key `member[key] = value`.
  struct Setting: Equatable {
    var member: String
    var key: String?
    var value: Value
  }

  /// A record that stands under a key of one of the policy's members.
  struct Part: Equatable {
    var member: String
    var key: String
    var record: Record
  }

  struct Record: Equatable {
    var type: String
    var settings: [Setting] = []

    mutating func set(_ member: String, _ value: Value?, unless isDefault: Bool = false) {
      if let value, !isDefault { settings.append(Setting(member: member, key: nil, value: value)) }
    }
  }

  /// The policy's own members.
  var settings: [Setting] = []
  var reoffer: ReofferPolicy?
  /// Classes, destinations, channels and tasks.
  var parts: [Part] = []
  var categories: [(id: String, actions: [Record])] = []

  init(_ policy: ClientPolicy) {
    var own = Record(type: "ClientPolicy")
    own.set("app", .text(policy.app))
    own.set("publishableID", policy.publishableID.map(Value.text))
    own.set("provisional", .flag(true), unless: !policy.provisional)
    own.set("home", .text(policy.home))
    own.set("receipts", .flag(false), unless: policy.receipts)
    settings = own.settings
    for (name, explainer) in Self.sorted(policy.moments) {
      settings.append(Setting(member: "moments", key: name, value: .text(explainer)))
    }
    reoffer = policy.reoffer
    add("classes", policy.classes, Self.record)
    add("destinations", policy.destinations, Self.record)
    add("channels", policy.channels, Self.record)
    add("tasks", policy.tasks, Self.record)
    categories = Self.sorted(policy.categories).map { ($0.key, $0.value.map(Self.record)) }
  }

  private mutating func add<Item>(_ member: String, _ items: [String: Item], _ record: (Item) -> Record) {
    for (key, item) in Self.sorted(items) {
      parts.append(Part(member: member, key: key, record: record(item)))
    }
  }

  private static func record(_ item: ClassPolicy) -> Record {
    let none = ClassPolicy()
    var made = Record(type: "ClassPolicy")
    made.set("kind", .word(type: "ClassPolicy.Kind", item.kind.rawValue), unless: item.kind == none.kind)
    made.set(
      "audience", .word(type: "ClassPolicy.Audience", item.audience.rawValue),
      unless: item.audience == none.audience)
    made.set(
      "foreground", .words(type: "Presentation", item.foreground.map(\.rawValue)),
      unless: item.foreground == none.foreground)
    made.set("inbox", .flag(true), unless: !item.inbox)
    made.set("sensitive", .flag(true), unless: !item.sensitive)
    made.set("badge", .word(type: "ClassPolicy.Badge", item.badge.rawValue), unless: item.badge == none.badge)
    made.set("category", item.category.map(Value.text))
    made.set("channel", item.channel.map(Value.text))
    made.set("reconcile", item.reconcile.map(Value.text))
    return made
  }

  private static func record(_ item: DestinationPolicy) -> Record {
    var made = Record(type: "DestinationPolicy")
    for (name, type) in sorted(item.parameters) {
      made.settings.append(Setting(member: "parameters", key: name, value: .text(type)))
    }
    made.set("accountRequired", .flag(true), unless: !item.accountRequired)
    made.set("fallback", item.fallback.map(Value.text))
    made.set("path", item.path.map(Value.text))
    return made
  }

  private static func record(_ item: ActionPolicy) -> Record {
    var made = Record(type: "ActionPolicy")
    made.set("id", .text(item.id))
    made.set("title", .text(item.title))
    made.set("isKey", .flag(true), unless: !item.isKey)
    made.set("foreground", .flag(true), unless: !item.foreground)
    made.set("destructive", .flag(true), unless: !item.destructive)
    made.set("authenticationRequired", .flag(true), unless: !item.authenticationRequired)
    made.set("textInput", .flag(true), unless: !item.textInput)
    return made
  }

  private static func record(_ item: ChannelPolicy) -> Record {
    var made = Record(type: "ChannelPolicy")
    made.set("name", .text(item.name))
    made.set("importance", .text(item.importance), unless: item.importance == ChannelPolicy().importance)
    made.set("detail", item.detail.map(Value.text))
    return made
  }

  private static func record(_ item: TaskPolicy) -> Record {
    let none = TaskPolicy()
    var made = Record(type: "TaskPolicy")
    made.set("kind", .word(type: "TaskPolicy.Kind", item.kind.rawValue), unless: item.kind == none.kind)
    made.set("network", .flag(true), unless: !item.network)
    made.set("power", .flag(true), unless: !item.power)
    made.set("earliestBegin", .number(item.earliestBegin), unless: item.earliestBegin == none.earliestBegin)
    made.set("accountBound", .flag(true), unless: !item.accountBound)
    return made
  }

  static func sorted<Value>(_ items: [String: Value]) -> [(key: String, value: Value)] {
    items.sorted { Identifiers.precedes($0.key, $1.key) }
  }
}
