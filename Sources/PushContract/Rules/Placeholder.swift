/// What the starter profile writes where a value is not known yet. `check` finds what is left of it.
public enum Placeholder {
  /// Has the shape of a key id and a team id.
  public static let appleID = "XXXXXXXXXX"
  /// Has the shape of a bundle id and of an application id.
  public static let appID = "com.example.yourapp"
}

extension ProfileRules {
  static let placeholder = ProfileRule(
    .warning, "placeholder", "a value of the starter profile that still waits to be filled in"
  ) { profile, report in
    var values: [(path: String, text: String?)] = [
      ("app.ios.bundle_id", profile.app.ios?.bundleID), ("app.ios.team_id", profile.app.ios?.teamID),
      ("app.macos.bundle_id", profile.app.macos?.bundleID), ("app.macos.team_id", profile.app.macos?.teamID),
      ("app.android.package", profile.app.android?.package),
    ]
    for (index, key) in profile.credentials.apns.enumerated() {
      values.append(("credentials.apns[\(index)].key_id", key.keyID))
      values.append(("credentials.apns[\(index)].team_id", key.teamID))
    }
    for (path, text) in values where text == Placeholder.appleID || text == Placeholder.appID {
      report(path, "`\(text ?? "")` is a placeholder", hint: "write your own value")
    }
  }
}
