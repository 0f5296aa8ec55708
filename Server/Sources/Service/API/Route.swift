internal import HTTPFront

/// The table of operations: it dispatches requests and makes /openapi.json, so that neither knows one that
/// the other does not.
enum Route: String, CaseIterable, Sendable {
  case register, logout, receipts, installation
  case inbox, readInbox
  case notify, notifyBatch, notification, cancel
  case createCampaign, campaigns, campaign, pauseCampaign, resumeCampaign, cancelCampaign
  case setTags
  case subscribe, unsubscribe
  case mintTicket, stats
  case metrics, health, readiness, openapi

  var method: HTTPMethod {
    switch self {
    case .register, .setTags: .put
    case .logout, .receipts, .readInbox, .notify, .notifyBatch, .mintTicket, .createCampaign,
      .pauseCampaign, .resumeCampaign, .cancelCampaign, .subscribe, .unsubscribe:
      .post
    case .cancel: .delete
    case .installation, .inbox, .notification, .campaigns, .campaign, .stats, .metrics, .health, .readiness,
      .openapi:
      .get
    }
  }

  /// `{id}` stands for one part of the path.
  var pattern: String {
    switch self {
    case .register, .installation: "/v1/installations/{id}"
    case .logout: "/v1/installations/{id}/logout"
    case .receipts: "/v1/installations/{id}/receipts"
    case .inbox: "/v1/inbox"
    case .readInbox: "/v1/inbox/read"
    case .notify: "/v1/notifications"
    case .notifyBatch: "/v1/notifications/batch"
    case .notification, .cancel: "/v1/notifications/{id}"
    case .createCampaign, .campaigns: "/v1/campaigns"
    case .campaign: "/v1/campaigns/{id}"
    case .pauseCampaign: "/v1/campaigns/{id}/pause"
    case .resumeCampaign: "/v1/campaigns/{id}/resume"
    case .cancelCampaign: "/v1/campaigns/{id}/cancel"
    case .setTags: "/v1/installations/{id}/tags"
    case .subscribe: "/v1/topics/{id}/subscribe"
    case .unsubscribe: "/v1/topics/{id}/unsubscribe"
    case .mintTicket: "/v1/tickets"
    case .stats: "/v1/stats"
    case .metrics: "/metrics"
    case .health: "/healthz"
    case .readiness: "/readyz"
    case .openapi: "/openapi.json"
    }
  }

  /// Answered by every node, whatever its roles.
  var isForMonitors: Bool {
    switch self {
    case .metrics, .health, .readiness: true
    default: false
    }
  }

  /// Whether the pattern has an `{id}`.
  var hasID: Bool {
    switch self {
    case .register, .installation, .logout, .receipts, .notification, .cancel, .campaign, .pauseCampaign,
      .resumeCampaign, .cancelCampaign, .setTags, .subscribe, .unsubscribe:
      true
    case .inbox, .readInbox, .notify, .notifyBatch, .createCampaign, .campaigns, .mintTicket, .stats,
      .metrics,
      .health, .readiness, .openapi:
      false
    }
  }

  /// The largest body, bytes.
  var bodyLimit: Int {
    switch self {
    case .register: 16 << 10
    case .logout, .mintTicket: 4 << 10
    case .readInbox: 64 << 10
    case .setTags: 8 << 10
    case .createCampaign: 1 << 20
    case .receipts, .notify, .subscribe, .unsubscribe: 256 << 10
    case .notifyBatch: 4 << 20
    default: 0
    }
  }

  /// Names that the query may hold.
  var queryNames: [String] {
    switch self {
    case .installation: ["tenant"]
    case .inbox: ["tenant", "account", "before", "limit"]
    case .notification: ["tenant", "after", "limit"]
    case .cancel, .campaign, .pauseCampaign, .resumeCampaign, .cancelCampaign, .setTags: ["tenant"]
    case .campaigns: ["tenant", "before", "limit"]
    case .stats: ["from", "to"]
    default: []
    }
  }

  /// A body as large as this is taken from nobody unknown.
  var isLarge: Bool { bodyLimit >= 1 << 20 }

  /// The largest body of any operation; an HTTP front has to let it pass.
  static let largestBody = allCases.map(\.bodyLimit).max() ?? 0
}

/// Finds the operation of a path without allocating.
struct RouteTable: Sendable {
  private struct Entry: Sendable {
    let route: Route
    let method: HTTPMethod
    /// The pattern, with a 0 where the id stands.
    let pattern: [UInt8]
  }

  private let entries: [Entry]

  /// What is at a path.
  enum Match {
    /// `id`: where the id stands, in bytes of the path; empty where there is none.
    case found(Route, id: Range<Int>)
    /// The path is known, the method is not; the methods that are.
    case methods([HTTPMethod])
    case nothing
  }

  init() {
    entries = Route.allCases.map { route in
      Entry(
        route: route, method: route.method, pattern: Array(route.pattern.replacing("{id}", with: "\0").utf8))
    }
  }

  func match(_ method: HTTPMethod?, _ path: UnsafeBufferPointer<UInt8>) -> Match {
    guard path.first == UInt8(ascii: "/") else { return .nothing }
    var other: [HTTPMethod] = []
    var templated: (route: Route, id: Range<Int>)?
    var isNamed = false
    for entry in entries {
      guard let id = Self.fits(entry.pattern, path) else { continue }
      // A path that is written out belongs to its pattern alone, not to one with an id in its place
      // (OpenAPI Specification 3.1, Paths Object).
      if id.isEmpty && !isNamed {
        isNamed = true
        templated = nil
        other = []
      }
      guard id.isEmpty || !isNamed else { continue }
      // HEAD is answered as GET; the front leaves the body out.
      if entry.method == method || (method == .head && entry.method == .get) {
        if isNamed { return .found(entry.route, id: id) }
        templated = (entry.route, id)
      }
      other.append(entry.method)
    }
    if let templated { return .found(templated.route, id: templated.id) }
    return other.isEmpty ? .nothing : .methods(other)
  }

  /// Where the id stands; an empty range at 0 where the pattern has none; nil where it is another path.
  private static func fits(_ pattern: [UInt8], _ path: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var at = 0
    var id = 0..<0
    for byte in pattern {
      if byte == 0 {
        let start = at
        while at < path.count, path[at] != UInt8(ascii: "/") { at += 1 }
        id = start..<at
      } else {
        guard at < path.count, path[at] == byte else { return nil }
        at += 1
      }
    }
    return at == path.count ? id : nil
  }
}
