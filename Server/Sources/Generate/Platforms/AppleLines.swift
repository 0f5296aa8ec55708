internal import PushContract

/// What an Apple app's property lists need of the profile, each a whole property list: Xcode takes one as the
/// base of Info.plist or as the entitlements, and people copy its lines.
struct AppleLines {
  let profile: Profile
  let isMac: Bool

  init(_ profile: Profile, _ options: GenerateOptions) {
    self.profile = profile
    isMac = options.isMac || profile.app.ios == nil
  }

  var plist: String {
    list("plist") { out in
      if !isMac {
        let ids = Set(profile.tasks.map(\.id)).sorted(by: Identifiers.precedes)
        if !ids.isEmpty { Self.array("BGTaskSchedulerPermittedIdentifiers", ids, &out) }
        var modes: [String] = []
        if profile.tasks.contains(where: { $0.kind == .refresh }) { modes.append("fetch") }
        if profile.tasks.contains(where: { $0.kind == .processing }) { modes.append("processing") }
        // Silent classes, and the challenge that proves a token, come in the background.
        Self.array("UIBackgroundModes", modes + ["remote-notification"], &out)
      }
      let schemes = profile.app.links.schemes.sorted(by: Identifiers.precedes)
      guard !schemes.isEmpty, let id = app?.bundleID else { return }
      out.line("<key>CFBundleURLTypes</key>")
      out.block("<array>", "</array>") { out in
        out.block("<dict>", "</dict>") { out in
          out.line("<key>CFBundleURLName</key>")
          out.line("<string>\(TextLiteral.xml(id))</string>")
          Self.array("CFBundleURLSchemes", schemes, &out)
        }
      }
    }
  }

  var entitlements: String {
    list("entitlements") { out in
      out.line("<!-- Xcode writes production here when it signs for TestFlight or the store. -->")
      out.line("<key>\(isMac ? "com.apple.developer.aps-environment" : "aps-environment")</key>")
      out.line("<string>development</string>")
      let hosts = profile.app.links.hosts.sorted(by: Identifiers.precedes)
      if !hosts.isEmpty {
        Self.array("com.apple.developer.associated-domains", hosts.map { "applinks:" + $0 }, &out)
      }
      for capability in AppleApp.Capability.allCases where app?.capabilities.contains(capability) == true {
        out.line("<key>com.apple.developer.usernotifications.\(capability.rawValue)</key>")
        out.line("<true/>")
      }
    }
  }

  private var app: AppleApp? { isMac ? profile.app.macos : profile.app.ios }

  private func list(_ kind: String, _ body: (inout SourceText) -> Void) -> String {
    var out = SourceText(unit: "\t")
    out.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    out.line(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    out.line("<!-- Made by `pushwire generate \(kind)` from the app's profile, pushwire.yaml. -->")
    out.line("<!-- Not to be edited: change the profile and run the command again. -->")
    out.line("<plist version=\"1.0\">")
    out.block("<dict>", "</dict>", body)
    out.line("</plist>")
    return out.text
  }

  private static func array(_ key: String, _ texts: [String], _ out: inout SourceText) {
    out.line("<key>\(key)</key>")
    out.block("<array>", "</array>") { out in
      for text in texts { out.line("<string>\(TextLiteral.xml(text))</string>") }
    }
  }
}
