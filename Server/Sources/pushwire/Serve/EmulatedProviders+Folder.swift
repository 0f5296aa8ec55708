import Foundation
import Service
import Transport

extension EmulatedProviders {
  /// What `pushwire emulate` wrote into its folder.
  init(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandError.unreadable(
        "There is no emulator's folder.", place: path, advice: "`pushwire emulate` writes it; let it run.")
    }
    let file = isFolder.boolValue ? path + "/emulator.json" : path
    let told: Told
    do {
      told = try JSONDecoder().decode(Told.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw CommandError.unreadable(
        "This was not written by `pushwire emulate`.", place: file,
        advice: "Run it again, and name its folder.")
    }
    self.init(
      apnsSandbox: try Self.endpoint(told.apns_sandbox, file),
      apnsProduction: try Self.endpoint(told.apns_production, file), fcm: try Self.endpoint(told.fcm, file),
      certificateAuthority: told.ca, apnsKeyPath: told.apns_key.file, apnsKeyID: told.apns_key.key_id,
      apnsTeamID: told.apns_key.team_id, serviceAccountPath: told.service_account.file)
  }

  private struct Told: Decodable {
    struct Key: Decodable {
      var file: String
      var key_id: String
      var team_id: String
    }
    struct Account: Decodable { var file: String }
    var apns_sandbox: String
    var apns_production: String
    var fcm: String
    var ca: String
    var apns_key: Key
    var service_account: Account
  }

  private static func endpoint(_ url: String, _ file: String) throws -> Endpoint {
    guard let parts = URLComponents(string: url), let host = parts.host, let port = parts.port else {
      throw CommandError.unreadable("An address in it cannot be read.", place: file)
    }
    return Endpoint(host: host, port: port)
  }
}
