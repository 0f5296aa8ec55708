/// Names that must lead somewhere: destinations, fallbacks, channels, categories, parameters.
extension ProfileRules {
  static let unknownDestination = ProfileRule(
    .error, "unknown-destination", "a class leads to a destination that does not exist"
  ) { profile, report in
    for item in profile.classes {
      guard let route = item.destination, profile.destination(route.destination) == nil else { continue }
      report(
        item.at("destination"), "there is no destination `\(route.destination)`",
        hint: suggest(route.destination, profile.destinations.map(\.name), "add it under `destinations`"),
        needs: ["destinations"])
    }
  }

  static let destinationArguments = ProfileRule(
    .error, "bad-argument", "a destination's parameter is missing, unknown or of another type"
  ) { profile, report in
    for item in profile.classes {
      guard let route = item.destination, let target = profile.destination(route.destination) else {
        continue
      }
      let needs = [item.at("parameters"), "destinations.\(target.name)"]
      for argument in route.arguments {
        let path = item.at("destination.with.\(argument.name)")
        guard let wanted = target.parameters.first(where: { $0.name == argument.name }) else {
          report(
            path, "the destination `\(target.name)` has no parameter `\(argument.name)`",
            hint: suggest(argument.name, target.parameters.map(\.name), "remove it"), needs: needs)
          continue
        }
        guard let given = item.parameter(argument.parameter) else {
          report(
            path, "the class has no parameter `\(argument.parameter)`",
            hint: suggest(argument.parameter, item.parameters.map(\.name), "declare it under `parameters`"),
            needs: needs)
          continue
        }
        if !fits(given.type, wanted.type) {
          report(
            path,
            "`\(given.name)` is of type \(given.type.rawValue); `\(target.name)` wants \(wanted.type.rawValue)"
              + " for `\(wanted.name)`", needs: needs)
        }
      }
      for wanted in target.parameters where !route.arguments.contains(where: { $0.name == wanted.name }) {
        report(
          item.at("destination"), "the destination `\(target.name)` needs `\(wanted.name)`",
          hint: "write destination: { to: \(target.name), with: { \(wanted.name): <parameter> } }",
          needs: needs)
      }
    }
  }

  /// An integer is a decimal, and an id is text; nothing else fits another type.
  private static func fits(_ given: ParameterType, _ wanted: ParameterType) -> Bool {
    given == wanted || (given == .integer && wanted == .decimal) || (given == .id && wanted == .string)
  }

  static let fallback = ProfileRule(
    .error, "bad-fallback", "a fallback does not exist, leads back to itself, or needs what is not there"
  ) { profile, report in
    for item in profile.destinations {
      guard let name = item.fallback else { continue }
      let path = "destinations.\(item.name).fallback"
      guard let next = profile.destination(name) else {
        report(
          path, "there is no destination `\(name)`",
          hint: suggest(name, profile.destinations.map(\.name), "add it under `destinations`"),
          needs: ["destinations"])
        continue
      }
      if let circle = circle(from: item, profile) {
        report(path, "this fallback leads in a circle: " + circle.joined(separator: " → "))
        continue
      }
      let unknown = next.parameters.filter { !item.parameters.contains($0) }
      if let first = unknown.first {
        report(
          path, "the fallback `\(name)` needs `\(first.name)`, which `\(item.name)` does not have",
          hint: "fall back to a place without parameters", needs: ["destinations.\(item.name)"])
      }
    }
  }

  /// The names on the way from a destination back to itself.
  private static func circle(from start: Destination, _ profile: Profile) -> [String]? {
    var names = [start.name]
    var current = start
    while let name = current.fallback, let next = profile.destination(name) {
      names.append(name)
      if name == start.name { return names }
      if names.count > profile.destinations.count { return nil }
      current = next
    }
    return nil
  }

  static let unknownChannel = ProfileRule(
    .error, "unknown-channel", "a class names an Android channel that does not exist"
  ) { profile, report in
    for item in profile.classes {
      guard let id = item.channel, !profile.channels.contains(where: { $0.id == id }) else { continue }
      report(
        item.at("channel"), "there is no channel `\(id)`",
        hint: suggest(id, profile.channels.map(\.id), "add it under `channels`"), needs: ["channels"])
    }
  }

  static let unknownCategory = ProfileRule(
    .error, "unknown-category", "a class names a category that does not exist"
  ) { profile, report in
    for item in profile.classes {
      guard let id = item.category, !profile.actions.contains(where: { $0.id == id }) else { continue }
      report(
        item.at("category"), "there is no category `\(id)`",
        hint: suggest(id, profile.actions.map(\.id), "add it under `actions`"), needs: ["actions"])
    }
  }

  static let unknownParameter = ProfileRule(
    .error, "unknown-parameter", "a text uses a parameter that the class does not declare"
  ) { profile, report in
    for item in profile.classes {
      for placed in item.visibleTexts + item.hiddenTemplates {
        for name in placed.template.parameterNames where item.parameter(name) == nil {
          report(
            placed.path, "the class has no parameter `\(name)`",
            hint: suggest(name, item.parameters.map(\.name), "declare it under `parameters`"),
            needs: [item.at("parameters")])
        }
      }
    }
    for category in profile.actions {
      for action in category.actions {
        for placed in action.title.templates(at: "actions.\(category.id).\(action.id).title")
        where !placed.template.parameterNames.isEmpty {
          report(
            placed.path, "an action's title is fixed on the device and takes no parameters",
            hint: "write {{ for a brace")
        }
      }
    }
  }

  static let badgeParameter = ProfileRule(
    .error, "bad-badge", "a badge's parameter is unknown or no integer"
  ) { profile, report in
    for item in profile.classes {
      guard case .parameter(let name) = item.badge else { continue }
      guard let parameter = item.parameter(name) else {
        report(
          item.at("badge"), "the class has no parameter `\(name)`",
          hint: suggest(name, item.parameters.map(\.name), "declare it: \(name): integer"),
          needs: [item.at("parameters")])
        continue
      }
      if parameter.type != .integer {
        report(item.at("badge"), "a badge is an integer; `\(name)` is of type \(parameter.type.rawValue)")
      }
    }
  }

  static func suggest(_ word: String, _ words: [String], _ otherwise: String) -> String {
    NearestWord.of(word, among: words).map { "did you mean `\($0)`?" } ?? otherwise
  }
}
