internal import PushContract

/// The profile that `pushwire init` writes: commented, with what a project's files told filled in.
public enum StarterProfile {
  /// The text of a profile. It passes `check` once its placeholders are filled in.
  public static func render(_ found: ProjectDiscovery) -> String {
    let apps = Apps(found)
    return [head, app(found, apps), credentials(found, apps), priming, places, tasks(found, apps), classes]
      .joined(separator: "\n")
  }

  /// The platforms to write: those that were found, and both of them where nothing was.
  private struct Apps {
    var ios, macos, android: Bool
    init(_ found: ProjectDiscovery) {
      macos = found.macosBundleID != nil
      let knowsNothing = found.iosBundleID == nil && found.androidPackage == nil && !macos
      ios = found.iosBundleID != nil || knowsNothing
      android = found.androidPackage != nil || knowsNothing
    }
    var apple: Bool { ios || macos }
  }

  private static let head = """
    # What this app sends, where a tap leads, and how each notification behaves.
    # `pushwire check` reads it strictly: unknown keys are errors, and nothing has a hidden default.
    version: 1

    """

  private static func app(_ found: ProjectDiscovery, _ apps: Apps) -> String {
    var lines = ["app:", line("  name", quoted(found.name?.value ?? "Your App"), found.name?.place)]
    if apps.ios {
      lines += ["  ios:"] + apple(found.iosBundleID, found.teamID, found.minimumIOS, otherwise: "15.0")
    } else {
      lines += commented([
        "  ios:", "    bundle_id: \(Placeholder.appID)", "    team_id: \(Placeholder.appleID)",
      ])
    }
    if apps.macos {
      lines += ["  macos:"] + apple(found.macosBundleID, found.teamID, found.minimumMacOS, otherwise: "12.0")
    }
    if apps.android {
      lines += [
        "  android:",
        line("    package", found.androidPackage?.value ?? Placeholder.appID, found.androidPackage?.place),
        line("    minimum_sdk", "\(found.minimumSDK?.value ?? 26)", found.minimumSDK?.place),
        line("    target_sdk", "\(found.targetSDK?.value ?? 35)", found.targetSDK?.place),
      ]
    } else {
      lines += commented(["  android:", "    package: \(Placeholder.appID)"])
    }
    return text(lines)
  }

  private static func apple(
    _ id: ProjectDiscovery.Found<String>?, _ team: ProjectDiscovery.Found<String>?,
    _ os: ProjectDiscovery.Found<String>?, otherwise: String
  ) -> [String] {
    [
      line("    bundle_id", id?.value ?? Placeholder.appID, id?.place),
      line("    team_id", team?.value ?? Placeholder.appleID, team?.place),
      line("    minimum_os", quoted(os?.value ?? otherwise), os?.place),
    ]
  }

  private static func credentials(_ found: ProjectDiscovery, _ apps: Apps) -> String {
    let team = found.teamID?.value ?? Placeholder.appleID
    let apns = [
      "  # A key from developer.apple.com > Certificates, Identifiers & Profiles > Keys.",
      "  apns:",
      "    - key_file: keys/AuthKey_\(Placeholder.appleID).p8",
      line("      key_id", Placeholder.appleID, nil),
      line("      team_id", team, found.teamID?.place),
      "      environments: [sandbox, production]",
    ]
    let project = found.projectID.map { [line("    project_id", $0.value, $0.place)] } ?? []
    let fcm =
      [
        "  # Firebase console > Project settings > Service accounts > Generate new private key.",
        "  fcm:",
        "    service_account: keys/firebase.json",
      ] + project
    let head = ["# Paths are relative to this file. Keep the keys out of version control.", "credentials:"]
    return text(head + (apps.apple ? apns : commented(apns)) + (apps.android ? fcm : commented(fcm)))
  }

  private static func tasks(_ found: ProjectDiscovery, _ apps: Apps) -> String {
    let id = found.iosBundleID?.value ?? found.androidPackage?.value ?? Placeholder.appID
    return """
      # Work that the system runs later, when it likes. A silent push says that something happened now.
      tasks:
        refresh:
          id: \(id).refresh
          kind: refresh
          earliest_begin: 4h

      """
  }

  // MARK: - Lines

  /// `key: value`, and where the value is from, or that it has to be filled in.
  private static func line(_ key: String, _ value: String, _ place: String?) -> String {
    let isOpen = [Placeholder.appID, Placeholder.appleID].contains(value)
    let comment = isOpen ? "  # fill in" : place.map { "  # from \(plain($0))" } ?? ""
    return "\(key): \(value)\(comment)"
  }

  private static func commented(_ lines: [String]) -> [String] { lines.map { "  # " + $0.dropFirst(2) } }
  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// A place in a comment: one line, nothing that steers a terminal.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
  }

  /// A YAML text in double quotes.
  static func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": made += "\\" + String(scalar)
      default:
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        let isBreak = scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF
        if isControl || isBreak {
          let hex = String(scalar.value, radix: 16)
          made += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          made.unicodeScalars.append(scalar)
        }
      }
    }
    return made + "\""
  }
}
