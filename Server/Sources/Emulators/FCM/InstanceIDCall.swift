/// A call of the instance-ID service that changes the topics of many app instances at once. Google,
/// Instance ID, Server reference: manage relationship maps.
enum InstanceIDCall: String {
  case add = "/iid/v1:batchAdd"
  case remove = "/iid/v1:batchRemove"

  init?(path: Substring) { self.init(rawValue: String(path)) }

  /// Tokens that one call may name.
  static let mostTokens = 1000
}

extension FCMEmulator {
  /// Order of checks: method, `access_token_auth` and access token, JSON and its shape, topic, quota; then
  /// each token by itself.
  mutating func answer(_ request: EmulatedRequest, _ call: InstanceIDCall, now: Int64) -> EmulatedAnswer {
    guard request.method == "POST" else { return .notFoundPage }
    // Without this header the authorization is read as a server key, which no project has any more.
    guard request.header("access_token_auth") == "true" else { return Self.refusal(401, "Unauthorized") }
    let projects: Set<String>
    switch oauth.account(of: request.header("authorization"), now: now) {
    case .success(let account): projects = oauth.accounts[account]?.projects ?? []
    case .failure(let error):
      return Self.refusal(error.code, error.code == 401 ? "Unauthorized" : "Forbidden")
    }
    guard request.header("content-type")?.lowercased().hasPrefix("application/json") == true,
      case .success(let body) = JSONReader.read(request.body), let members = body.members,
      members.allSatisfy({ $0.name == "to" || $0.name == "registration_tokens" }),
      let to = body["to"]?.string, to.hasPrefix("/topics/"), let topic = FCMTopic.name(to),
      let list = body["registration_tokens"]?.elements, !list.isEmpty,
      list.count <= InstanceIDCall.mostTokens
    else { return Self.refusal(400, "INVALID_ARGUMENT") }
    let tokens = list.compactMap(\.string)
    guard tokens.count == list.count, tokens.allSatisfy({ !$0.isEmpty }) else {
      return Self.refusal(400, "INVALID_ARGUMENT")
    }
    for project in projects {
      let limit = rules.topicCallLimit
      if let wait = topicCounts[project, default: MinuteCount()].add(limit: limit, length: 1000, now: now) {
        var answer = Self.refusal(429, "RESOURCE_EXHAUSTED")
        answer.headers.append(("retry-after", String(wait)))
        return answer
      }
    }
    let results = tokens.map { token -> JSONValue in
      let word = change(call == .add, topic, of: token, projects: projects, now: now)
      return word.map { ["error": .string($0)] } ?? [:]
    }
    return .json(200, ["results": .array(results)], outcome: "accepted")
  }

  private static func refusal(_ status: Int, _ word: String) -> EmulatedAnswer {
    .json(status, ["error": .string(word)], outcome: word)
  }

  /// Puts one registration into a topic or takes it out; gives the word of the failure.
  mutating func change(
    _ adds: Bool, _ topic: String, of token: String, projects: Set<String>, now: Int64
  ) -> String? {
    guard let device = devices[token] else {
      let isWellFormed = [false, true].contains { Self.isWellFormed(token, isInstallation: $0) }
      return rules.acceptsAnyToken && isWellFormed ? nil : "INVALID_ARGUMENT"
    }
    guard projects.contains(device.project) else { return "INVALID_ARGUMENT" }
    switch device.state {
    case .unregistered: return "NOT_FOUND"
    case .throttled(let until) where now < until: return "RESOURCE_EXHAUSTED"
    case .valid, .throttled: break
    }
    guard adds else {
      topics[token]?.remove(topic)
      return nil
    }
    if topics[token]?.contains(topic) == true { return nil }
    guard (topics[token]?.count ?? 0) < rules.topicLimit else { return "TOO_MANY_TOPICS" }
    topics[token, default: []].insert(topic)
    return nil
  }
}
