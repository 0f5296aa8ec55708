import Foundation

/// The app's backend in the demo: it has a server key, and asks the server over HTTP.
struct DemoBackend {
  let http: DemoHTTP
  /// Secret.
  let key: String

  private var headers: [String: String] { ["Authorization": "Bearer \(key)"] }

  /// A registration ticket for an account; nil: the server gave none.
  func ticket(for account: String) -> String? {
    http.ask("POST", "/v1/tickets", headers, ["account": .string(account)]).body["ticket"].text
  }

  enum Target {
    case account(String)
    case installation(String)

    var json: JSON {
      switch self {
      case .account(let id): ["account": .string(id)]
      case .installation(let id): ["installations": [.string(id)]]
      }
    }
  }

  func notify(
    _ id: String, _ className: String, _ target: Target, _ parameters: [(String, JSON)] = []
  ) -> DemoHTTP.Answer {
    http.ask(
      "POST", "/v1/notifications", headers,
      [
        "id": .string(id), "class": .string(className), "target": target.json,
        "parameters": .object(parameters),
      ])
  }

  /// The alert of the profile.
  func shipped(_ id: String, _ target: Target) -> DemoHTTP.Answer {
    notify(id, "order_shipped", target, [("order", "8123"), ("day", "Friday")])
  }

  func notification(_ id: String) -> DemoPayload { http.ask("GET", "/v1/notifications/\(id)", headers).body }

  func installation(_ id: String) -> DemoHTTP.Answer { http.ask("GET", "/v1/installations/\(id)", headers) }

  /// The ladder of each installation, once nothing of it is queued any more; after ten seconds as it is.
  func ladder(_ id: String) -> [DemoLadder] {
    var found: [DemoLadder] = []
    let ended = DemoInterruption.wait {
      found = DemoLadder.all(notification(id))
      return found.isEmpty || found.contains { $0.status == "queued" } ? nil : found
    }
    return ended ?? found
  }
}

/// How far one message got, as the server tells it.
struct DemoLadder {
  var installation: String
  /// What the provider's side came to.
  var status: String
  var reason: String?
  var providerID: String?
  /// What the device reported.
  var receipts: [String]

  /// As a push goes its way.
  private static let order = [
    "received", "suppressed", "duplicate", "displayed", "completed", "opened", "routed", "fell_back",
  ]

  static func all(_ notification: DemoPayload) -> [DemoLadder] {
    notification["messages"].list.map { message in
      DemoLadder(
        installation: message["installation"].text ?? "", status: message["sending"].text ?? "",
        reason: message["reason"].text, providerID: message["provider_id"].text,
        receipts: message["receipts"].list.compactMap { $0["kind"].text }.sorted {
          (order.firstIndex(of: $0) ?? 0, $0) < (order.firstIndex(of: $1) ?? 0, $1)
        })
    }
  }

  /// As in `accepted, received, displayed`, `rejected (Unregistered)`.
  var text: String {
    ([status + (reason.map { " (\($0))" } ?? "")] + receipts).joined(separator: ", ")
  }
}
