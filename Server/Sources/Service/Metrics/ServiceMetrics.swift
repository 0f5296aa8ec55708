/// What the service counts of itself since its start. Any thread. No account and no token is ever a label.
public final class ServiceMetrics: Sendable {
  private struct Route {
    /// Answers by status.
    var answers: [Int: Int] = [:]
    var durations = Histogram()

    mutating func add(_ status: Int, _ milliseconds: Double) {
      answers[status, default: 0] += 1
      durations.add(milliseconds)
    }
  }
  private struct State {
    var routes: [String: Route] = [:]
    var events: [String: Int] = [:]
    var labelled: [String: [String: Int]] = [:]
    var histograms: [String: Histogram] = [:]
  }
  private let state = Guarded(State())

  public init() {}

  /// One answered request; `route`: as in `PUT /v1/installations/{id}`.
  public func answered(_ route: String, status: Int, milliseconds: Double) {
    state.withLock { state in
      state.routes[route, default: Route()].add(status, milliseconds)
    }
  }

  /// Counts something without a label: `tokens_kept`, `webhooks_delivered`.
  public func count(_ name: String, by amount: Int = 1) {
    state.withLock { $0.events[name, default: 0] += amount }
  }

  /// Counts something under one label: `count("registrations", "created")`.
  public func count(_ name: String, _ label: String, by amount: Int = 1) {
    state.withLock { $0.labelled[name, default: [:]][label, default: 0] += amount }
  }

  /// Durations that were gathered elsewhere.
  public func add(_ name: String, _ histogram: Histogram) {
    guard histogram.total > 0 else { return }
    state.withLock { $0.histograms[name, default: Histogram()].add(histogram) }
  }

  /// Of what was counted without a label.
  public func value(_ name: String) -> Int { state.withLock { $0.events[name] ?? 0 } }

  func write(_ text: inout MetricsText) {
    let state = state.withLock { $0 }
    text.begin("pushwire_http_requests_total", .counter, "Requests answered.")
    let routes = state.routes.sorted { $0.key < $1.key }
    for (name, route) in routes {
      for (status, count) in route.answers.sorted(by: { $0.key < $1.key }) {
        text.value("pushwire_http_requests_total", ["route": name, "status": "\(status)"], count)
      }
    }
    text.begin("pushwire_http_request_seconds", .histogram, "From the whole request to its answer.")
    for (name, route) in routes {
      text.histogram("pushwire_http_request_seconds", ["route": name], route.durations)
    }
    for (name, count) in state.events.sorted(by: { $0.key < $1.key }) {
      text.begin("pushwire_\(name)_total", .counter, "\(name.replacing("_", with: " ")), since the start.")
      text.value("pushwire_\(name)_total", [:], count)
    }
    for (name, histogram) in state.histograms.sorted(by: { $0.key < $1.key }) {
      text.begin(
        "pushwire_\(name)_seconds", .histogram, "\(name.replacing("_", with: " ")), since the start.")
      text.histogram("pushwire_\(name)_seconds", [:], histogram)
    }
    for (name, labels) in state.labelled.sorted(by: { $0.key < $1.key }) {
      text.begin("pushwire_\(name)_total", .counter, "\(name.replacing("_", with: " ")), since the start.")
      for (label, count) in labels.sorted(by: { $0.key < $1.key }) {
        text.value("pushwire_\(name)_total", ["kind": label], count)
      }
    }
  }
}
