public import HTTPFront
internal import Store

/// The HTTP API. Stateless but for caches and rate limits; any number of threads.
public final class ServiceAPI: HTTPHandler {
  public let context: ServiceContext
  let credentials: Credentials
  let keyRates = RateTable()
  let tenantRates = RateTable()
  let installationRates = RateTable()
  let accountRates = RateTable()
  let addressRates = RateTable()
  /// Failed authentications by address.
  let failureRates = RateTable()
  /// Of campaigns that somebody looks at.
  let paces = CampaignPaces()
  let forecaster = CampaignForecaster()
  private let table = RouteTable()
  private let live: Guarded<LiveSettings>
  let document: [UInt8]

  public init(_ context: ServiceContext) {
    self.context = context
    credentials = Credentials(store: context.store)
    live = Guarded(context.live)
    document = OpenAPI.document()
  }

  /// The largest body that any operation takes, for the front's configuration.
  public static let largestBody = Route.largestBody

  var ticketKeys: [TicketKey] { live.withLock { $0.ticketKeys } }
  var publishableID: String? { live.withLock { $0.publishableID } }
  var limits: RateLimits { live.withLock { $0.limits } }
  var minimumCohort: Int { live.withLock { $0.minimumCohort } }

  /// Takes other settings, and reads keys and secrets from the store again, at once.
  public func reload(_ settings: LiveSettings) {
    live.withLock { $0 = settings }
    credentials.reload(now: context.clock())
  }

  // MARK: Handling

  public func admit(_ head: HTTPRequest) -> HTTPAdmission { admitted(head) }
  public func handle(_ request: HTTPRequest) { dispatch(request) }

  func admitted(_ head: any APIRequest) -> HTTPAdmission {
    if let route = plainRoute(head) { return .body(limit: route.bodyLimit) }
    switch found(head) {
    case .failure(let problem):
      observe(problem)
      return .answer(problem.answer)
    case .success(let call):
      // A large body is taken from nobody unknown; a small one costs less than finding out twice.
      if call.route.isLarge {
        do throws(Problem) { _ = try call.key(.send, counts: false) } catch {
          observe(error, call.route.label)
          return .answer(error.answer)
        }
      }
      return .body(limit: call.route.bodyLimit)
    }
  }

  func dispatch(_ request: any APIRequest) {
    switch found(request) {
    case .failure(let problem):
      observe(problem)
      request.respond(problem.answer)
    case .success(let call):
      do throws(Problem) {
        try checkQuery(call)
        try run(call)
      } catch { call.fail(error) }
    }
  }

  private func run(_ call: Call) throws(Problem) {
    switch call.route {
    case .register: try call.register()
    case .logout: try call.logout()
    case .receipts: try call.receipts()
    case .installation: try call.installation()
    case .inbox: try call.inbox()
    case .readInbox: try call.readInbox()
    case .notify: try call.notify()
    case .notifyBatch: try call.notifyBatch()
    case .notification: try call.notification()
    case .cancel: try call.cancel()
    case .createCampaign: try call.createCampaign()
    case .campaigns: try call.campaigns()
    case .campaign: try call.campaign()
    case .pauseCampaign: try call.setCampaign(.paused)
    case .resumeCampaign: try call.setCampaign(.running)
    case .cancelCampaign: try call.setCampaign(.cancelled)
    case .setTags: try call.setTags()
    case .subscribe: try call.changeTopic(subscribes: true)
    case .unsubscribe: try call.changeTopic(subscribes: false)
    case .mintTicket: try call.mintTicket()
    case .stats: try call.stats()
    case .metrics: try call.metrics()
    case .health: call.answer(JSONWriter.object { $0.member("status", "alive") })
    case .readiness: call.readiness()
    case .openapi: call.answer(document)
    }
  }

  /// The operation where nothing has to be said against it yet, as mostly; nil: look closer.
  private func plainRoute(_ request: any APIRequest) -> Route? {
    var path = request.path
    let method = HTTPMethod(rawValue: request.method)
    return path.withUTF8 { path in
      guard case .found(let route, let id) = table.match(method, path), !route.isLarge,
        !route.hasID || Identifier.isValid(UnsafeBufferPointer(rebasing: path[id])),
        context.hasAPI || route.isForMonitors
      else { return nil }
      return route
    }
  }

  private func found(_ request: any APIRequest) -> Result<Call, Problem> {
    var path = request.path
    var id = 0..<0
    let method = HTTPMethod(rawValue: request.method)
    let match = path.withUTF8 { table.match(method, $0) }
    switch match {
    case .nothing:
      return .failure(Problem(.noSuchPath, "There is nothing at this path."))
    case .methods(let methods):
      var problem = Problem(.methodNotAllowed, "This path has other methods only.")
      problem.allow = methods.map(\.rawValue).joined(separator: ", ")
      return .failure(problem)
    case .found(let route, _) where !context.hasAPI && !route.isForMonitors:
      return .failure(
        Problem(
          .noSuchPath, "This node does not answer devices and backends.",
          hint: "Ask a node that has the role api."))
    case .found(let route, let place):
      id = place
      var name = ""
      if route.hasID {
        name = String(decoding: path.utf8.dropFirst(id.lowerBound).prefix(id.count), as: UTF8.self)
        if name.utf8.contains(UInt8(ascii: "%")) {
          let part = path.utf8.prefix(id.lowerBound).count { $0 == UInt8(ascii: "/") } - 1
          let parts = request.components
          name = parts.indices.contains(part) ? parts[part] : ""
        }
        if let fault = Identifier.fault(name) {
          return .failure(Problem(.invalidID, fault, field: "id"))
        }
      }
      return .success(Call(self, route, id: name, request: request, address: address(request)))
    }
  }

  /// What a proxy of ours has added stands last; what stands before could have been written by anyone.
  private func address(_ request: any APIRequest) -> String {
    guard context.isBehindProxy, let list = request.header("X-Forwarded-For"),
      let last = list.split(separator: ",").last?.filter({ $0 != " " }), !last.isEmpty
    else { return request.remoteAddress }
    return String(last.prefix(64))
  }

  private func checkQuery(_ call: Call) throws(Problem) {
    let names = call.request.queryNames
    if names.isEmpty { return }
    var seen: Set<String> = []
    for name in names {
      guard call.route.queryNames.contains(name) else {
        throw Problem(
          .invalidQuery, "There is no such query parameter here.", field: JSONTape.escaped(name),
          hint: Hints.nearest(name, call.route.queryNames))
      }
      guard seen.insert(name).inserted else {
        throw Problem(.invalidQuery, "This query parameter stands twice.", field: name)
      }
    }
  }

  private func observe(_ problem: Problem, _ label: String = "none") {
    context.observe(
      APIEvent(
        route: label, status: problem.code.status, milliseconds: 0, problem: problem, reason: problem.reason))
  }
}
