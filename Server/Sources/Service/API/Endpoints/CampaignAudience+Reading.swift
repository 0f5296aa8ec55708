internal import Compose
internal import PushContract
internal import Store

extension CampaignAudience {
  static let names: [StaticString] = ["platforms", "tag", "app_version", "accounts", "topic", "condition"]
  /// Accounts that one campaign may name.
  static let mostAccounts = 10_000
  static let everybody = "all"

  /// FCM knows it: then Pushwire looks at no registration.
  var isTopic: Bool { topic != nil || condition != nil }

  /// `"all"`, or an object whose members have to fit together.
  static func read(_ value: JSONValue, _ catalogue: ClassCatalogue) throws(Problem) -> CampaignAudience {
    if value.kind == .string {
      guard try value.text(64) == everybody else {
        throw value.problem(.invalidValue, "An audience is \"all\", or an object that says whom it is for.")
      }
      return CampaignAudience()
    }
    var audience = CampaignAudience()
    let object = try value.object(names)
    if let platforms = object.optional("platforms") {
      audience.platforms = try readPlatforms(platforms, catalogue)
    }
    if let tag = object.optional("tag") { audience.tag = try tag.identifier() }
    if let range = object.optional("app_version") { try audience.readVersions(range) }
    if let accounts = object.optional("accounts") {
      var seen: Set<String> = []
      for item in try accounts.array(1...mostAccounts) {
        let account = try item.text(1, 256)
        guard seen.insert(account).inserted else {
          throw item.problem(.invalidValue, "This account stands twice.")
        }
        audience.accounts.append(account)
      }
    }
    try audience.readTopic(object, value, catalogue)
    guard audience != CampaignAudience() else {
      throw value.problem(
        .invalidValue, "This audience says nothing.", hint: "Write \"all\" if everybody is meant.")
    }
    return audience
  }

  private static func readPlatforms(
    _ value: JSONValue, _ catalogue: ClassCatalogue
  ) throws(Problem) -> [DevicePlatform] {
    var platforms: [DevicePlatform] = []
    for item in try value.array(1...DevicePlatform.allCases.count) {
      let platform = try item.word(DevicePlatform.allCases.map(\.name)) { DevicePlatform(name: $0) }
      guard !platforms.contains(platform) else {
        throw item.problem(.invalidValue, "This platform stands twice.")
      }
      guard catalogue.topic(platform) != nil else {
        throw item.problem(
          .invalidValue, "The profile has no app for \(platform.name).",
          hint: "Add it to `app` in pushwire.yaml, or leave it out here.")
      }
      platforms.append(platform)
    }
    return platforms
  }

  // MARK: Versions

  private mutating func readVersions(_ value: JSONValue) throws(Problem) {
    let range = try value.object(["min", "max"])
    let low = range.optional("min")
    let high = range.optional("max")
    guard low != nil || high != nil else {
      throw value.problem(.invalidValue, "This range has neither min nor max.")
    }
    if let low { minimumAppVersion = try Self.version(low) }
    if let high { maximumAppVersion = try Self.version(high) }
    if let low = minimumAppVersion, let high = maximumAppVersion, Self.isAbove(low, high) {
      throw value.problem(.invalidValue, "min is above max.")
    }
  }

  /// Numbers with dots between; at most so many of so many digits.
  static let versionPattern = "^[0-9]{1,9}(\\.[0-9]{1,9}){0,7}$"

  private static func version(_ value: JSONValue) throws(Problem) -> String {
    let text = try value.text(1, 80)
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isVersion =
      parts.count <= 8
      && parts.allSatisfy { part in
        (1...9).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
      }
    guard isVersion else {
      throw value.problem(
        .invalidValue, "This is no version: numbers with dots between, as in 2.10.1.")
    }
    return text
  }

  private static func isAbove(_ left: String, _ right: String) -> Bool {
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    let (left, right) = (numbers(left), numbers(right))
    for place in 0..<max(left.count, right.count) {
      let (one, other) = (
        place < left.count ? left[place] : 0, place < right.count ? right[place] : 0
      )
      if one != other { return one > other }
    }
    return false
  }

  // MARK: Topics

  private mutating func readTopic(
    _ object: borrowing JSONObject, _ value: JSONValue, _ catalogue: ClassCatalogue
  ) throws(Problem) {
    let found = (topic: object.optional("topic"), condition: object.optional("condition"))
    if let named = found.topic { topic = try NotificationReader.broadcast(.topic, named) }
    if let named = found.condition { condition = try NotificationReader.broadcast(.condition, named) }
    guard isTopic else { return }
    guard topic == nil || condition == nil else {
      throw value.problem(.invalidValue, "A topic or a condition, not both: a condition can name the topic.")
    }
    guard tag == nil, accounts.isEmpty, minimumAppVersion == nil, maximumAppVersion == nil else {
      throw value.problem(
        .invalidValue, "FCM knows who follows a topic, and nothing else of them can be asked for beside it.",
        hint: "Leave the other members out, or leave the topic out and send directly.")
    }
    guard platforms.allSatisfy({ $0 == .android }), catalogue.topic(.android) != nil else {
      throw value.problem(
        .invalidValue, "Topics are FCM's: they reach the app on Android, and no other platform.",
        hint: "Send to the other platforms in a campaign of their own.")
    }
  }
}
