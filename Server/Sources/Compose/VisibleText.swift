import PushContract

/// What a person reads of a class: its own texts, or the preview of a sensitive one.
struct VisibleText {
  var title: LocalizedText?
  var subtitle: LocalizedText?
  var body: LocalizedText?
  var image: String?
  /// What Android's accessibility services say.
  var ticker: Template?

  /// - Throws: `bad-class` for an alert without text or a silent class with something to show,
  ///   `sensitive-content` for a sensitive alert without a preview.
  init(_ source: NotificationClass) throws(ComposeError) {
    if source.kind == .silent {
      try Self.checkSilent(source)
      return
    }
    if source.dataClass == .sensitive {
      guard let preview = source.preview else {
        throw ComposeError(
          .sensitive,
          "class \(source.name) is sensitive and has no preview: write one, it is all that is shown",
          field: "preview")
      }
      title = preview.title
      body = preview.body
      return
    }
    title = source.title
    subtitle = source.subtitle
    body = source.body
    image = source.image
    ticker = source.android.ticker
    if title == nil && body == nil {
      throw ComposeError(
        .badClass, "class \(source.name) is an alert without title and body", field: "body")
    }
  }

  private static func checkSilent(_ source: NotificationClass) throws(ComposeError) {
    var field: String?
    if source.title != nil { field = "title" }
    if source.subtitle != nil { field = "subtitle" }
    if source.body != nil { field = "body" }
    if source.preview != nil { field = "preview" }
    if source.badge != .none { field = "badge" }
    if source.sound != .none { field = "sound" }
    if let key = source.android.notificationKeys.first { field = "android." + key }
    if let field {
      throw ComposeError(
        .badClass,
        "class \(source.name) is silent and sets \(field): a background push may carry nothing to show",
        field: field)
    }
  }
}
