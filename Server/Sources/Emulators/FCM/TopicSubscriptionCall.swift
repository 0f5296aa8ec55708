/// A call of FCM's topic subscription API, one app instance a call: what the instance-ID service's batches
/// are followed by. Firebase, REST Resource: projects.registrations.topicSubscriptions.
struct TopicSubscriptionCall: Equatable {
  var project: String
  /// A token or an installation id.
  var registration: String
  /// Nil: it stands in the query, or nowhere.
  var topic: String?
  var query: FormFields

  /// `/v1/projects/{project}/registrations/{registration}/topicSubscriptions`, and `/{topic}` behind it.
  init?(path: String) {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.hasPrefix("/v1/projects/") else { return nil }
    let words = first.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (7...8).contains(words.count), words[4] == "registrations", words[6] == "topicSubscriptions",
      !words[3].isEmpty, !words[5].isEmpty
    else { return nil }
    project = words[3]
    registration = FormFields.decoded(words[5])
    topic = words.count > 7 ? FormFields.decoded(words[7]) : nil
    query = FormFields(parts.count > 1 ? Array(parts[1].utf8) : [])
  }

  /// Proto JSON takes either name.
  private func option(_ name: String, _ other: String) -> String? { query[name] ?? query[other] }
  var queryTopic: String? { option("topic_name", "topicName") }
  var allowsMissing: Bool { option("allow_missing", "allowMissing") == "true" }
}

extension FCMEmulator {
  mutating func answer(
    _ request: EmulatedRequest, _ call: TopicSubscriptionCall, now: Int64
  ) -> EmulatedAnswer {
    switch subscription(request, call, now: now) {
    case .success(let body): .json(200, body, outcome: "accepted")
    case .failure(let error): error.answer
    }
  }

  private mutating func subscription(
    _ request: EmulatedRequest, _ call: TopicSubscriptionCall, now: Int64
  ) -> Result<JSONValue, FCMError> {
    let account: String
    switch oauth.account(of: request.header("authorization"), now: now) {
    case .success(let found): account = found
    case .failure(let error): return .failure(error)
    }
    guard projects[call.project] != nil else { return .failure(Self.missing) }
    guard oauth.accounts[account]?.projects.contains(call.project) == true else {
      return .failure(
        FCMError(
          code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED",
          info: "IAM_PERMISSION_DENIED"))
    }
    let verb = request.method
    guard let text = verb == "POST" && call.topic == nil ? call.queryTopic : call.topic,
      let topic = FCMTopic.name(text), topic == text
    else { return .failure(.invalid("Malformed topic name", field: "topic_name")) }
    let had = topics[call.registration]?.contains(topic) == true
    switch verb {
    case "POST":
      if had {
        return .failure(
          FCMError(code: 409, message: "The subscription already exists.", status: "ALREADY_EXISTS"))
      }
    case "PATCH": if !had, !call.allowsMissing { return .failure(Self.missing) }
    case "DELETE": if !had, !call.allowsMissing { return .failure(Self.missing) }
    default: return .failure(Self.missing)
    }
    let word = change(verb != "DELETE", topic, of: call.registration, projects: [call.project], now: now)
    switch word {
    case nil: break
    case "NOT_FOUND":
      var gone = Self.missing
      gone.errorCode = "UNREGISTERED"
      return .failure(gone)
    case "RESOURCE_EXHAUSTED": return .failure(Self.quota("topic subscriptions", retryAfter: 1))
    default:
      return .failure(.invalid("The registration cannot be subscribed.", field: "registration"))
    }
    if verb == "DELETE" { return .success([:]) }
    return .success([
      "name": .string(
        "projects/\(call.project)/registrations/\(call.registration)/topicSubscriptions/\(topic)"),
      "topic_name": .string(topic), "create_time": .string(FCMDuration.timestamp(now)),
    ])
  }

  private static let missing = FCMError(
    code: 404, message: "Requested entity was not found.", status: "NOT_FOUND")
}
