/// What may be read by whom.
extension ProfileRules {
  static let preview = ProfileRule(
    .error, "no-preview", "a sensitive alert without a generic preview"
  ) { profile, report in
    for item in profile.alertClasses where item.dataClass == .sensitive && item.preview == nil {
      report(
        item.at("preview"), "`\(item.name)` is sensitive and has no preview",
        hint: "write preview: { title: …, body: … } that gives nothing away")
    }
  }

  static let sensitiveText = ProfileRule(
    .error, "sensitive-text", "a sensitive class carries more text than its preview"
  ) { profile, report in
    for item in profile.alertClasses where item.dataClass == .sensitive {
      for (key, text) in [("title", item.title), ("subtitle", item.subtitle), ("body", item.body)]
      where text != nil {
        report(
          item.at(key), "a sensitive class carries its preview only; `\(key)` is never sent",
          hint: "move it to `preview`; the app fetches the content after the tap")
      }
      if item.image != nil {
        report(item.at("image"), "a sensitive class carries its preview only, and no image")
      }
      if item.android.ticker != nil {
        report(item.at("android.ticker"), "a sensitive class carries its preview only, and no ticker")
      }
    }
  }

  static let sensitiveParameter = ProfileRule(
    .error, "sensitive-parameter", "text of a sensitive class's parameters stands in the payload"
  ) { profile, report in
    for item in profile.classes where item.dataClass == .sensitive {
      for placed in item.hiddenTemplates {
        for name in placed.template.parameterNames where item.parameter(name)?.type == .string {
          report(
            placed.path, "`\(item.name)` is sensitive: the text `\(name)` must not travel in the push",
            hint: "send an opaque id and fetch the text after the tap")
        }
      }
      for argument in item.destination?.arguments ?? []
      where item.parameter(argument.parameter)?.type == .string {
        report(
          item.at("destination.with.\(argument.name)"),
          "`\(item.name)` is sensitive: the text `\(argument.parameter)` must not travel in the push",
          hint: "give the destination an opaque id")
      }
    }
  }

  static let previewNotGeneric = ProfileRule(
    .error, "preview-not-generic", "a sensitive class's preview shows a parameter's value"
  ) { profile, report in
    for item in profile.alertClasses where item.dataClass == .sensitive {
      for placed in item.visibleTexts where placed.path.hasPrefix(item.at("preview")) {
        for name in unique(placed.template.parameterNames) where item.parameter(name) != nil {
          report(
            placed.path, "`\(item.name)` is sensitive, and its preview shows `\(name)` on a locked screen",
            hint: "say it without the value")
        }
      }
    }
  }

  static let previewNotSensitive = ProfileRule(
    .error, "preview-not-sensitive", "a class that is not sensitive has a preview"
  ) { profile, report in
    for item in profile.alertClasses where item.dataClass != .sensitive && item.preview != nil {
      report(
        item.at("preview"), "only a sensitive class has a preview; here title and body are sent",
        hint: "write `data_class: sensitive`, or remove the preview")
    }
  }

  static let publicAudience = ProfileRule(
    .error, "public-audience", "personal or sensitive content for everybody"
  ) { profile, report in
    for item in profile.classes where item.audience == .public && item.dataClass != .public {
      report(
        item.at("audience"), "`\(item.name)` is \(item.dataClass.rawValue) and meant for everybody",
        hint: "write `audience: account`, or `data_class: public`")
    }
  }

  static let installationAudience = ProfileRule(
    .risk, "installation-audience", "personal or sensitive content for whoever holds the device"
  ) { profile, report in
    for item in profile.classes where item.audience == .installation && item.dataClass != .public {
      report(
        item.at("audience"),
        "`\(item.name)` is \(item.dataClass.rawValue), and an installation may have another account by now",
        hint: "write `audience: account` where the content belongs to somebody")
    }
  }

  static let routingText = ProfileRule(
    .warning, "routing-text", "routing data (a path, an id, a parameter's value, a link) in visible text"
  ) { profile, report in
    for item in profile.classes {
      for placed in item.visibleTexts {
        reportRouting(placed, report)
        for name in unique(placed.template.parameterNames) {
          guard let parameter = item.parameter(name) else { continue }
          if parameter.type == .id {
            report(placed.path, "`{\(name)}` is an opaque id in visible text", hint: routingHint)
          } else if item.routedParameters.contains(name) {
            report(
              placed.path, "`{\(name)}` says where the tap leads, and stands in visible text",
              hint: routingHint)
          } else if ["url", "uri", "link", "path", "href", "deeplink"].contains(name.lowercased()) {
            report(placed.path, "`{\(name)}` looks like a link in visible text", hint: routingHint)
          }
        }
      }
    }
    for category in profile.actions {
      for action in category.actions {
        for placed in action.title.templates(at: "actions.\(category.id).\(action.id).title") {
          reportRouting(placed, report)
        }
      }
    }
    for channel in profile.channels {
      let texts = [("name", channel.name), ("description", channel.description ?? "")]
      for (key, text) in texts {
        let template = Template(parts: [.literal(text)])
        reportRouting(PlacedTemplate(path: "channels.\(channel.id).\(key)", template: template), report)
      }
    }
  }

  private static func reportRouting(_ placed: PlacedTemplate, _ report: ProfileRule.Report) {
    for finding in RoutingText.findings(in: placed.template) {
      report(placed.path, "`\(finding.quote)` in visible text is \(finding.kind)", hint: routingHint)
    }
  }

  private static let routingHint = "say it in words; what the tap needs travels in `destination`"

  private static func unique(_ names: [String]) -> [String] {
    names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }
}
