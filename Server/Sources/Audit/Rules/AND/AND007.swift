import AppFacts

/// A notification is put into a channel that nobody made.
enum AND007: AuditRule {
  static let page = RulePage(
    "AND007", .android, .error, summary: "A notification channel is used and never created",
    why: """
      Since Android 8 a notification for a channel that does not exist is dropped, with a line in the log at most. \
      FCM's own notifications fall back to a channel called Miscellaneous, at default importance.
      """,
    check:
      "`adb shell dumpsys notification | grep -A3 NotificationChannel`: is the id among the app's channels?",
    fix: "Create the channel at launch with createNotificationChannel, under the same id.",
    references: [.androidChannels, .fcmReceive],
    silentOn: [
      "ids in constants and resources", "ids that are computed", "channels that a helper or a library makes",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      .init(
        "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt",
        ANDExample.messagingText.replacing("this, CHANNEL)", with: "this, \"offers\")  // <- AND007"))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      ANDExample.messaging))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps where app.hasSources(scope) && !app.isOtherFramework(scope) {
      checkBuilders(app, scope, &report)
      guard let created = ChannelCreations.find(app, scope) else { continue }
      for use in uses(app, scope) {
        guard case .literal(let id) = use.text, !id.isEmpty, !created.ids.contains(use.text) else { continue }
        // A resource may hold the same text.
        guard !created.ids.contains(where: { if case .resource = $0 { true } else { false } }) else {
          continue
        }
        report.add(
          AuditFinding(
            page.id, use.severity, .likely, "no code creates the channel \(id)",
            evidence: [Exhibit(use.place, quote: id, use.note)],
            counterpart: created.places.prefix(3).map { Exhibit($0, "creates another channel") },
            fix: page.fix, about: [app.about, "channel:" + id]))
      }
    }
  }

  /// A builder of the form from before Android 8, which knows no channel.
  private static func checkBuilders(_ app: AndroidApp, _ scope: AuditScope, _ report: inout RuleReport) {
    guard (app.targetSDK(scope)?.value ?? 26) >= 26, !app.names("setChannelId", scope) else { return }
    let files = Set(app.sources)
    for site in scope.index.calls where files.contains(site.unit) && site.call.isNotificationBuilder {
      guard site.call.arguments.count == 1, !scope.words(of: site.function).contains("SDK_INT") else {
        continue
      }
      report.add(
        AuditFinding(
          page.id, .error, .likely, "this notification names no channel, so Android 8 and later drop it",
          evidence: [Exhibit(site.place, quote: site.call.constructed, "made without a channel")],
          fix: "Give the builder the id of a channel that the app creates.", about: [app.about]))
    }
  }

  private struct Use {
    var text: KnownText
    var place: Place
    var note: String
    /// FCM shows what names no channel all the same, in one of its own.
    var severity: Severity
  }

  private static func uses(_ app: AndroidApp, _ scope: AuditScope) -> [Use] {
    var uses: [Use] = []
    let files = Set(app.sources)
    for site in scope.index.calls where files.contains(site.unit) {
      let isBuilder = site.call.isNotificationBuilder && site.call.arguments.count >= 2
      guard isBuilder || site.call.name == "setChannelId" else { continue }
      guard let argument = site.call.arguments.dropFirst(isBuilder ? 1 : 0).first,
        let text = KnownText.of(argument.value, in: site.function, app, scope)
      else { continue }
      uses.append(Use(text: text, place: site.place, note: "used by a notification", severity: .error))
    }
    for manifest in app.packages(scope) + app.sourceManifests(scope) {
      guard let value = manifest.metaData(AndroidNames.defaultChannel)?.attribute("value"),
        !value.value.hasPrefix("@"), !value.value.contains("${")
      else { continue }
      uses.append(
        Use(
          text: .literal(value.value), place: value.place, note: "FCM's default channel", severity: .warning))
    }
    for body in app.fcmBodies.map({ scope.facts.fcmBodies[$0] }) {
      guard let id = body.message?[path: ["android", "notification", "channel_id"]]?.sourcedString,
        !id.value.contains("$")
      else { continue }
      uses.append(
        Use(text: .literal(id.value), place: id.place, note: "channel_id of a message", severity: .warning))
    }
    return uses
  }
}

/// The channels that an app's code makes.
struct ChannelCreations {
  var ids: Set<KnownText> = []
  var places: [Place] = []

  /// Nil where one of them is computed: then any id may be made.
  static func find(_ app: AndroidApp, _ scope: AuditScope) -> ChannelCreations? {
    var found = ChannelCreations()
    let files = Set(app.sources)
    for site in scope.index.calls where files.contains(site.unit) {
      let call = site.call
      let isChannel =
        call.name == "NotificationChannel"
        || call.constructed == "NotificationChannelCompat.Builder"
      if isChannel {
        guard let first = call.arguments.first?.value,
          let ids = texts(first, site.function, app, scope)
        else { return nil }
        found.ids.formUnion(ids)
        found.places.append(site.place)
      } else if call.name.lowercased().contains("channel"), call.name != "setChannelId",
        !call.name.hasPrefix("get"), !call.name.hasPrefix("delete")
      {
        // Helpers and libraries that make channels are called like that.
        for argument in call.arguments {
          if let text = KnownText.of(argument.value, in: site.function, app, scope) { found.ids.insert(text) }
        }
      }
    }
    return found
  }

  /// The texts that an id may be: of a parameter, what the function's callers pass.
  private static func texts(
    _ expression: Expression, _ function: Int?, _ app: AndroidApp, _ scope: AuditScope
  ) -> Set<KnownText>? {
    if let text = KnownText.of(expression, in: function, app, scope) { return [text] }
    guard let function, let name = expression.plainName else { return nil }
    let declaration = scope.index.functions[function].declaration
    guard let position = declaration.parameters.firstIndex(where: { $0.name == name }) else { return nil }
    let calls = scope.index.calls(declaration.name, in: Set(app.sources))
    guard !calls.isEmpty else { return nil }
    var found: Set<KnownText> = []
    for site in calls {
      let named = site.call.argument(name)
      let placed =
        site.call.arguments.indices.contains(position) ? site.call.arguments[position].value : nil
      guard let value = named ?? placed, let text = KnownText.of(value, in: site.function, app, scope) else {
        return nil
      }
      found.insert(text)
    }
    return found
  }
}
