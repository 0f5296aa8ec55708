import Foundation
import ProfileFile
import PushContract

/// The app that the emulators know devices of.
struct EmulatedApp: Sendable {
  var topic: String
  var package: String
  var project: String
  var teamID: String
  /// The profile's own credentials, with paths as the program opens them.
  var keys: [PushContract.APNsKey] = []
  var serviceAccount: String?

  /// Out of the profile, else out of the options, else an example.
  static func choose(_ arguments: Arguments) throws -> EmulatedApp {
    let given = arguments.value(ProfileInput.option.name)
    let path = given ?? ProfileInput.usualPath
    var app = example
    if given != nil || FileManager.default.fileExists(atPath: path) {
      app.take(try ProfileInput.usable(path: path).profile, path: path)
    }
    if let topic = arguments.value("topic") { app.topic = topic }
    if let project = arguments.value("project") { app.project = project }
    return app
  }

  /// Out of a profile.
  static func of(_ path: String) throws -> EmulatedApp {
    var app = example
    app.take(try ProfileInput.usable(path: path).profile, path: path)
    return app
  }

  private static let example = EmulatedApp(
    topic: "com.example.app", package: "com.example.app", project: "example-project", teamID: "ABCDE12345")

  private mutating func take(_ profile: Profile, path: String) {
    topic = profile.app.ios?.bundleID ?? profile.app.macos?.bundleID ?? topic
    package = profile.app.android?.package ?? package
    teamID = profile.credentials.apns.first?.teamID ?? profile.app.ios?.teamID ?? teamID
    keys = profile.credentials.apns.map { key in
      var key = key
      key.keyFile = KeySubject.beside(path, key.keyFile)
      return key
    }
    if let account = profile.credentials.fcm {
      serviceAccount = KeySubject.beside(path, account.serviceAccount)
      project = account.projectID ?? project
    }
  }
}
