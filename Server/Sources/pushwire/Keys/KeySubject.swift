import Foundation
import PushContract

/// A credential to look at, and what is said of it elsewhere.
struct KeySubject {
  var file: String
  /// Nil where only the content can tell.
  var kind: KeyReport.Kind?
  var keyID: String?
  var teamID: String?
  var projectID: String?
  /// Where the profile says that an APNs key is used.
  var environments: [APNsEnvironment]?

  /// All credentials of the profile.
  static func ofProfile(_ arguments: Arguments) throws -> [KeySubject] {
    for option in ["key-id", "team-id"] where arguments.value(option) != nil {
      throw CommandError.usage("--\(option) goes with a FILE; the profile says it for its own keys.")
    }
    let path = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    let credentials = try ProfileInput.usable(path: path).profile.credentials
    var subjects = credentials.apns.map {
      KeySubject(
        file: beside(path, $0.keyFile), kind: .apns, keyID: $0.keyID, teamID: $0.teamID,
        environments: $0.environments)
    }
    if let account = credentials.fcm {
      subjects.append(
        KeySubject(file: beside(path, account.serviceAccount), kind: .fcm, projectID: account.projectID))
    }
    guard !subjects.isEmpty else {
      throw CommandError(
        .configuration, "The profile names no credentials.", place: path,
        advice: "Write them under `credentials`, or name a file: pushwire keys check FILE.")
    }
    return subjects
  }

  /// The files on the command line.
  static func files(_ arguments: Arguments) throws -> [KeySubject] {
    let ids = (arguments.value("key-id"), arguments.value("team-id"))
    if arguments.positionals.count > 1, ids.0 != nil || ids.1 != nil {
      throw CommandError.usage("--key-id and --team-id say something about one FILE only.")
    }
    return arguments.positionals.map { KeySubject(file: $0, keyID: ids.0, teamID: ids.1) }
  }

  func inspect() -> KeyReport {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(file, "key", limit: 1 << 16)
    } catch {
      let known = error as? CommandError ?? CommandError.unreadable("The file cannot be read.")
      return KeyReport(unreadable: known, file: file, kind: kind ?? .apns)
    }
    let looksLikeJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    switch kind ?? (looksLikeJSON ? .fcm : .apns) {
    case .apns: return APNsKeyInspector.inspect(bytes, file: file, keyID: keyID, teamID: teamID)
    case .fcm: return ServiceAccountInspector.inspect(bytes, file: file, projectID: projectID)
    }
  }

  /// A path of the profile: relative to the profile's folder.
  static func beside(_ profile: String, _ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let slash = profile.lastIndex(of: "/") else { return path }
    return String(profile[...slash]) + path
  }
}
