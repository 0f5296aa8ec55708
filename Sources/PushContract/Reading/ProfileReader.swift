/// Tree → model. Judges types and shapes only; what belongs together is the rules' matter.
struct ProfileReader {
  let log: ReadingLog

  func read(_ root: ProfileNode) -> Profile {
    var profile = Profile()
    let start = ProfilePosition(line: 1, column: 1)
    guard let fields = Fields(root, ProfileKeys.root, path: "", place: start, log: log) else {
      return profile
    }
    if let version = fields.integer("version", in: 1...Int.max), version != 1 {
      fields.refuse(
        "version", "unknown-version", "version \(version) of the profile is newer than this program",
        hint: "write `version: 1`, or update pushwire")
    }
    if let app = fields.fields("app", ProfileKeys.app) { profile.app = readApp(app) }
    if let inner = fields.fields("credentials", ProfileKeys.credentials) {
      profile.credentials = readCredentials(inner)
    }
    if let inner = fields.fields("priming", ProfileKeys.priming) { profile.priming = readPriming(inner) }
    profile.destinations = fields.named("destinations").compactMap { readDestination(fields, $0) }
    profile.channels = fields.named("channels", ProfileName.isID).compactMap { readChannel(fields, $0) }
    profile.actions = fields.named("actions", ProfileName.isID).map { readCategory(fields, $0) }
    profile.tasks = fields.named("tasks").compactMap { readTask(fields, $0) }
    if let inner = fields.fields("lifecycle", ProfileKeys.lifecycle) {
      profile.lifecycle = readLifecycle(inner)
    }
    if let inner = fields.fields("analytics", ProfileKeys.analytics) {
      profile.analytics = readAnalytics(inner)
    }
    if let inner = fields.fields("server", ProfileKeys.server) { profile.server = readServer(inner) }
    if let inner = fields.fields("store", ProfileKeys.store) { profile.store = readStore(inner) }
    if let inner = fields.fields("feed", ProfileKeys.feed) { profile.feed = readFeed(inner) }
    judgeStore(profile, fields)
    profile.campaigns = readCampaigns(fields)
    profile.audit = readAudit(fields)
    profile.classes = fields.named("classes").compactMap { readClass(fields, $0) }
    return profile
  }
}
