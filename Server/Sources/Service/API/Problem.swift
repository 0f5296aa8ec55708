/// What went wrong with a request, as RFC 9457 says it: a stable code, the field and what to do.
///
/// Never holds a token, key, ticket or a parameter's value.
public struct Problem: Error, Sendable, Equatable {
  public var code: Code
  /// What is wrong with this request, a sentence.
  public var detail: String
  /// RFC 6901 for a member of the body, a name for a header, path or query parameter.
  public var field: String?
  /// What to do about it.
  public var hint: String?
  /// Seconds; the code's own where nil.
  public var retryAfter: Int?
  /// Of a generation conflict: what the store has.
  public var generation: Int?
  /// Of a method that the path does not have: those it has.
  public var allow: String?
  /// What really happened, for the log; never told to the caller.
  var reason: String?

  public init(
    _ code: Code, _ detail: String, field: String? = nil, hint: String? = nil, retryAfter: Int? = nil
  ) {
    self.code = code
    self.detail = detail
    self.field = field
    self.hint = hint
    self.retryAfter = retryAfter
  }
}

extension Problem {
  /// Every problem that the API answers. The words are stable: programs decide by them.
  public enum Code: String, Sendable, CaseIterable {
    case malformedJSON = "malformed_json"
    case unknownMember = "unknown_member"
    case duplicateMember = "duplicate_member"
    case missingMember = "missing_member"
    case wrongType = "wrong_type"
    case invalidValue = "invalid_value"
    case invalidID = "invalid_id"
    case invalidQuery = "invalid_query"
    case wrongApp = "wrong_app"
    case unknownClass = "unknown_class"
    case unknownParameter = "unknown_parameter"
    case missingParameter = "missing_parameter"
    case invalidParameter = "invalid_parameter"
    case payloadTooLarge = "payload_too_large"
    case malformedRequest = "malformed_request"
    case unauthenticated
    case missingScope = "missing_scope"
    case otherTenant = "other_tenant"
    case noAccount = "no_account"
    case noSuchPath = "no_such_path"
    case unknownInstallation = "unknown_installation"
    case unknownNotification = "unknown_notification"
    case methodNotAllowed = "method_not_allowed"
    case staleGeneration = "stale_generation"
    case generationConflict = "generation_conflict"
    case accountFull = "account_full"
    case notificationConflict = "notification_conflict"
    case noTicketSecret = "no_ticket_secret"
    case unknownCampaign = "unknown_campaign"
    case campaignConflict = "campaign_conflict"
    case campaignState = "campaign_state"
    case classNotForCampaign = "class_not_for_campaigns"
    case audienceTooLarge = "audience_too_large"
    case noFCM = "no_fcm"
    case bodyTooLarge = "body_too_large"
    case unsupportedMediaType = "unsupported_media_type"
    case rateLimited = "rate_limited"
    case outboxFull = "outbox_full"
    case headersTooLarge = "headers_too_large"
    case internalError = "internal_error"
    case notImplemented = "not_implemented"
    case busy
    case storeUnavailable = "store_unavailable"
    case stopping
  }

  /// How loud it is in the log.
  public enum Level: String, Sendable {
    /// A mistake of the caller; nothing for us to do.
    case debug
    /// Worth a look where there are many.
    case info
    case warning
    /// Our own fault, or the machine's.
    case error
  }
}
