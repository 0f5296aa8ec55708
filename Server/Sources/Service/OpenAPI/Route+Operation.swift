extension Route {
  var operation: Operation {
    switch self {
    case .register:
      Operation(
        summary: "Register an installation",
        about: "At each launch, rotation and login. Repeating it changes nothing but the time of the last "
          + "confirmation. A ticket binds its account; the app's publishable id alone binds nothing. The "
          + "installation's secret is made on the device: the first registration sets it, later ones match it.",
        access: [[.ticket, .installationSecret], [.app, .installationSecret]], body: "Registration",
        answer: "Registered",
        bodyExample:
          #"{"app":"demo","platform":"ios","environment":"sandbox","environment_source":"embedded_profile","token":"8f3a2b1c8f3a2b1c8f3a2b1c8f3a2b1c8f3a2b1c8f3a2b1c8f3a2b1c8f3a2b1c","generation":1,"permission":{"status":"authorized","alert":"enabled"},"os_version":"18.2","app_version":"4.1","locale":"en-GB","time_zone":"Europe/London"}"#,
        answerExample:
          #"{"installation":"device-1","generation":1,"change":"created","state":"active","binding":"bound","binding_tag":"5b0c1f7a9d3e4c8b5b0c1f7a9d3e4c8b"}"#,
        problems: [.wrongApp, .staleGeneration, .generationConflict, .accountFull])
    case .logout:
      Operation(
        summary: "Log out",
        about: "Deletes the token and unbinds the account; the answer has the new generation.",
        access: [[.installationSecret]], body: "Logout", bodyIsOptional: true, answer: "LoggedOut",
        bodyExample: #"{"generation":1}"#,
        answerExample: #"{"installation":"device-1","generation":2,"binding":"unbound"}"#,
        problems: [.staleGeneration])
    case .receipts:
      Operation(
        summary: "Report receipts",
        about: "What the device confirms of notifications, and events of its own. Each counts once, so a "
          + "batch can be sent again.",
        access: [[.installationSecret]], body: "Receipts", answer: "ReceiptsStored",
        bodyExample:
          #"{"receipts":[{"notification":"order-1001-shipped","kind":"displayed","at":1893456000000,"provenance":"virtual"}],"events":[{"id":"e-1","kind":"prompt_shown","at":1893456000000}]}"#,
        answerExample: #"{"stored":2,"repeated":0,"unknown":0}"#, problems: [])
    case .installation:
      Operation(
        summary: "Show an installation",
        about: "The evidence for each hop: what is proven, broken, unknown or not applicable, with source, "
          + "time and provenance. The token is shown by its ends.",
        access: [[.serverKey], [.installationSecret]], scope: .read, answer: "Installation",
        answerExample:
          #"{"installation":"device-1","state":"active","hops":[{"hop":"accepted","status":"proven","source":"apns","at":"2030-01-01T00:00:00.000Z","detail":"id 6E4C5B1A-0000-8000-8000-000000000000"}]}"#,
        problems: [.unknownInstallation])
    case .inbox:
      Operation(
        summary: "List an account's inbox",
        about: "Newest first. The account is the ticket's, that of the bound installation, or with a server "
          + "key the one it names. With a secret, `Pushwire-Installation` says which installation.",
        access: [[.ticket], [.installationSecret], [.serverKey]], scope: .read, answer: "Inbox",
        answerExample:
          #"{"unread":1,"items":[{"notification":"order-1001-shipped","class":"order_shipped","title":"On its way","body":"Your order arrives on Tuesday.","parameters":{"order":"o-1001","day":"Tuesday"},"at":"2030-01-01T00:00:00.000Z","cursor":7}]}"#,
        problems: [.noAccount, .missingMember, .invalidValue])
    case .readInbox:
      Operation(
        summary: "Mark as read",
        about: "Marks notifications of the account's inbox as read. Whose it is, is said as when listing it.",
        access: [[.ticket], [.installationSecret], [.serverKey]], scope: .send, body: "Read",
        answer: "Changed", bodyExample: #"{"notifications":["order-1001-shipped"]}"#,
        answerExample: #"{"changed":1}"#, problems: [.noAccount])
    case .notify:
      Operation(
        summary: "Send a notification",
        about: "Checked against the profile, rendered for each provider, and stored durably before it is "
          + "answered. The same id again answers the first result; with other content it is a conflict.",
        access: [[.serverKey]], scope: .send, body: "Notification", success: 202, answer: "Accepted",
        others: [(200, "Forecast", "With validate_only: what would become of it.")],
        bodyExample:
          #"{"id":"order-1001-shipped","class":"order_shipped","target":{"account":"user-1"},"parameters":{"order":"o-1001","day":"Tuesday"}}"#,
        answerExample:
          #"{"notification":"order-1001-shipped","accepted_at":"2030-01-01T00:00:00.000Z","messages":2,"suppressed":0,"repeated":false,"url":"/v1/notifications/order-1001-shipped"}"#,
        problems: Self.ofNotifications)
    case .notifyBatch:
      Operation(
        summary: "Send many notifications",
        about: "Up to 1,000, each judged alone: one bad notification does not spoil the others. Results "
          + "stand by position. Those that are accepted are stored durably before the answer.",
        access: [[.serverKey]], scope: .send, body: "Batch", answer: "BatchResults",
        bodyExample:
          #"{"notifications":[{"id":"order-1002-shipped","class":"order_shipped","target":{"installation":"device-1"},"parameters":{"order":"o-1002","day":"Friday"}}]}"#,
        answerExample:
          #"{"results":[{"status":202,"accepted":{"notification":"order-1002-shipped","accepted_at":"2030-01-01T00:00:00.000Z","messages":1,"suppressed":0,"repeated":false,"url":"/v1/notifications/order-1002-shipped"}}],"accepted":1,"refused":0}"#,
        problems: Self.ofNotifications)
    case .notification:
      Operation(
        summary: "Show a notification", about: "The ladder of each installation, paged.",
        access: [[.serverKey]], scope: .read, answer: "NotificationStatus",
        answerExample:
          #"{"notification":"order-1001-shipped","class":"order_shipped","band":"normal","accepted_at":"2030-01-01T00:00:00.000Z","total":1,"messages":[{"installation":"device-1","status":"displayed","sending":"accepted","lane":"ios-sandbox","attempts":1}]}"#,
        problems: [.unknownNotification])
    case .cancel:
      Operation(
        summary: "Cancel a notification",
        about: "What has not gone is not sent. What is with a provider cannot be taken back.",
        access: [[.serverKey]], scope: .send, answer: "Cancelled",
        answerExample: #"{"notification":"order-1001-shipped","cancelled":1,"too_late":0,"ended":0}"#,
        problems: [.unknownNotification])
    default: campaignOperation ?? otherOperation
    }
  }

  private static let ofNotifications: [Problem.Code] = [
    .unknownClass, .unknownParameter, .missingParameter, .invalidParameter, .payloadTooLarge,
    .notificationConflict, .outboxFull,
  ]

  private var otherOperation: Operation {
    switch self {
    case .subscribe:
      Operation(
        summary: "Subscribe installations to an FCM topic",
        about:
          "For Android. Stored first, then told to FCM; each installation has its own result: `subscribed`, "
          + "`not_android`, `no_token`, `unknown_installation`, or FCM's word as it came. With `retried` it is "
          + "tried again in the background; so is what answers `pending`. The record is kept here: a new token is "
          + "subscribed again. The topic is 1 to 128 letters, digits and ._~-.",
        access: [[.serverKey]], scope: .send, body: "TopicChange", answer: "TopicResults",
        bodyExample: #"{"installations":["device-1","device-2"]}"#,
        answerExample:
          #"{"topic":"news","results":[{"installation":"device-1","result":"subscribed"},{"installation":"device-2","result":"not_android"}],"changed":1}"#,
        problems: [.noFCM])
    case .unsubscribe:
      Operation(
        summary: "Take installations out of an FCM topic",
        about: "As subscribing; the result is `unsubscribed`.",
        access: [[.serverKey]], scope: .send, body: "TopicChange", answer: "TopicResults",
        bodyExample: #"{"installations":["device-1"]}"#,
        answerExample:
          #"{"topic":"news","results":[{"installation":"device-1","result":"unsubscribed"}],"changed":1}"#,
        problems: [.noFCM])
    case .mintTicket:
      Operation(
        summary: "Make a registration ticket",
        about:
          "For backends that do not mint their own. It lets a device bind this account for a few minutes.",
        access: [[.serverKey]], scope: .send, body: "TicketRequest", success: 201, answer: "Ticket",
        bodyExample: #"{"account":"user-1","seconds":600}"#,
        answerExample:
          #"{"ticket":"eyJ…","account":"user-1","tenant":"","expires_at":"2030-01-01T00:10:00.000Z"}"#,
        problems: [.noTicketSecret])
    case .stats:
      Operation(
        summary: "Show the daily counts", about: "What `pushwire stats` prints; for keys of all tenants.",
        access: [[.serverKey]], scope: .read, answer: "Stats",
        answerExample:
          #"{"from":"2030-01-01","to":"2030-01-07","counts":[{"day":"2030-01-01","metric":"accepted","class":"order_shipped","platform":"ios","count":12}]}"#,
        problems: [])
    case .metrics:
      Operation(
        summary: "Metrics", about: "Prometheus' text. Where the server is told so, for keys that may read.",
        access: [[], [.serverKey]], scope: .read, answerType: "text/plain", problems: [])
    case .health:
      Operation(
        summary: "Alive", about: "The process answers.", access: [], answer: "Alive",
        answerExample: #"{"status":"alive"}"#, problems: [])
    case .readiness:
      Operation(
        summary: "Ready", about: "Whether requests should be sent here.", access: [], answer: "Readiness",
        others: [(503, "Readiness", "Not now; the faults say why.")],
        answerExample: #"{"status":"ready","faults":{},"warnings":{}}"#, problems: [])
    default:
      Operation(
        summary: "This document", about: "OpenAPI 3.1, made of the table that dispatches requests.",
        access: [], answerType: "application/json", problems: [])
    }
  }
}
