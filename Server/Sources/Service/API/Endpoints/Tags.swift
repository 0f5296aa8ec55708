internal import HTTPFront
internal import Store

/// PUT /v1/installations/{id}/tags: words of the backend's own, by which campaigns find their audience.
extension Call {
  /// Tags that one installation may have.
  static let mostTags = 32

  func setTags() throws(Problem) {
    let key = try key(.send)
    let tenant = try tenant(key, queryTenant())
    let tags = try body(["tags"]) { (body) throws(Problem) in
      var tags: [String] = []
      for item in try body.required("tags").array(0...Self.mostTags) {
        let tag = try item.identifier()
        guard !tags.contains(tag) else { throw item.problem(.invalidValue, "This tag stands twice.") }
        tags.append(tag)
      }
      return tags.sorted()
    }
    let installation = id
    try write { (session, now) throws(StoreError) in
      try session.setTags(tenant: tenant, installation: installation, to: tags, now: now)
    } done: { call, isKnown throws(Problem) in
      guard isKnown else {
        throw Problem(.unknownInstallation, "There is no such installation.", field: "id")
      }
      return .json(
        JSONWriter.object { out in
          out.member("installation", call.id)
          out.array("tags") { out in for tag in tags { out.value(tag) } }
        })
    }
  }
}
