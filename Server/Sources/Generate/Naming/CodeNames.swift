internal import PushContract

/// Everything of a profile that gets a name in code, with its identifiers in one language, in order.
struct CodeNames {
  struct Place {
    /// As in the profile.
    var name: String
    var identifier: String
    var parameters: [Value]
    var accountRequired: Bool
    var path: LinkPath?
  }

  struct Value {
    var name: String
    var identifier: String
    var type: ParameterType
  }

  /// A group of constants.
  struct Group {
    /// As in `Moments`.
    var name: String
    /// What they are, as a sentence.
    var meaning: String
    var constants: [Constant]
  }

  struct Constant {
    var identifier: String
    var text: String
  }

  /// How a language writes its names.
  struct Rules {
    var place: Identifiers.Style
    var constant: Identifiers.Style
    /// Words that no identifier may be.
    var keywords: Set<String>
    /// Words that a destination, or a value of one, may not be either.
    var placeWords: Set<String>
    var valueWords: Set<String>
    var constantWords: Set<String>
  }

  /// What types are called after.
  var base: String
  var places: [Place] = []
  var groups: [Group] = []

  init(_ profile: Profile, _ options: GenerateOptions, _ rules: Rules) {
    base = Identifiers.typeBase(options.name ?? profile.app.name)
    let names = Identifiers.assign(
      profile.destinations.map(\.name), rules.place,
      reserved: rules.keywords.union(rules.placeWords).union(["\(base)Destination", "\(base)Push"]))
    for item in profile.destinations.sorted(by: { Identifiers.precedes($0.name, $1.name) }) {
      let values = Identifiers.assign(
        item.parameters.map(\.name), .lower, reserved: rules.keywords.union(rules.valueWords))
      let parameters = item.parameters.sorted { Identifiers.precedes($0.name, $1.name) }.map {
        Value(name: $0.name, identifier: values[$0.name] ?? $0.name, type: $0.type)
      }
      places.append(
        Place(
          name: item.name, identifier: names[item.name] ?? item.name, parameters: parameters,
          accountRequired: item.accountRequired, path: item.path))
    }
    func group(_ name: String, _ meaning: String, _ entries: [(name: String, text: String)]) {
      guard !entries.isEmpty else { return }
      let names = Identifiers.assign(
        entries.map(\.name), rules.constant, reserved: rules.keywords.union(rules.constantWords))
      let sorted = Dictionary(entries.map { ($0.name, $0.text) }) { first, _ in first }
        .sorted { Identifiers.precedes($0.key, $1.key) }
      groups.append(
        Group(
          name: name, meaning: meaning,
          constants: sorted.map { Constant(identifier: names[$0.key] ?? $0.key, text: $0.value) }))
    }
    group(
      "Moments", "The value moments: tell the client when one is reached.",
      profile.priming.valueMoments.map { ($0.name, $0.name) })
    group("Classes", "The classes of notification.", profile.classes.map { ($0.name, $0.name) })
    group("Categories", "The categories of buttons.", profile.actions.map { ($0.id, $0.id) })
    group("Actions", "The buttons.", profile.actions.flatMap(\.actions).map { ($0.id, $0.id) })
    group("Channels", "Android's notification channels.", profile.channels.map { ($0.id, $0.id) })
    group(
      "Tasks", "The background tasks, by the ids that the system knows.",
      profile.tasks.map { ($0.name, $0.id) })
  }
}
