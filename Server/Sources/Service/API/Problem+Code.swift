/// The table of problems: status, title, advice, retry and loudness of each code. docs/api.md is made of it.
extension Problem.Code {
  public var status: Int {
    switch self {
    case .malformedJSON, .unknownMember, .duplicateMember, .missingMember, .wrongType, .invalidValue,
      .invalidID, .invalidQuery, .wrongApp, .unknownClass, .unknownParameter, .missingParameter,
      .invalidParameter, .payloadTooLarge, .malformedRequest, .classNotForCampaign:
      400
    case .unauthenticated: 401
    case .missingScope, .otherTenant, .noAccount: 403
    case .noSuchPath, .unknownInstallation, .unknownNotification, .unknownCampaign: 404
    case .methodNotAllowed: 405
    case .staleGeneration, .generationConflict, .accountFull, .notificationConflict, .noTicketSecret, .noFCM,
      .campaignConflict, .campaignState:
      409
    case .audienceTooLarge: 422
    case .bodyTooLarge: 413
    case .unsupportedMediaType: 415
    case .rateLimited, .outboxFull: 429
    case .headersTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .busy, .storeUnavailable, .stopping: 503
    }
  }

  public var title: String {
    switch self {
    case .malformedJSON: "The body is not JSON"
    case .unknownMember: "A member is not known"
    case .duplicateMember: "A member stands twice"
    case .missingMember: "A member is missing"
    case .wrongType: "A value has the wrong type"
    case .invalidValue: "A value cannot be taken"
    case .invalidID: "The id in the path cannot be one"
    case .invalidQuery: "The query cannot be read"
    case .wrongApp: "This server serves another app"
    case .unknownClass: "The profile has no such class"
    case .unknownParameter: "The class has no such parameter"
    case .missingParameter: "A parameter of the class has no value"
    case .invalidParameter: "A parameter's value does not fit its type"
    case .payloadTooLarge: "The payload is larger than the provider takes"
    case .malformedRequest: "The request is not HTTP as it should be"
    case .unauthenticated: "Not authenticated"
    case .missingScope: "The key lacks a scope"
    case .otherTenant: "The key is for another tenant"
    case .noAccount: "No account is bound"
    case .noSuchPath: "There is nothing at this path"
    case .unknownInstallation: "The installation is not known"
    case .unknownNotification: "The notification is not known"
    case .methodNotAllowed: "The path does not have this method"
    case .staleGeneration: "The generation is older than the stored one"
    case .generationConflict: "Another token has this generation"
    case .accountFull: "The account has too many installations"
    case .notificationConflict: "Another notification has this id"
    case .noTicketSecret: "The server has no secret for tickets"
    case .unknownCampaign: "The campaign is not known"
    case .campaignConflict: "Another campaign has this id"
    case .campaignState: "The campaign's state does not allow it"
    case .classNotForCampaign: "The class is not for many devices"
    case .audienceTooLarge: "The audience is larger than is sent to directly"
    case .noFCM: "The server has no credential for FCM"
    case .bodyTooLarge: "The body is too large"
    case .unsupportedMediaType: "The body is not declared as JSON"
    case .rateLimited: "Too many requests"
    case .outboxFull: "Too much waits to be sent"
    case .headersTooLarge: "The headers are too large"
    case .internalError: "The server failed"
    case .notImplemented: "The server does not do this"
    case .busy: "The server has too much to write"
    case .storeUnavailable: "The store cannot be used"
    case .stopping: "The server is stopping"
    }
  }

  /// What to do, for people; in docs/api.md, and the hint where a problem has none of its own.
  public var advice: String {
    switch self {
    case .malformedJSON: "Send one JSON object in UTF-8; the detail names the byte."
    case .unknownMember: "Take the member out, or spell it as the hint says."
    case .duplicateMember: "Send each member once."
    case .missingMember: "Add the member that `field` names."
    case .wrongType: "Send the type that the detail names; null is not a value here, leave the member out."
    case .invalidValue: "Send a value within the bounds that the detail names."
    case .invalidID: "An id is 1 to 128 letters, digits and ._~:-."
    case .invalidQuery: "See the operation in /openapi.json for its query parameters."
    case .wrongApp: "Name the app as `app.name` of the profile does."
    case .unknownClass: "Add the class to pushwire.yaml and reload, or spell it as the hint says."
    case .unknownParameter: "Take the parameter out, or spell it as the hint says."
    case .missingParameter: "Give every parameter of the class a value."
    case .invalidParameter: "Send a value of the type that the class declares."
    case .payloadTooLarge: "Shorten the values by what the detail names; APNs and FCM take 4096 bytes."
    case .malformedRequest: "Send HTTP/1.1 as RFC 9112 says."
    case .unauthenticated:
      "Send `Authorization: Bearer …` with an active key or a ticket that has not expired, or the "
        + "installation's own secret. What exactly is wrong is not said to strangers; the server's log has it."
    case .missingScope: "Make a key with the scope: `pushwire keys create`."
    case .otherTenant: "Use a key for this tenant, or one for all (`*`)."
    case .noAccount: "Register the installation with a ticket of the account first."
    case .noSuchPath: "See /openapi.json for what there is."
    case .unknownInstallation: "Register it first: PUT /v1/installations/{id}."
    case .unknownNotification: "Check id and tenant; after its retention a notification is forgotten."
    case .methodNotAllowed: "Use a method of the Allow header."
    case .staleGeneration: "Go on counting from `current_generation` and send again."
    case .generationConflict: "Count the generation up with each new token, from `current_generation`."
    case .accountFull: "Log out where the account is not used any more; a shared account is better split."
    case .notificationConflict: "Use a new id for a new notification; send the same body again to repeat one."
    case .noTicketSecret: "Make one: `pushwire secrets create`."
    case .unknownCampaign: "Check id and tenant."
    case .campaignConflict: "Use a new id for a new campaign; send the same body again to repeat one."
    case .campaignState: "See its state: GET /v1/campaigns/{id}. One that has ended is not begun again."
    case .classNotForCampaign: "Use a class with `audience: public`, or `audience: account`."
    case .audienceTooLarge: "See docs/campaigns.md: a topic, a hand-over, or a higher `fanout.direct_max`."
    case .noFCM: "Add `credentials.fcm` and `app.android` to pushwire.yaml and reload."
    case .bodyTooLarge: "Send less at once; each operation's limit is in docs/api.md."
    case .unsupportedMediaType: "Send `Content-Type: application/json`; with curl: --json."
    case .rateLimited: "Wait as Retry-After says; spread requests."
    case .outboxFull: "Wait as Retry-After says: the outbox must drain first. See /metrics for what holds it."
    case .headersTooLarge: "Send less than 16 KiB of headers."
    case .internalError: "Try again; look into the server's log if it stays."
    case .notImplemented: "See /openapi.json for what there is."
    case .busy: "Wait as Retry-After says and send again, under the same id."
    case .storeUnavailable: "Wait and send again, under the same id. The operator finds the cause in the log."
    case .stopping: "Send again: a server that starts anew, or another one, takes it."
    }
  }

  /// Seconds after which it makes sense to try again; nil: the request itself must change.
  public var retryAfter: Int? {
    switch self {
    case .rateLimited, .busy, .internalError: 1
    case .stopping: 2
    case .storeUnavailable: 5
    case .outboxFull: 10
    default: nil
    }
  }

  public var level: Problem.Level {
    switch self {
    case .unauthenticated, .missingScope, .otherTenant, .rateLimited, .generationConflict,
      .notificationConflict, .campaignConflict, .campaignState, .audienceTooLarge:
      .info
    case .outboxFull, .busy, .stopping, .noTicketSecret, .noFCM, .accountFull: .warning
    case .internalError, .storeUnavailable: .error
    default: .debug
    }
  }
}
