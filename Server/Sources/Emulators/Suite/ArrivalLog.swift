/// The last requests, and counts of all of them.
public struct ArrivalLog: Sendable {
  /// Requests by server and outcome.
  public private(set) var outcomes: [EmulatedServer: [String: Int]] = [:]
  /// All requests.
  public private(set) var total = 0
  /// Connections accepted, by server (OAuth's count as FCM's).
  public internal(set) var connections: [EmulatedServer: Int] = [:]
  /// Connections that are open now.
  public internal(set) var openConnections: [EmulatedServer: Int] = [:]
  /// GOAWAY frames sent.
  public internal(set) var goaways = 0
  /// Streams reset by a scenario.
  public internal(set) var resets = 0
  /// Streams refused by a scenario. What the HTTP/2 engine refuses above the limit is not seen here.
  public internal(set) var refusals = 0
  /// Streams left without an answer.
  public internal(set) var silences = 0
  /// Requests above the last stream id of a GOAWAY: not looked at, and not among the outcomes.
  public internal(set) var dropped = 0
  private var ring: [Arrival] = []
  private var start = 0
  let capacity: Int
  /// Lines for a log file that are not yet written; nil where there is no file.
  var unwritten: [String]?

  init(capacity: Int, hasFile: Bool) {
    self.capacity = max(capacity, 0)
    unwritten = hasFile ? [] : nil
  }

  /// The last requests, oldest first.
  public var recent: [Arrival] { Array(ring[start...] + ring[..<start]) }

  /// Whether single requests are kept at all, or only counted.
  var keepsArrivals: Bool { capacity > 0 || unwritten != nil }

  /// How many requests ended with that word.
  public func count(_ outcome: String, on server: EmulatedServer) -> Int { outcomes[server]?[outcome] ?? 0 }

  mutating func add(_ arrival: Arrival) {
    total += 1
    outcomes[arrival.server, default: [:]][arrival.outcome, default: 0] += 1
    guard keepsArrivals else { return }
    var arrival = arrival
    arrival.number = total
    unwritten?.append(arrival.line)
    if ring.count < capacity {
      ring.append(arrival)
    } else if capacity > 0 {
      ring[start] = arrival
      start = (start + 1) % capacity
    }
  }
}
