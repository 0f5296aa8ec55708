/// The app and its credentials.
extension ProfileReader {
  func readApp(_ fields: Fields) -> AppIdentity {
    var app = AppIdentity()
    app.name = fields.text("name") ?? ""
    app.ios = fields.fields("ios", ProfileKeys.apple).map(readApple)
    app.macos = fields.fields("macos", ProfileKeys.apple).map(readApple)
    app.android = fields.fields("android", ProfileKeys.android).map(readAndroid)
    app.links = fields.fields("links", ProfileKeys.links).map(readLinks) ?? AppLinks()
    if !fields.has("ios"), !fields.has("macos"), !fields.has("android") {
      log.error(
        "no-platform", "the app has no platform", hint: "add ios, macos or android under `app`",
        at: fields.place, path: fields.path)
    }
    return app
  }

  private func readApple(_ fields: Fields) -> AppleApp {
    var app = AppleApp(bundleID: "")
    if let text = fields.text("bundle_id") {
      app.bundleID = text
      if !ProfileName.isBundleID(text) {
        fields.refuse(
          "bundle_id", "bad-bundle-id", "`\(text)` is no bundle identifier",
          hint: text.utf8.contains(UInt8(ascii: "*"))
            ? "push needs an explicit App ID, not a wildcard"
            : text.utf8.contains(UInt8(ascii: "$"))
              ? "write the value that the build setting resolves to"
              : "as in com.example.app: letters, digits, - and dots")
      }
    }
    app.teamID = appleID(fields, "team_id", "team id")
    if let text = fields.text("minimum_os") {
      app.minimumOS = text
      if ProfileName.osVersion(text) == nil {
        fields.refuse("minimum_os", "bad-version", "`\(text)` is no OS version", hint: "as in \"15.0\"")
      }
    }
    app.capabilities = fields.choices(
      "capabilities", AppleApp.Capability.self, empty: "remove the key where the app has none")
    return app
  }

  private func readAndroid(_ fields: Fields) -> AndroidApp {
    var app = AndroidApp(package: "")
    if let text = fields.text("package") {
      app.package = text
      if !ProfileName.isPackage(text) {
        fields.refuse(
          "package", "bad-package", "`\(text)` is no application id",
          hint: "as in com.example.app: segments of letters, digits and _, a letter first")
      }
    }
    app.minimumSDK = fields.integer("minimum_sdk", in: 1...999)
    app.targetSDK = fields.integer("target_sdk", in: 1...999)
    return app
  }

  func readCredentials(_ fields: Fields) -> Credentials {
    var credentials = Credentials()
    credentials.apns = fields.list("apns") { node, path in
      Fields(node, ProfileKeys.apnsKey, path: path, place: node.position, log: log).map(readKey)
    }
    if let inner = fields.fields("fcm", ProfileKeys.fcm) {
      var account = FCMAccount(serviceAccount: inner.text("service_account") ?? "")
      account.projectID = inner.text("project_id")
      if let text = account.projectID, !ProfileName.isProjectID(text) {
        inner.refuse(
          "project_id", "bad-project-id", "`\(text)` is no project id",
          hint: ProfileName.isAllDigits(text)
            ? "that is the project number; write `project_id` of the service account"
            : "6 to 30 lower-case letters, digits and -, as in parcel-1f3c2")
      }
      credentials.fcm = account
    }
    return credentials
  }

  private func readKey(_ fields: Fields) -> APNsKey {
    let environments = fields.choices(
      "environments", APNsEnvironment.self, empty: "write [sandbox, production], or one of them")
    return APNsKey(
      keyFile: fields.text("key_file") ?? "", keyID: appleID(fields, "key_id", "key id") ?? "",
      teamID: appleID(fields, "team_id", "team id") ?? "", environments: environments)
  }

  private func appleID(_ fields: Fields, _ key: String, _ what: String) -> String? {
    guard let text = fields.text(key) else { return nil }
    if ProfileName.isAppleID(text) { return text }
    let code: Diagnostic.Code = key == "key_id" ? "bad-key-id" : "bad-team-id"
    fields.refuse(
      key, code, "`\(text)` is no \(what)",
      hint: "ten upper-case letters and digits"
        + (text.count == 10 ? "" : "; this has \(text.count) characters"))
    return nil
  }
}
