internal import Bytes
internal import Compose
internal import Transport

/// A message as a request to FCM (Firebase, REST reference, projects.messages.send). The one place that
/// writes its headers.
final class FCMRequest: Sendable {
  static let path = HeaderName(":path")
  static let contentType = HeaderName("content-type")
  static let authorization = HeaderName("authorization", .never)

  private let content: FCMContent
  private let pathBytes: [UInt8]
  private let validateOnly: Bool

  init(_ content: FCMContent, project: String, validateOnly: Bool) {
    self.content = content
    self.validateOnly = validateOnly
    pathBytes = Array("/v1/projects/\(project)/messages:send".utf8)
  }

  var timeToLive: Int { content.timeToLive }

  /// Writes headers and body.
  func write(
    _ draft: borrowing PushDraft, into exchange: inout Exchange, now: Int
  ) throws(ComposeError) {
    exchange.field(Self.path, pathBytes)
    exchange.field(Self.contentType, "application/json")
    switch content {
    case .template(let template):
      try template.writeBody(
        draft.row, try draft.identity(), target: FCMTarget(draft.targetKind, draft.target.bytes),
        validateOnly: validateOnly, now: now,
        createdAt: draft.createdAt, longest: draft.timeToLive < 0 ? nil : draft.timeToLive,
        into: &exchange.buffer)
    case .raw(let raw, _):
      let target = raw.namesTarget ? nil : try FCMTarget(draft.targetKind, draft.target.bytes)
      try raw.writeFCMRequest(target: target, validateOnly: validateOnly, into: &exchange.buffer)
    }
  }
}
