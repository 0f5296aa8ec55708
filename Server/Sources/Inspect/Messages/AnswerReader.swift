import AppFacts
import Bytes

/// What a provider's answer says: its reason word for word, its ids, its times.
enum AnswerReader {
  /// Nil where nothing in it is a push provider's.
  static func read(
    _ raw: RawRequest.Answer, isKnownService: Bool, _ limits: InspectLimits, _ place: (Int) -> Place
  ) -> CapturedRequest.Answer? {
    var answer = CapturedRequest.Answer(place(raw.offset), status: raw.status)
    for header in raw.headers {
      let value = Sourced(header.value.string, place(header.value.start))
      switch header.name {
      case "apns-id": answer.identifier = value
      case "apns-unique-id": answer.uniqueID = value
      case "date": answer.date = HTTPDate.milliseconds(value.value)
      default: break
      }
    }
    var isKnown = isKnownService && raw.status != nil || answer.identifier != nil || answer.uniqueID != nil
    if let body = raw.body,
      case .success(let tree) = JSONTree.read(body.bytes, limits, place: { place(body.offset($0)) })
    {
      isKnown = take(tree, &answer) || isKnown
    }
    return isKnown ? answer : nil
  }

  /// Whether the body is one of a push provider's.
  static func take(_ tree: Located, _ answer: inout CapturedRequest.Answer) -> Bool {
    if let reason = tree["reason"]?.sourcedString, tree.members.count <= 3 {
      answer.reason = reason
      answer.timestamp = tree["timestamp"]?.integer
      return true
    }
    // As libraries log it: {"device": …, "status": "400", "response": {"reason": …}}
    if let response = tree["response"], let reason = response["reason"]?.sourcedString {
      answer.reason = reason
      answer.timestamp = response["timestamp"]?.integer
      answer.status = answer.status ?? tree["status"]?.integer ?? tree["status"]?.string.flatMap { Int($0) }
      return true
    }
    if let name = tree["name"]?.sourcedString, name.value.hasPrefix("projects/") {
      answer.identifier = name
      return true
    }
    if let error = tree["error"], error["status"]?.string != nil || error["details"] != nil {
      answer.status = answer.status ?? error["code"]?.integer
      answer.reason = fcmReason(error)
      return answer.reason != nil
    }
    if let result = tree["results"]?.items.lazy.compactMap({ $0["error"]?.sourcedString }).first {
      answer.reason = result
      return true
    }
    return false
  }

  /// FCM's own errorCode; else the general reason or status.
  private static func fcmReason(_ error: Located) -> Sourced<String>? {
    let details = error["details"]?.items ?? []
    return details.lazy.compactMap { $0["errorCode"]?.sourcedString }.first
      ?? details.lazy.compactMap { $0["reason"]?.sourcedString }.first ?? error["status"]?.sourcedString
  }
}
