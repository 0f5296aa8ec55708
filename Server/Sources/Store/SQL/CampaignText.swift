internal import Foundation

/// How a campaign's audience and ramp stand in the store: JSON with the names of the API. Accounts have
/// rows of their own.
enum CampaignText {
  private struct Audience: Codable {
    var platforms: [String]?
    var minimumAppVersion: String?
    var maximumAppVersion: String?
    var tag: String?
    var topic: String?
    var condition: String?
    var accounts: Int?
  }

  private struct Ramp: Codable {
    var from: Int
    var step: Int
  }

  static func text(_ audience: CampaignAudience) -> String {
    encode(
      Audience(
        platforms: audience.platforms.isEmpty ? nil : audience.platforms.map(\.name),
        minimumAppVersion: audience.minimumAppVersion, maximumAppVersion: audience.maximumAppVersion,
        tag: audience.tag, topic: audience.topic, condition: audience.condition,
        accounts: audience.accounts.isEmpty ? nil : audience.accounts.count))
  }

  /// Without its accounts; `hasAccounts`: there are some.
  static func audience(_ text: String) -> (audience: CampaignAudience, hasAccounts: Bool) {
    var audience = CampaignAudience()
    guard let read = try? JSONDecoder().decode(Audience.self, from: Data(text.utf8)) else {
      // What cannot be read is nobody rather than everybody.
      return (audience, true)
    }
    audience.platforms = (read.platforms ?? []).compactMap { DevicePlatform(name: $0) }
    audience.minimumAppVersion = read.minimumAppVersion
    audience.maximumAppVersion = read.maximumAppVersion
    audience.tag = read.tag
    audience.topic = read.topic
    audience.condition = read.condition
    return (audience, (read.accounts ?? 0) > 0)
  }

  static func text(_ ramp: CampaignRamp) -> String { encode(Ramp(from: ramp.from, step: ramp.step)) }

  static func ramp(_ text: String) -> CampaignRamp {
    var ramp = CampaignRamp()
    guard let read = try? JSONDecoder().decode(Ramp.self, from: Data(text.utf8)) else { return ramp }
    ramp.from = read.from
    ramp.step = read.step
    return ramp
  }

  private static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
