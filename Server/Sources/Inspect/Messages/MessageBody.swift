import PushContract
import AppFacts

/// Makes a payload or FCM message of a body that was read.
enum MessageBody {
  static func add(
    _ result: Result<Located, JSONTree.Failure>, _ service: CapturedRequest.Service, place: Place, size: Int,
    isOpen: Bool, capture: Int?, isForSimulator: Bool = false, into facts: inout AuditFacts
  ) {
    var tree: Located?
    var problem: Sourced<String>?
    switch result {
    case .success(let found): tree = found
    case .failure(let failure): problem = Sourced(failure.reason, failure.place)
    }
    switch service {
    case .apns:
      var payload = PayloadFile(place, tree: tree, size: size, isForSimulator: isForSimulator)
      payload.problem = problem
      payload.capture = capture
      payload.holdsUnknown = isOpen
      facts.payloads.append(payload)
    case .fcm:
      var body = FCMBody(place, tree: tree, size: size)
      body.problem = problem
      body.capture = capture
      body.holdsUnknown = isOpen
      body.token = tree.flatMap(token)
      body.tree = tree.map { maskTokens($0, depth: 0) }
      facts.fcmBodies.append(body)
    }
  }

  private static func token(_ tree: Located) -> DeviceTokenFact? {
    let message = tree["message"] ?? tree
    guard let value = message["token"] ?? tree["to"], let text = value.string, !text.hasPrefix("/topics/")
    else {
      return nil
    }
    var origin = OriginText(start: 0)
    origin.append(text.utf8, 0)
    return text.contains("${") ? nil : DeviceTokenText.read(origin, value.place)
  }

  private static let tokenKeys: Set<String> = ["token", "fid", "to", "registration_ids"]

  /// The targets' tokens, of which only the ends stay.
  private static func maskTokens(_ node: Located, depth: Int) -> Located {
    guard depth < 2, node.isObject else { return node }
    let members = node.members.map { member in
      var member = member
      if tokenKeys.contains(member.key) {
        member.value = masked(member.value)
      } else if member.key == "message" {
        member.value = maskTokens(member.value, depth: depth + 1)
      }
      return member
    }
    return Located(.object(members), node.place)
  }

  private static func masked(_ node: Located) -> Located {
    if let text = node.string {
      let isOpen = text.hasPrefix("/topics/") || text.hasPrefix("${") || text.isEmpty
      return isOpen ? node : Located(.string(TokenEnds.of(text)), node.place)
    }
    return node.isArray ? Located(.array(node.items.map(masked)), node.place) : node
  }
}
