internal import PushClient
internal import PushContract

extension VirtualDevice {
  /// What receipts of a virtual device say of where they come from.
  static let provenance = "virtual"

  // MARK: Calls

  func register(_ call: RegistrationCall) -> ServerAnswer {
    guard let process else { return ServerAnswer(.unreachable) }
    if faults.contains(.noRegistration) {
      note(.app, "does not send its registration")
      return ServerAnswer(.unreachable)
    }
    var call = call
    if faults.contains(.tokenChanged), let token = call.token {
      call.token?.value = String(token.value.reversed())
    }
    let made: ServerCall
    do { made = try ServerCall.register(call, process.launch, policy: app.policy) } catch {
      note(.app, "cannot register: nobody is signed in, and there is no publishable id")
      return ServerAnswer(.unauthorized)
    }
    let answer = exchange(made)
    let token = call.token.map { "token \(TokenEnds.of($0.value))" } ?? "no token"
    let who = call.account == nil ? "nobody's" : "an account's"
    note(
      .server,
      "registration generation \(call.generation), \(token), \(who), permission "
        + "\(call.permission.status.rawValue): \(Self.words(answer))")
    return answer
  }

  func logout(generation: Int) -> ServerAnswer {
    guard let installation else { return ServerAnswer(.unreachable) }
    if faults.contains(.logoutUnsaid) {
      note(.app, "does not say that it logged out")
      return ServerAnswer(.unreachable)
    }
    let answer = exchange(.logout(installation: installation, generation: generation))
    note(.server, "logout of generation \(generation): \(Self.words(answer))")
    return answer
  }

  func report(_ batch: ReceiptBatch) -> ServerAnswer {
    guard let installation else { return ServerAnswer(.unreachable) }
    if faults.contains(.lostReceipts) {
      note(.app, "\(Self.words(batch)): lost on the way")
      return ServerAnswer(.ok)
    }
    let answer = exchange(.receipts(installation: installation, batch, provenance: Self.provenance))
    note(.server, "\(Self.words(batch)): \(Self.words(answer))")
    return answer
  }

  /// The account's whole inbox.
  func syncInbox() {
    guard let installation, let secret = secrets[installation], system.isOnline else { return }
    let answer = server.transport.send(
      HTTPRequest(
        "GET", server.address + "/v1/inbox",
        headers: ["Pushwire-Installation": installation, "Pushwire-Installation-Secret": secret]))
    guard let answer, answer.status == 200, let body = try? JSONValue(parsing: answer.body) else {
      note(.server, "inbox: \(answer.map { "status \($0.status)" } ?? "no answer")")
      return
    }
    inbox = (body["items"].array ?? []).compactMap { item in
      guard let notification = item["notification"].string, let name = item["class"].string else {
        return nil
      }
      return InboxItem(notification: notification, notificationClass: name, destination: nil)
    }
    note(.server, "inbox: \(inbox.count) items")
  }

  /// Sends a call with the installation's secret and what else it needs.
  func exchange(_ call: ServerCall) -> ServerAnswer {
    guard system.isOnline, let installation, let secret = secrets[installation] else {
      return ServerAnswer(.unreachable)
    }
    var request = HTTPRequest(call.method, server.address + call.path)
    request.headers["Content-Type"] = "application/json"
    request.headers["Pushwire-Installation-Secret"] = secret
    switch call.authorization {
    case .secret: break
    case .publishableID(let id): request.headers["Pushwire-App"] = id
    case .ticket(let account):
      guard let ticket = app.ticket(account) else {
        note(.app, "its backend gives no ticket")
        return ServerAnswer(.unauthorized)
      }
      request.headers["Authorization"] = "Bearer " + ticket
    }
    var body = call.body
    if let predecessor = call.predecessor, let old = secrets[predecessor], case .object(var members) = body {
      members["predecessor_secret"] = .string(old)
      body = .object(members)
    }
    request.body = Array(body.text.utf8)
    let answer = server.transport.send(request)
    return ServerAnswer(
      status: answer?.status, retryAfter: answer?.headers["retry-after"].flatMap { Int($0) },
      body: answer.flatMap { try? JSONValue(parsing: $0.body) } ?? .null)
  }

  // MARK: Words for the journal

  static func words(_ answer: ServerAnswer) -> String {
    var words = [answer.outcome.rawValue]
    if let generation = answer.generation { words.append("generation \(generation)") }
    if let binding = answer.binding { words.append(binding) }
    if let code = answer.code { words.append(code) }
    return words.joined(separator: ", ")
  }

  static func words(_ batch: ReceiptBatch) -> String {
    let receipts = batch.receipts.map { receipt in
      "\(receipt.kind)\(receipt.result.map { " (\($0))" } ?? "") of \(receipt.notification)"
    }
    return "receipts " + (receipts + batch.events.map(\.kind)).joined(separator: ", ")
  }
}
