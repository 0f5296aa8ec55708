internal import Feed
internal import Foundation
internal import ProfileFile
internal import PushContract
internal import Store

/// Everything that comes from the profile and the files it names; read whole before anything of it is
/// used, so that a bad new one changes nothing.
struct LoadedSettings {
  var profile: Profile
  var catalogue: ClassCatalogue
  var credentials: ServerCredentials
  var ticketKeys: [TicketKey]
  var receivers: [HookPump.Receiver]
  /// Nil: due work comes from the store alone. Used at the start; a reload changes nothing of it.
  var feed: FeedSettings?

  init(_ configuration: ServerConfiguration) throws(ServerError) {
    let path = configuration.profilePath
    let reading: ProfileReading
    do throws(ProfileFileError) {
      reading = try ProfileFile.load(path: path)
    } catch {
      throw ServerError(.profile, error.message, place: error.file ?? path, advice: error.hint)
    }
    if let first = reading.errors.first {
      throw ServerError(
        .profile, first.message, place: "\(path):\(first.line):\(first.column)",
        advice: "`pushwire check \(path)` shows all that is wrong.")
    }
    profile = reading.profile
    do throws(ClassCatalogue.Fault) {
      catalogue = try ClassCatalogue(profile)
    } catch { throw ServerError(.profile, error.message, place: path) }
    credentials = try ServerCredentials(profile, path: path, emulator: configuration.emulator)
    feed = try FeedSettings(profile, path: path)
    ticketKeys = []
    for file in profile.server.ticketKeys {
      let place = ServerCredentials.beside(path, file)
      guard let pem = try? String(contentsOfFile: place, encoding: .utf8) else {
        throw ServerError(.credentials, "a ticket key cannot be read", place: place)
      }
      // The file's name is the key id that tickets carry.
      let name = (place as NSString).lastPathComponent
      do {
        ticketKeys.append(try TicketKey(keyID: (name as NSString).deletingPathExtension, pem: pem))
      } catch {
        throw ServerError(
          .credentials, "a ticket key is no public key on P-256", place: place,
          advice: "openssl pkey -in KEY -pubout writes one.")
      }
    }
    receivers = configuration.sendsWebhooks ? try HookPump.receivers(profile, path: path) : []
  }

  var policy: StorePolicy {
    var policy = StorePolicy()
    policy.silentPerHour = profile.server.silentBudget
    policy.staleAfter = profile.lifecycle.staleAfter * 1000
    policy.hasSegments = profile.analytics.segments
    return policy
  }

  /// What devices and tickets call the app.
  var appID: String { profile.app.name }

  var webhookKinds: Set<String> { receivers.reduce(into: []) { $0.formUnion($1.kinds) } }
}
