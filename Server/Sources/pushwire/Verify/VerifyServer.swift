import Diagnosis
import Foundation
import PushClient
import PushClientTesting

/// The server that is verified, by its public API and nothing else.
struct VerifyServer {
  /// As in `https://push.example.com`, without a slash at its end.
  let address: String
  /// A server key that may send and read; secret.
  let key: String
  /// With a key for all tenants.
  var tenant: String?
  let transport: any HTTPTransport

  init(_ address: String, key: String, tenant: String? = nil, transport: any HTTPTransport) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.key = key
    self.tenant = tenant
    self.transport = transport
  }

  struct Reply {
    /// 0: there was none.
    var status: Int
    var body: PushClient.JSONValue
  }

  func ask(_ method: String, _ path: String, _ body: PushClient.JSONValue? = nil) -> Reply {
    var request = PushClientTesting.HTTPRequest(method, address + path)
    request.headers["Authorization"] = "Bearer " + key
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = Array(body.text.utf8)
    }
    guard let answer = transport.send(request) else { return Reply(status: 0, body: .null) }
    let json = try? PushClient.JSONValue(parsing: answer.body)
    return Reply(status: answer.status, body: json ?? .null)
  }

  /// That it is there and takes the key.
  func check() throws {
    let health = ask("GET", "/healthz")
    guard health.status == 200 else {
      throw CommandError.unreadable(
        health.status == 0
          ? "The server does not answer." : "The server answers \(health.status) to /healthz.",
        place: address, advice: "Is `pushwire serve` running there, and the address right?")
    }
    // Nobody's id: 404 where the key may read.
    let known = ask("GET", path("installations", "pushwire-verify"))
    guard ![401, 403].contains(known.status) else {
      throw CommandError(
        .configuration,
        "The server does not take the key: \(known.body["code"].string ?? "\(known.status)").",
        place: address, advice: "`pushwire keys create verify --scopes send,read` makes one.")
    }
  }

  /// A registration ticket for an account; nil: the server gave none.
  func ticket(_ account: String) -> String? {
    var body: [String: PushClient.JSONValue] = ["account": .string(account)]
    if let tenant { body["tenant"] = .string(tenant) }
    return ask("POST", "/v1/tickets", .object(body)).body["ticket"].string
  }

  func send(_ body: PushClient.JSONValue, at time: Int) -> SendFacts {
    var body = body
    if let tenant, case .object(var members) = body {
      members["tenant"] = .string(tenant)
      body = .object(members)
    }
    let reply = ask("POST", "/v1/notifications", body)
    var facts = SendFacts()
    facts.status = reply.status
    facts.at = time
    facts.code = reply.body["code"].string
    facts.detail = reply.body["detail"].string
    return facts
  }

  /// What it knows of an installation.
  func installation(_ id: String, at time: Int) -> Answer {
    let reply = ask("GET", path("installations", id))
    switch reply.status {
    case 200: return .installation(InstallationFacts(reply.body, readAt: time))
    case 404: return .installation(nil)
    case 0: return .unreachable("the server does not answer")
    default:
      return .unreachable(
        "the server answers \(reply.status)" + (reply.body["code"].string.map { ", \($0)" } ?? ""))
    }
  }

  /// The message of a notification for one installation. Reads all pages: an account may have many devices. One
  /// that the server took and does not know is no evidence of anything.
  func message(
    _ notification: String, for installation: String, isStopped: () -> Bool = { false }
  ) -> Answer {
    var after: Int?
    for _ in 0..<Self.mostPages {
      guard !isStopped() else { return .interrupted }
      let reply = ask("GET", path("notifications", notification, after: after))
      switch reply.status {
      case 200: break
      case 404: return .unreachable("the server does not know notification \(notification)")
      case 0: return .unreachable("the server does not answer")
      default: return .unreachable("the server answers \(reply.status)")
      }
      let messages = reply.body["messages"].array ?? []
      if let own = messages.first(where: { $0["installation"].string == installation }) {
        return .message(MessageFacts(own))
      }
      guard let next = reply.body["next"].integer else { return .message(nil) }
      guard next > after ?? Int.min else { break }
      after = next
    }
    return .unreachable("the server's pages of notification \(notification) have no end")
  }

  /// So many pages of a notification are read at the most.
  private static let mostPages = 1000

  func path(_ kind: String, _ id: String, after: Int? = nil) -> String {
    let escaped = id.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? id
    var query: [String] = []
    if let tenant {
      query.append("tenant=" + (tenant.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""))
    }
    if let after { query.append("after=\(after)") }
    return "/v1/\(kind)/\(escaped)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
