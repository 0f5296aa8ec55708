internal import Foundation
internal import PushClient

/// Sends the core's requests: adds address and secrets, asks the app for tickets, and says what the answers
/// come to.
struct ServerClient: Sendable {
  let base: URL
  let transport: any HTTPTransport
  /// A fresh registration ticket of an account, from the app's backend.
  let ticket: @Sendable (_ account: String) async throws -> String

  func answer(_ call: ServerCall, _ keys: VaultItem) async -> ServerAnswer {
    guard !keys.secret.isEmpty else { return Missing.secret.answer }
    let headers: [String: String]
    switch await self.headers(call.authorization, keys) {
    case .success(let made): headers = made
    case .failure(let missing): return missing.answer
    }
    var body = call.body
    if call.predecessor != nil, call.predecessor == keys.predecessor, let secret = keys.predecessorSecret,
      var members = body.object
    {
      members["predecessor_secret"] = .string(secret)
      body = .object(members)
    }
    do {
      let reply = try await send(call.method, call.path, headers, body)
      return ServerAnswer(
        status: reply.status, retryAfter: reply.headers["retry-after"].flatMap { Int($0) },
        body: (try? JSONValue(parsing: Array(reply.body))) ?? .null)
    } catch {
      return ServerAnswer(status: nil)
    }
  }

  /// - Parameter path: begins with `/v1`.
  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: JSONValue? = nil
  ) async throws -> HTTPReply {
    guard let url = URL(string: base.absoluteString.trimmingSlash + path) else { throw URLError(.badURL) }
    var headers = headers
    headers["Accept"] = "application/json"
    headers["User-Agent"] = "Pushwire/" + ClientVersion.text
    if body != nil { headers["Content-Type"] = "application/json" }
    // The ticket may have come too late.
    try Task.checkCancellation()
    return try await transport.send(
      HTTPCall(method: method, url: url, headers: headers, body: body.map { Data($0.text.utf8) }))
  }

  /// What a request needs and has not.
  private enum Missing: Error {
    /// The keychain cannot be read.
    case secret
    /// Offline it is the same as a server that cannot be reached: later.
    case ticket(isUnreachable: Bool)
    var answer: ServerAnswer {
      switch self {
      case .secret:
        var answer = ServerAnswer(.unauthorized)
        answer.code = "no_secret"
        return answer
      case .ticket(let isUnreachable):
        var answer = ServerAnswer(isUnreachable ? .unreachable : .unauthorized)
        answer.code = "no_ticket"
        return answer
      }
    }
  }

  private func headers(
    _ authorization: ServerCall.Authorization, _ keys: VaultItem
  ) async -> Result<[String: String], Missing> {
    var headers = ["Pushwire-Installation-Secret": keys.secret]
    switch authorization {
    case .secret: break
    case .publishableID(let id): headers["Pushwire-App"] = id
    case .ticket(let account):
      do {
        headers["Authorization"] = "Bearer " + (try await ticket(account))
      } catch {
        return .failure(.ticket(isUnreachable: error is URLError || error is CancellationError))
      }
    }
    return .success(headers)
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
