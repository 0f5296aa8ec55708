import Diagnosis
import Foundation
import PushClient
import Store

/// Takes from the server, or its store, what it knows of the push.
struct DiagnoseServer {
  let plan: DiagnosePlan

  func read(_ facts: inout ArrivalFacts) throws {
    var installation = plan.arguments.value("installation")
    if let path = StoreInput.named(plan.arguments)?.shown, plan.server == nil || plan.token != nil {
      if let token = plan.token {
        installation = try self.installation(of: token)
        guard installation != nil else {
          facts.server = .unknownSubject
          return
        }
      }
      if plan.server == nil {
        try readStore(installation ?? "", path, &facts)
        return
      }
    }
    guard let server = plan.server else { return }
    try server.check()
    if case .notification(let id) = plan.subject {
      try read(notification: id, of: installation, server, &facts)
    } else if let installation {
      read(installation, server, wantsLast: true, &facts)
    }
  }

  // MARK: The server

  private func read(
    _ id: String, _ server: VerifyServer, wantsLast: Bool, _ facts: inout ArrivalFacts
  ) {
    let reply = server.ask("GET", server.path("installations", id))
    switch reply.status {
    case 200:
      facts.server = .answered
      let installation = InstallationFacts(reply.body, readAt: facts.now)
      facts.installation = installation
      facts.platform = Diagnosis.DevicePlatform(rawValue: installation.platform)
      // Its last message, where no notification was named.
      if wantsLast, let last = reply.body["messages"].array?.first {
        facts.message = MessageFacts(last)
        facts.kind = DiagnoseClass.kind(last["class"].string, plan)
      }
    case 404: facts.server = .unknownSubject
    case 0: facts.server = .unreachable("the server does not answer")
    default: facts.server = .unreachable("the server answers \(reply.status)")
    }
  }

  private func read(
    notification id: String, of installation: String?, _ server: VerifyServer, _ facts: inout ArrivalFacts
  ) throws {
    let reply = server.ask("GET", server.path("notifications", id))
    switch reply.status {
    case 200: break
    case 404:
      facts.server = .unknownSubject
      return
    default:
      facts.server = .unreachable(
        reply.status == 0 ? "the server does not answer" : "the server answers \(reply.status)")
      return
    }
    facts.server = .answered
    facts.kind = DiagnoseClass.kind(reply.body["class"].string, plan)
    let messages = reply.body["messages"].array ?? []
    if let installation {
      if case .message(let message) = server.message(id, for: installation) { facts.message = message }
      read(installation, server, wantsLast: false, &facts)
      return
    }
    // Of several devices the one that got least far is asked about; a person may name another.
    let worst = messages.min { Self.rung($0) < Self.rung($1) }
    guard let worst, let owner = worst["installation"].string else { return }
    facts.message = MessageFacts(worst)
    facts.device =
      messages.count > 1 ? "\(owner), the one of \(messages.count) devices that got least far" : owner
    read(owner, server, wantsLast: false, &facts)
  }

  /// How far a message got, as a number.
  private static func rung(_ message: PushClient.JSONValue) -> Int {
    let ladder = [
      "suppressed", "expired", "rejected", "failed", "dead", "queued", "unconfirmed", "accepted", "received",
      "completed",
      "displayed", "opened", "routed",
    ]
    return ladder.firstIndex(of: message["status"].string ?? "") ?? 0
  }

  // MARK: The store

  /// Whose token it is. Reads the registrations page by page: tokens are kept whole, and indexed by their hash alone.
  private func installation(of token: String) throws -> String? {
    try StoreInput.with(plan.arguments) { store in
      try store.read { reader throws(StoreError) in
        var query = RegistrationQuery()
        query.limit = 1000
        while true {
          let page = try reader.registrations(query)
          if let found = page.first(where: { $0.token == token }) { return found.installation }
          guard page.count == query.limit, let last = page.last else { return nil }
          query.after = last.row
        }
      }
    }
  }

  private func readStore(_ id: String, _ path: String, _ facts: inout ArrivalFacts) throws {
    let (registration, messages, tombstones) = try StoreInput.with(plan.arguments) { store in
      try store.read { reader throws(StoreError) in
        (
          try reader.registration(tenant: nil, installation: id),
          try reader.messages(tenant: nil, installation: id, limit: 50),
          try reader.tombstones(tenant: nil, installation: id)
        )
      }
    }
    guard let registration else {
      facts.server = .unknownSubject
      return
    }
    facts.server = .answered
    facts.installation = InstallationFacts(
      registration, messages, tombstones, readAt: facts.now,
      staleAfter: try LifecycleTimes.of(plan.arguments).staleAfter)
    facts.platform = Diagnosis.DevicePlatform(rawValue: registration.platform.name)
    guard let last = messages.first else { return }
    facts.message = MessageFacts(last)
    facts.kind = DiagnoseClass.kind(last.className, plan)
  }
}

/// Whether a class is silent, where a profile tells it.
enum DiagnoseClass {
  static func kind(_ name: String?, _ plan: DiagnosePlan) -> PushKind? {
    let path = plan.arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    guard let name, FileManager.default.fileExists(atPath: path),
      let profile = try? ProfileInput.usable(path: path).profile,
      let found = profile.classes.first(where: { $0.name == name })
    else { return nil }
    return found.kind == .silent ? .silent : .alert
  }
}
