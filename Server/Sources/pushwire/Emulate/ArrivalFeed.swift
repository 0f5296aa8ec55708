import Emulators

/// What arrived since it was last asked.
struct ArrivalFeed {
  private var last = 0

  mutating func text(_ log: ArrivalLog, json: Bool, _ style: Styler) -> String {
    let fresh = log.recent.filter { $0.number > last }
    var text = ""
    if let first = fresh.first, first.number > last + 1, !json {
      text += style.apply("… \(grouped(first.number - last - 1)) more …", .dim) + "\n"
    }
    for arrival in fresh {
      text += json ? arrival.line + "\n" : line(arrival, style)
      last = arrival.number
    }
    return text
  }

  private func line(_ arrival: Arrival, _ style: Styler) -> String {
    let isGood = arrival.status.map { $0 < 300 } ?? false
    let status = arrival.status.map(String.init) ?? "---"
    var words = [
      style.apply(status, isGood ? .green : .red), pad(arrival.server.rawValue, 15),
      pad(printable(arrival.outcome), 24),
    ]
    if let token = arrival.token { words.append("token \(printable(token))") }
    for (header, name) in [
      ("apns-push-type", "type"), ("apns-priority", "priority"), ("apns-collapse-id", "collapse"),
    ] {
      if let value = arrival.header(header) { words.append("\(name) \(printable(value))") }
    }
    words.append("\(arrival.size) bytes")
    if let id = arrival.id { words.append("id \(printable(id))") }
    if !arrival.rules.isEmpty { words.append("by \(printable(arrival.rules.joined(separator: ", ")))") }
    return words.joined(separator: "  ") + "\n"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }
}
