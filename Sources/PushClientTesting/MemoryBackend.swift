public import PushClient

/// An app's backend, a Pushwire server and the providers, all in memory: for tests of an app's decisions that
/// need no process beside them.
///
/// It answers as they do while nothing is wrong, and composes a payload in the documented form. It proves
/// nothing of a server: for that, let a device talk to `pushwire serve` and `pushwire emulate`.
///
/// ```swift
/// let backend = MemoryBackend()
/// app.ticket = backend.ticket
/// let device = VirtualDevice(.ios, app: app, server: backend.server, provider: backend)
/// device.open()
/// backend.send("order_shipped", id: "n1", to: device, Destination("order", ["order": "8123"]))
/// ```
public final class MemoryBackend: DeliverySource, HTTPTransport {
  /// What the server keeps of an installation.
  public struct Registration: Sendable, Equatable {
    public var generation = 0
    public var token: String?
    public var account: String?
    public var isAmbiguous = false
    /// The registration's body, as it came.
    public var body: JSONValue = .null
    /// Under which pushes for its account go out.
    public var tag: String? { account.map { "tag-\($0)-\(generation)" } }
  }

  /// A receipt, and who reported it.
  public struct ReportedReceipt: Sendable, Equatable {
    public var installation: String
    public var notification: String
    public var kind: String
    public var result: String?
    public var provenance: String?
  }

  public private(set) var registrations: [String: Registration] = [:]
  public private(set) var receipts: [ReportedReceipt] = []
  /// Kinds of the events that devices reported.
  public private(set) var events: [String] = []
  /// Method and path of each request.
  public private(set) var requests: [String] = []
  /// Whether the server answers at all.
  public var isReachable = true
  /// Answers in the server's place; nil: the server answers.
  public var intercept: (HTTPRequest) -> HTTPAnswer? = { _ in nil }

  private var feeds: [String: Feed] = [:]
  private var made = 0

  private struct Feed {
    var identity: ProviderIdentity
    var items: [Delivery] = []
    var stored: Delivery?
    var isOnline = true
    var isGone = false
  }

  public init() {}

  public var server: VirtualServer { VirtualServer("memory:", transport: self) }

  /// A registration ticket of an account, for ``VirtualApp/ticket``.
  public func ticket(_ account: String) -> String? { "ticket of \(account)" }

  // MARK: The backend sends

  /// Sends a notification of a class to the account or installation of a device, and lets the device take it.
  /// - Parameters:
  ///   - members: for the payload's `aps`, or Android's `notification`, beside the usual.
  /// - Returns: whether the provider took it: not without a registration, not for a removed app, and not for
  ///   another app or environment than those of the token.
  @discardableResult
  public func send(
    _ name: String, id: String, to device: VirtualDevice, _ destination: Destination? = nil,
    revision: Int = 1, members: [String: JSONValue] = [:]
  ) -> Bool {
    guard let installation = device.installation, let registration = registrations[installation],
      let token = registration.token, let identity = feeds[token]?.identity,
      identity.app == device.app.id, identity.project == device.app.project,
      identity.environment == registration.body["environment"].string ?? ""
    else { return false }
    let rules = device.app.policy.classes[name]
    var push = MemoryPush(name: name, id: id, revision: revision, destination: destination)
    push.isSilent = rules?.kind == .silent
    push.tag = rules?.audience == .account ? registration.tag : nil
    push.channel = rules?.channel
    push.category = rules?.category
    push.members = members
    return deliver(
      to: token, headers: push.headers(device.platform), payload: push.payload(device.platform), device)
  }

  /// Hands anything to a device, by its token.
  @discardableResult
  public func deliver(
    to token: String, headers: [String: String], payload: JSONValue, _ device: VirtualDevice? = nil
  ) -> Bool {
    guard var feed = feeds[token], !feed.isGone else { return false }
    made += 1
    var delivery = Delivery(
      number: feed.items.count + 1, id: "push-\(made)", provider: provider(feed.identity),
      time: device?.clock.now ?? 0, headers: headers, payload: payload)
    if feed.isOnline {
      feed.items.append(delivery)
    } else {
      delivery.number = 0
      feed.stored = delivery
    }
    feeds[token] = feed
    if let device, device.system.token == token { _ = try? device.fetch() }
    return true
  }

  // MARK: The providers

  public func open(_ identity: ProviderIdentity) -> String {
    made += 1
    let token = "00\(made)" + String(repeating: "ab", count: 30)
    feeds[token] = Feed(identity: identity)
    return token
  }

  public func deliveries(of token: String, after: Int, wait: Int) -> [Delivery] {
    feeds[token]?.items.filter { $0.number > after } ?? []
  }

  public func set(isOnline: Bool, of token: String) {
    feeds[token]?.isOnline = isOnline
    guard isOnline, var stored = feeds[token]?.stored, let count = feeds[token]?.items.count else { return }
    stored.number = count + 1
    feeds[token]?.items.append(stored)
    feeds[token]?.stored = nil
  }

  public func remove(_ token: String) { feeds[token]?.isGone = true }

  public var arrivesByItself: Bool { false }

  private func provider(_ identity: ProviderIdentity) -> Delivery.Provider {
    switch identity.platform {
    case .android: .fcm
    case .ios, .macos: identity.environment == "production" ? .apnsProduction : .apnsSandbox
    }
  }

  // MARK: The server

  public func send(_ request: HTTPRequest) -> HTTPAnswer? {
    let path = String(request.url.dropFirst("memory:".count))
    requests.append("\(request.method) \(path)")
    guard isReachable else { return nil }
    if let answer = intercept(request) { return answer }
    let parts = path.split(separator: "/").map(String.init)
    let body = (try? JSONValue(parsing: request.body)) ?? .null
    switch (request.method, parts.dropFirst().first, parts.count > 3 ? parts[3] : nil) {
    case ("PUT", "installations", nil) where parts.count == 3: return register(parts[2], request, body)
    case ("POST", "installations", "logout"): return logout(parts[2], body)
    case ("POST", "installations", "receipts"): return report(parts[2], body)
    case ("GET", "inbox", nil): return answer(200, ["unread": 0, "items": []])
    default: return answer(404, ["code": "no_such_path"])
    }
  }

  private func register(_ id: String, _ request: HTTPRequest, _ body: JSONValue) -> HTTPAnswer {
    let account = request.headers["Authorization"].map { String($0.dropFirst("Bearer ticket of ".count)) }
    var known = registrations[id] ?? Registration()
    let generation = body["generation"].integer ?? 0
    guard generation >= known.generation else {
      return answer(409, ["code": "stale_generation", "current_generation": .integer(known.generation)])
    }
    if let bound = known.account, let account, bound != account {
      known.isAmbiguous = body["replaces_account"].string != bound
      if !known.isAmbiguous { known.account = account }
    } else if let account {
      known.account = account
      known.isAmbiguous = false
    }
    known.generation = generation
    known.token = body["token"].string ?? known.token
    known.body = body
    registrations[id] = known
    var members: [String: JSONValue] = [
      "installation": .string(id), "generation": .integer(generation), "state": "active",
      "binding": known.account == nil ? "unbound" : known.isAmbiguous ? "ambiguous" : "bound",
    ]
    if !known.isAmbiguous, let tag = known.tag { members["binding_tag"] = .string(tag) }
    return answer(200, .object(members))
  }

  private func logout(_ id: String, _ body: JSONValue) -> HTTPAnswer {
    guard var known = registrations[id] else { return answer(401, ["code": "unauthenticated"]) }
    known.account = nil
    known.token = nil
    known.isAmbiguous = false
    known.generation += 1
    registrations[id] = known
    return answer(200, ["generation": .integer(known.generation), "binding": "unbound"])
  }

  private func report(_ id: String, _ body: JSONValue) -> HTTPAnswer {
    guard registrations[id] != nil else { return answer(401, ["code": "unauthenticated"]) }
    for receipt in body["receipts"].array ?? [] {
      receipts.append(
        ReportedReceipt(
          installation: id, notification: receipt["notification"].string ?? "",
          kind: receipt["kind"].string ?? "", result: receipt["result"].string,
          provenance: receipt["provenance"].string))
    }
    events += (body["events"].array ?? []).compactMap { $0["kind"].string }
    return answer(200, ["stored": .integer(body["receipts"].array?.count ?? 0)])
  }

  private func answer(_ status: Int, _ body: JSONValue) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(body.text.utf8))
  }
}
