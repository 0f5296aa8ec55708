import ProfileFile
import PushContract

/// The made-up app of the demo.
enum DemoApp {
  static let name = "Parcel"
  static let id = "com.example.parcel"
  static let team = "ABCDE12345"
  static let project = "parcel"
  static let keyID = "DEMO000001"
  /// A second key, which is revoked on the way.
  static let revokedKeyID = "DEMO000002"
  /// The server's own: APNs takes a new provider token of a key every 20 minutes only, and the pushes before
  /// have used that of the first.
  static let serverKeyID = "DEMO000003"
  static let keyFile = "keys/AuthKey_\(keyID).p8"
  static let serverKeyFile = "keys/AuthKey_\(serverKeyID).p8"
  static let revokedKeyFile = "keys/AuthKey_\(revokedKeyID).p8"
  static let accountFile = "keys/firebase.json"

  /// The profile that `init` writes for it, with the one thing filled in that no project tells: the key's id.
  static var profile: String {
    var found = ProjectDiscovery()
    let place = "the demo"
    found.name = .init(name, at: place)
    found.iosBundleID = .init(id, at: place)
    found.macosBundleID = .init(id, at: place)
    found.teamID = .init(team, at: place)
    found.androidPackage = .init(id, at: place)
    found.projectID = .init(project, at: place)
    return StarterProfile.render(found)
      .replacing("\(Placeholder.appleID)  # fill in", with: keyID)
      .replacing(Placeholder.appleID, with: keyID)
  }

  /// The values that its alert needs.
  static let words = ["--param", "order=8123", "--param", "day=Friday"]
}
