internal import PushContract

/// What AndroidManifest.xml needs of the profile, as a manifest of its own: the build merges it, or people copy
/// its lines.
struct AndroidLines {
  let profile: Profile
  let options: GenerateOptions

  init(_ profile: Profile, _ options: GenerateOptions) {
    self.profile = profile
    self.options = options
  }

  var manifest: String {
    var out = SourceText(unit: "    ")
    out.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
    out.line("<!-- Made by `pushwire generate manifest` from the app's profile, pushwire.yaml. -->")
    out.line("<!-- Not to be edited: change the profile and run the command again. -->")
    out.block("<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">", "</manifest>") {
      out in
      if profile.classes.contains(where: { $0.kind == .alert }) {
        out.line("<!-- The dialog of Android 13 (API level 33). -->")
        out.line("<uses-permission android:name=\"android.permission.POST_NOTIFICATIONS\" />")
        out.line()
      }
      out.block("<application>", "</application>") { out in
        out.block(
          "<service android:name=\"\(TextLiteral.xml(options.service))\" android:exported=\"false\">",
          "</service>"
        ) { Self.filter(["com.google.firebase.MESSAGING_EVENT"], [], &$0) }
        out.line()
        out.block(
          "<activity android:name=\"\(TextLiteral.xml(options.activity))\" android:exported=\"true\" "
            + "android:launchMode=\"singleTop\">", "</activity>"
        ) { activity(&$0) }
      }
    }
    return out.text
  }

  private func activity(_ out: inout SourceText) {
    let links = profile.app.links
    let hosts = links.hosts.sorted(by: Identifiers.precedes)
    if !hosts.isEmpty {
      out.line("<!-- App links: other paths of these hosts stay in the browser. -->")
      out.block("<intent-filter android:autoVerify=\"true\">", "</intent-filter>") { out in
        Self.view(&out)
        out.line("<data android:scheme=\"https\" />")
        for host in hosts { out.line("<data android:host=\"\(host)\" />") }
        for path in profile.destinations.compactMap(\.path).map(Self.path).sorted(by: Identifiers.precedes) {
          out.line("<data \(path) />")
        }
      }
    }
    for scheme in links.schemes.sorted(by: Identifiers.precedes) {
      out.block("<intent-filter>", "</intent-filter>") { out in
        Self.view(&out)
        out.line("<data android:scheme=\"\(scheme)\" />")
      }
    }
    let actions = Set(profile.classes.compactMap(\.android.clickAction)).sorted(by: Identifiers.precedes)
    if !actions.isEmpty {
      out.line("<!-- `click_action` of classes. -->")
      for action in actions { Self.filter([action], ["android.intent.category.DEFAULT"], &out) }
    }
  }

  private static func view(_ out: inout SourceText) {
    out.line("<action android:name=\"android.intent.action.VIEW\" />")
    out.line("<category android:name=\"android.intent.category.DEFAULT\" />")
    out.line("<category android:name=\"android.intent.category.BROWSABLE\" />")
  }

  private static func filter(_ actions: [String], _ categories: [String], _ out: inout SourceText) {
    out.block("<intent-filter>", "</intent-filter>") { out in
      for action in actions { out.line("<action android:name=\"\(TextLiteral.xml(action))\" />") }
      for category in categories { out.line("<category android:name=\"\(category)\" />") }
    }
  }

  /// A path without parameters is exact; in a pattern `.*` stands for anything and a point is escaped.
  private static func path(_ path: LinkPath) -> String {
    guard !path.parameterNames.isEmpty else { return "android:path=\"/\(path.text)\"" }
    let parts = path.parts.map {
      switch $0 {
      case .fixed(let text):
        text.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\\\.")
      case .parameter: ".*"
      }
    }
    return "android:pathPattern=\"/\(parts.joined(separator: "/"))\""
  }
}
