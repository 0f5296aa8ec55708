/// A template of a profile and where it stands.
struct PlacedTemplate {
  var path: String
  var template: Template
}

extension LocalizedText {
  /// The templates whose text is seen: the text itself, or the arguments of a translation.
  func templates(at path: String) -> [PlacedTemplate] {
    switch self {
    case .text(let template): [PlacedTemplate(path: path, template: template)]
    case .localized(_, let arguments):
      arguments.enumerated().map {
        PlacedTemplate(path: "\(path).arguments[\($0.offset)]", template: $0.element)
      }
    }
  }
}

extension NotificationClass {
  var path: String { "classes." + name }
  func at(_ key: String) -> String { path + "." + key }
  func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// Everything of the class that a person reads or hears.
  var visibleTexts: [PlacedTemplate] {
    let texts: [(String, LocalizedText?)] = [
      ("title", title), ("subtitle", subtitle), ("body", body), ("preview.title", preview?.title),
      ("preview.body", preview?.body),
    ]
    let heard = android.ticker.map { [PlacedTemplate(path: at("android.ticker"), template: $0)] } ?? []
    return texts.flatMap { key, text in text?.templates(at: at(key)) ?? [] } + heard
  }

  /// What is in the payload and not read by a person.
  var hiddenTemplates: [PlacedTemplate] {
    var made: [PlacedTemplate] = []
    if case .key(let template) = collapse {
      made.append(PlacedTemplate(path: at("collapse"), template: template))
    }
    if let thread { made.append(PlacedTemplate(path: at("thread"), template: thread)) }
    if let targetContentID {
      made.append(PlacedTemplate(path: at("target_content_id"), template: targetContentID))
    }
    if case .parameter(let name)? = android.eventTime {
      let template = Template(parts: [.parameter(name)])
      made.append(PlacedTemplate(path: at("android.event_time"), template: template))
    }
    for entry in data { made.append(PlacedTemplate(path: at("data.\(entry.name)"), template: entry.value)) }
    return made
  }

  /// The parameters that say where a tap leads.
  var routedParameters: [String] { destination?.arguments.map(\.parameter) ?? [] }
}

extension Profile {
  var hasApple: Bool { app.ios != nil || app.macos != nil }
  var hasAndroid: Bool { app.android != nil }
  var alertClasses: [NotificationClass] { classes.filter { $0.kind == .alert } }
  var silentClasses: [NotificationClass] { classes.filter { $0.kind == .silent } }
}
