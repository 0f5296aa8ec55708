/// The app and its keys.
extension ProfileRules {
  static let topicSuffix = ProfileRule(
    .error, "topic-as-bundle-id", "a bundle id that already carries the suffix of a push type"
  ) { profile, report in
    for (key, app) in [("ios", profile.app.ios), ("macos", profile.app.macos)] {
      guard let app else { continue }
      for suffix in [".voip", ".complication", ".voip-ptt", ".location-query"]
      where app.bundleID.hasSuffix(suffix) {
        report(
          "app.\(key).bundle_id", "`\(app.bundleID)` is a topic, not a bundle identifier",
          hint: "remove `\(suffix)`: the suffix is added from the push type")
      }
    }
  }

  static let sdkOrder = ProfileRule(
    .error, "target-below-minimum", "an Android target SDK below the minimum"
  ) { profile, report in
    guard let app = profile.app.android, let target = app.targetSDK, let minimum = app.minimumSDK,
      target < minimum
    else { return }
    report("app.android.target_sdk", "target SDK \(target) is below the minimum \(minimum)")
  }

  static let teamMismatch = ProfileRule(
    .error, "team-mismatch", "a key of another team than the app's"
  ) { profile, report in
    let teams = [profile.app.ios?.teamID, profile.app.macos?.teamID].compactMap(\.self)
    guard !teams.isEmpty else { return }
    for (index, key) in profile.credentials.apns.enumerated()
    where !key.teamID.isEmpty && !teams.contains(key.teamID) {
      let isSwapped = teams.contains(key.keyID)
      report(
        "credentials.apns[\(index)].team_id", "the app's team is \(teams[0]), the key's is \(key.teamID)",
        hint: isSwapped
          ? "key_id and team_id are swapped" : "APNs accepts a key for its own team's apps only")
    }
  }

  static let keyFileName = ProfileRule(
    .warning, "key-file-name", "a key file whose name tells another key id"
  ) { profile, report in
    for (index, key) in profile.credentials.apns.enumerated() {
      let name = key.keyFile.split(separator: "/").last ?? ""
      guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { continue }
      let id = String(name.dropFirst(8).dropLast(3))
      guard ProfileName.isAppleID(id), !key.keyID.isEmpty, id != key.keyID else { continue }
      report(
        "credentials.apns[\(index)].key_id", "the file is named after key \(id), `key_id` is \(key.keyID)",
        hint: key.keyID == key.teamID
          ? "key_id is the team's id"
          : id == key.teamID ? "key_id and team_id are swapped" : "Apple names the file AuthKey_<key id>.p8"
      )
    }
  }

  static let doubledEnvironment = ProfileRule(
    .error, "duplicate-environment", "two keys for one team and environment"
  ) { profile, report in
    var seen: [String] = []
    for (index, key) in profile.credentials.apns.enumerated() {
      for environment in key.environments {
        let pair = key.teamID + " " + environment.rawValue
        if seen.contains(pair) {
          report(
            "credentials.apns[\(index)].environments", "another key already serves \(environment.rawValue)",
            hint: "one key for each environment, so that it is clear which one is used")
        }
        seen.append(pair)
      }
    }
  }
}
