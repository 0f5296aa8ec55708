/// A request's headers and payload, found to agree with each other.
struct APNsNotification {
  let topic: String
  /// The push type as sent, or nil where the header was missing.
  let pushType: APNsPushType?
  let priority: Int
  let expiration: Int64?
  let collapseID: String?

  /// Checks in order: topic, push type, priority, expiration, collapse id, payload.
  static func read(
    _ headers: APNsHeaders, body: [UInt8], key: APNsKey, rules: APNsRules
  ) -> Result<APNsNotification, Refusal> {
    guard let topic = headers.topic, !topic.isEmpty else { return .failure(Refusal(.missingTopic)) }
    guard APNsHeaders.isTopic(topic) else { return .failure(Refusal(.badTopic)) }
    let bundle = APNsPushType.bundle(of: topic)
    if let topics = key.topics, !topics.contains(bundle) { return .failure(Refusal(.topicDisallowed)) }
    if !rules.owners.isEmpty, rules.owners[bundle] != key.teamID {
      return .failure(Refusal(.topicDisallowed))
    }
    let sent = headers.pushType.map { APNsPushType(rawValue: $0) }
    if case .some(nil) = sent { return .failure(Refusal(.invalidPushType)) }
    if sent == nil, rules.requiresPushType { return .failure(Refusal(.invalidPushType)) }
    let pushType = sent ?? nil
    let suffixed = APNsPushType.suffixed(topic)
    if let pushType {
      // Device management is for certificates only; a topic's ending and the type have to agree.
      if pushType == .mdm { return .failure(Refusal(.topicDisallowed)) }
      let expected = pushType.topicSuffix.isEmpty ? nil : pushType
      guard suffixed == expected else { return .failure(Refusal(.invalidPushType)) }
    }
    guard let priority = priority(headers.priority, pushType) else {
      return .failure(Refusal(.badPriority))
    }
    var expiration: Int64?
    if let text = headers.expiration {
      guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let seconds = Int64(text) else {
        return .failure(Refusal(.badExpirationDate))
      }
      expiration = seconds
    }
    if let collapse = headers.collapseID, collapse.utf8.count > 64 {
      return .failure(Refusal(.badCollapseId))
    }
    if let reason = fault(in: body, pushType: pushType, limit: (pushType ?? suffixed ?? .alert).payloadLimit)
    {
      return .failure(Refusal(reason))
    }
    return .success(
      APNsNotification(
        topic: topic, pushType: pushType, priority: priority, expiration: expiration,
        collapseID: headers.collapseID))
  }

  /// 10, 5 or 1; a background push has to say 5. Apple, Pushing background updates to your app.
  private static func priority(_ text: String?, _ pushType: APNsPushType?) -> Int? {
    let priority: Int
    switch text {
    case nil, "10": priority = 10
    case "5": priority = 5
    case "1": priority = 1
    default: return nil
    }
    return pushType == .background && priority != 5 ? nil : priority
  }

  private static func fault(in body: [UInt8], pushType: APNsPushType?, limit: Int) -> APNsReason? {
    if body.isEmpty { return .payloadEmpty }
    if body.count > limit { return .payloadTooLarge }
    // Apple names no reason for text that is not JSON; nothing could be read from it.
    guard let payload = APNsPayload(body) else { return .payloadEmpty }
    if pushType == .background, !payload.isContentAvailable || payload.isVisible { return .invalidPushType }
    return nil
  }
}
