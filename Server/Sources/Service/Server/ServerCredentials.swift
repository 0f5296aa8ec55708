internal import Foundation
internal import ProfileFile
internal import Providers
internal import PushContract

/// The profile and the credentials it names, read anew at each start and reload.
struct ServerCredentials {
  /// A key for each Apple platform and environment; several lanes may share one.
  var apns: [(platform: ApplePlatform, environment: APNsEnvironment, key: APNsKeyFile)] = []
  var fcm: ServiceAccount?
  /// What is missing, for logs: a platform whose messages are suppressed with `no_lane`.
  var missing: [String] = []

  enum ApplePlatform: String { case ios, macos }

  /// - Throws: where a file that the profile names is unreadable or wrong.
  init(_ profile: Profile, path: String, emulator: EmulatedProviders?) throws(ServerError) {
    for (platform, app) in [(ApplePlatform.ios, profile.app.ios), (.macos, profile.app.macos)] {
      guard let app else { continue }
      for environment in APNsEnvironment.allCases {
        guard let key = try Self.key(profile, app, environment, path, emulator) else {
          missing.append("\(platform.rawValue) \(environment.rawValue)")
          continue
        }
        apns.append((platform, environment, key))
      }
    }
    guard profile.app.android != nil else { return }
    if let entry = profile.credentials.fcm,
      emulator == nil || FileManager.default.fileExists(atPath: Self.beside(path, entry.serviceAccount))
    {
      let file = Self.beside(path, entry.serviceAccount)
      fcm = try Self.reading { try ServiceAccount.read(path: file, projectID: entry.projectID) }
    } else if let emulator {
      fcm = try Self.reading { try ServiceAccount.read(path: emulator.serviceAccountPath) }
    } else {
      missing.append("android")
    }
  }

  private static func key(
    _ profile: Profile, _ app: AppleApp, _ environment: APNsEnvironment, _ path: String,
    _ emulator: EmulatedProviders?
  ) throws(ServerError) -> APNsKeyFile? {
    let fitting = profile.credentials.apns.filter { $0.environments.contains(environment) }
    if let entry = fitting.first(where: { $0.teamID == app.teamID }) ?? fitting.first,
      emulator == nil || FileManager.default.fileExists(atPath: beside(path, entry.keyFile))
    {
      let file = beside(path, entry.keyFile)
      return try reading {
        try APNsKeyFile.read(path: file, keyID: entry.keyID, teamID: entry.teamID)
      }
    }
    guard let emulator else { return nil }
    return try reading {
      try APNsKeyFile.read(
        path: emulator.apnsKeyPath, keyID: emulator.apnsKeyID, teamID: emulator.apnsTeamID)
    }
  }

  private static func reading<Result>(_ body: () throws -> Result) throws(ServerError) -> Result {
    do {
      return try body()
    } catch let error as CredentialError {
      throw ServerError(
        .credentials, error.message, place: error.place, advice: "`pushwire keys check` says what is wrong.")
    } catch {
      throw ServerError(.credentials, "a credential could not be read")
    }
  }

  /// Paths of a profile are relative to it.
  static func beside(_ profile: String, _ file: String) -> String {
    if file.hasPrefix("/") { return file }
    let folder = (profile as NSString).deletingLastPathComponent
    return folder.isEmpty ? file : folder + "/" + file
  }
}
