import Foundation
import Providers
import PushContract

extension SendPlan {
  /// The environment and its key: from `--key` and its companions, else from the profile.
  static func apnsKey(
    _ arguments: Arguments, _ profile: Profile?, _ profilePath: String, _ platform: SendPlatform
  ) throws -> (APNsEnvironment, APNsKeyFile) {
    let team = platform == .macos ? profile?.app.macos?.teamID : profile?.app.ios?.teamID
    let environment = try arguments.choice("env", APNsEnvironment.self)
    if let file = arguments.value("key") {
      guard let environment else { throw unknownEnvironment }
      guard let team = arguments.value("team-id") ?? team else {
        throw CommandError.usage("--key needs the team id.", advice: "Add --team-id ID, ten characters.")
      }
      let key = try credential {
        try APNsKeyFile.read(path: file, keyID: arguments.value("key-id"), teamID: team)
      }
      return (environment, key)
    }
    let keys = profile?.credentials.apns ?? []
    guard !keys.isEmpty else {
      throw CommandError(
        .configuration, "There is no APNs key.", place: profile == nil ? nil : profilePath,
        advice: "Write it under credentials.apns, or give --key AuthKey_….p8 --team-id ID.")
    }
    let known = Set(keys.flatMap(\.environments))
    guard let chosen = environment ?? (known.count == 1 ? known.first : nil) else { throw unknownEnvironment }
    let fitting = keys.filter { $0.environments.contains(chosen) }
    guard let entry = fitting.first(where: { $0.teamID == team }) ?? fitting.first else {
      throw CommandError(
        .configuration, "No APNs key of the profile is for \(chosen.rawValue).", place: profilePath,
        advice: "Add `\(chosen.rawValue)` to the environments of a key that Apple allows there.")
    }
    let path = KeySubject.beside(profilePath, entry.keyFile)
    let key = try credential {
      try APNsKeyFile.read(path: path, keyID: entry.keyID, teamID: entry.teamID)
    }
    return (chosen, key)
  }

  private static var unknownEnvironment: CommandError {
    .usage(
      "Say which APNs environment the token is of.",
      advice: "Add --env sandbox (builds from Xcode) or --env production (TestFlight, ad hoc, App Store). "
        + "A token of one is unknown in the other.")
  }

  /// The service account: from `--service-account`, else from the profile.
  static func account(
    _ arguments: Arguments, _ profile: Profile?, _ profilePath: String
  ) throws -> ServiceAccount {
    if let file = arguments.value("service-account") {
      return try credential { try ServiceAccount.read(path: file) }
    }
    guard let entry = profile?.credentials.fcm else {
      throw CommandError(
        .configuration, "There is no FCM service account.", place: profile == nil ? nil : profilePath,
        advice: "Write it under credentials.fcm, or give --service-account FILE.")
    }
    let path = KeySubject.beside(profilePath, entry.serviceAccount)
    return try credential { try ServiceAccount.read(path: path, projectID: entry.projectID) }
  }

  /// Turns the modules' errors into the command's.
  private static func credential<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CredentialError {
      let unreadable = error.code == .unreadable
      throw CommandError(
        unreadable ? .unreadable : .configuration, ProfileInput.sentence(error.message), place: error.place,
        advice: "`pushwire keys check` says what is wrong with a key.",
        exit: unreadable ? .unreadable : .usage)
    }
  }
}
