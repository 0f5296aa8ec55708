/// FCM's HTTP v1 API as a pure function: request, state and time in, answer out.
///
/// Written from Firebase's pages (projects.messages; FCM error codes; About FCM messages; Throttling and
/// quotas). Order of checks: path, access token, JSON and its shape, project, message, quota, device.
public struct FCMEmulator: Sendable {
  /// The numbers it judges by; may change between requests.
  public var rules: FCMRules
  /// The token endpoint, whose access tokens it takes.
  public internal(set) var oauth: OAuthEmulator
  var projects: [String: FCMProject] = [:]
  var devices: [String: FCMDevice] = [:]
  var inboxes: [String: FCMInbox] = [:]
  /// Of devices that somebody plays, by token.
  var feeds = DeliveryFeeds()
  /// The topics of each registration, by token.
  var topics: [String: Set<String>] = [:]
  var ids: IdentifierSource
  var topicCounts: [String: MinuteCount] = [:]
  var projectCounts: [String: MinuteCount] = [:]
  var deviceCounts: [String: MinuteCount] = [:]
  var collapsibleCounts: [String: RefilledCount] = [:]

  public init(rules: FCMRules = FCMRules(), seed: UInt64) {
    self.rules = rules
    oauth = OAuthEmulator(seed: seed ^ 0x6f61_7574_68)
    ids = IdentifierSource(seed: seed)
  }

  /// Answers one request, also that for `/token`. `now` in milliseconds since 1970.
  public mutating func answer(_ request: EmulatedRequest, now: Int64) -> EmulatedAnswer {
    let path = request.path.prefix { $0 != "?" }
    if path == "/token" { return oauth.answer(request, rules: rules, now: now) }
    if let operation = InstanceIDCall(path: path) { return answer(request, operation, now: now) }
    if let call = TopicSubscriptionCall(path: request.path) { return answer(request, call, now: now) }
    guard request.method == "POST", let project = Self.project(in: path) else { return .notFoundPage }
    switch send(request, project: project, now: now) {
    case .success(let name):
      var answer = EmulatedAnswer.json(200, ["name": .string(name)], outcome: "accepted")
      answer.id = name
      return answer
    case .failure(let error):
      return error.answer
    }
  }

  /// The project id of `/v1/projects/{project}/messages:send`.
  static func project(in path: Substring) -> String? {
    guard path.hasPrefix("/v1/projects/"), path.hasSuffix("/messages:send") else { return nil }
    let project = path.dropFirst(13).dropLast(14)
    return project.isEmpty || project.contains("/") ? nil : String(project)
  }

  private mutating func send(
    _ request: EmulatedRequest, project: String, now: Int64
  ) -> Result<String, FCMError> {
    let account: String
    switch oauth.account(of: request.header("authorization"), now: now) {
    case .success(let found): account = found
    case .failure(let error): return .failure(error)
    }
    let body: JSONValue
    switch FCMSchemaCheck.read(request.body) {
    case .success(let read): body = read
    case .failure(let error): return .failure(error)
    }
    guard let known = projects[project] else {
      return .failure(FCMError(code: 404, message: "Requested entity was not found.", status: "NOT_FOUND"))
    }
    guard oauth.accounts[account]?.projects.contains(project) == true else {
      return .failure(
        FCMError(
          code: 403,
          message: "Permission 'cloudmessaging.messages.create' denied on resource "
            + "'//cloudresourcemanager.googleapis.com/projects/\(project)' (or it may not exist).",
          status: "PERMISSION_DENIED", info: "IAM_PERMISSION_DENIED"))
    }
    switch FCMMessage.read(body) {
    case .success(let message): return deliver(message, body: body, project: known, now: now)
    case .failure(let error): return .failure(error)
    }
  }
}

/// How many requests came in a minute, or another window.
struct MinuteCount: Sendable {
  private var window: Int64 = 0
  private var count = 0

  /// Counts one; gives the seconds until the next window where it is one too many. `length` in
  /// milliseconds.
  mutating func add(limit: Int?, length: Int64 = 60_000, now: Int64) -> Int64? {
    if now / length != window {
      window = now / length
      count = 0
    }
    guard let limit, count >= limit else {
      count += 1
      return nil
    }
    return ((window + 1) * length - now + 999) / 1000
  }
}

/// So many at once, and one more after each interval. Times are milliseconds.
struct RefilledCount: Sendable {
  static let interval: Int64 = 180_000

  /// When all that were taken have come back.
  private var fullAt: Int64 = 0

  /// Counts one; gives the seconds until there is room where it is one too many.
  mutating func add(burst: Int, now: Int64) -> Int64? {
    let next = max(fullAt, now) + Self.interval
    let tooMuch = next - now - Int64(burst) * Self.interval
    guard tooMuch <= 0 else { return (tooMuch + 999) / 1000 }
    fullAt = next
    return nil
  }
}
