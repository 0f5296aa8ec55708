/// Links into the app, and the place where everything ends that leads nowhere else.
extension ProfileRules {
  static let home = ProfileRule(
    .error, "no-home", "there are alert classes or links, and no place that is always there"
  ) { profile, report in
    guard !profile.alertClasses.isEmpty || !profile.app.links.isEmpty else { return }
    guard let home = profile.home else {
      report(
        "destinations", "no destination is open to everybody: a tap can end nowhere",
        hint: "add home: {} under `destinations`")
      return
    }
    guard !home.isOpenToAll else { return }
    report(
      "destinations.\(home.name)",
      "`\(home.name)` is where a tap ends that leads nowhere else; it must take no parameters and no account",
      hint: "make it open to everybody, or give it another name")
  }

  /// As many as code and payloads can well carry.
  static let mostParameters = 32

  static let manyParameters = ProfileRule(
    .error, "too-many-parameters", "a destination with more than 32 parameters"
  ) { profile, report in
    for item in profile.destinations where item.parameters.count > mostParameters {
      report(
        "destinations.\(item.name).parameters",
        "`\(item.name)` has \(item.parameters.count) parameters; a destination has \(mostParameters) at most",
        hint: "carry an id, and fetch the rest")
    }
  }

  static let pathParameters = ProfileRule(
    .error, "path-parameters", "a link's path lacks a parameter of its destination, or has one too many"
  ) { profile, report in
    for item in profile.destinations {
      guard let path = item.path else { continue }
      let place = "destinations.\(item.name)"
      let names = path.parameterNames
      let known = item.parameters.map(\.name)
      for (index, name) in names.enumerated() {
        if !known.contains(name) {
          report(
            place + ".path", "the destination `\(item.name)` has no parameter `\(name)`",
            hint: suggest(name, known, "declare it under `parameters`"), needs: [place + ".parameters"])
        } else if names[..<index].contains(name) {
          report(place + ".path", "`{\(name)}` stands twice in the path", hint: "once is enough")
        }
      }
      // A misspelt name is one finding, not two.
      guard names.allSatisfy(known.contains) else { continue }
      for name in known where !names.contains(name) {
        report(
          place + ".path", "a link to `\(item.name)` must carry `\(name)`",
          hint: "write {\(name)} as a part of the path; a link's query is not looked at",
          needs: [place + ".parameters"])
      }
    }
  }

  static let ambiguousPath = ProfileRule(
    .error, "ambiguous-path", "one link would lead to two destinations"
  ) { profile, report in
    var before: [(name: String, path: LinkPath)] = []
    for item in profile.destinations {
      guard let path = item.path else { continue }
      if let other = before.first(where: { $0.path.overlaps(path) }) {
        report(
          "destinations.\(item.name).path",
          "a link can fit this path and `\(other.path.text)` of `\(other.name)`",
          hint: "give one of them a fixed part of its own", needs: ["destinations.\(other.name).path"])
      }
      before.append((item.name, path))
    }
  }

  static let uselessPath = ProfileRule(
    .warning, "path-without-links", "a destination's path that no link can have"
  ) { profile, report in
    guard profile.app.links.isEmpty else { return }
    for item in profile.destinations where item.path != nil {
      report(
        "destinations.\(item.name).path", "the app has no links that could lead here",
        hint: "add app.links: { hosts: […] }, or remove the path", needs: ["app.links"])
    }
  }

  static let uselessLinks = ProfileRule(
    .warning, "links-without-path", "links of the app's own that all lead home"
  ) { profile, report in
    if !profile.app.links.isEmpty, !profile.destinations.contains(where: { $0.path != nil }) {
      report(
        "app.links", "no destination has a path: every link leads home",
        hint: "write path: under a destination, as in orders/{order}", needs: ["destinations"])
    }
  }
}
