import PushClient

/// What commands about campaigns print for people.
enum CampaignText {
  static func page(_ json: PushClient.JSONValue, _ style: Styler) -> String {
    let facts = CampaignFacts(json)
    var rows: [(String, String)] = [
      ("campaign", facts.id), ("class", facts.className), ("state", facts.state), ("why", facts.why),
      ("way", facts.way), ("audience", audience(json["audience"])),
      (
        "rate",
        json["rate_per_second"].integer.map { "\(grouped($0)) a second" + ramp(json["ramp_up"]) } ?? ""
      ),
      ("receipts of", sampling(json["receipt_sampling"].integer ?? 1)),
    ]
    for name in ["created_at", "starts_at", "started_at", "ended_at"] {
      rows.append((name.replacing("_", with: " "), json[name].string ?? ""))
    }
    rows.append(("progress", facts.line))
    var page = ""
    for (name, value) in rows where !value.isEmpty {
      page +=
        style.apply(name, .dim) + String(repeating: " ", count: max(1, 14 - name.count))
        + printable(value) + "\n"
    }
    return page + reasons(facts, style)
  }

  /// What was rejected and suppressed, by reason, and what devices reported.
  static func reasons(_ facts: CampaignFacts, _ style: Styler) -> String {
    var page = ""
    for (title, counts) in [
      ("rejected", facts.rejectedBy), ("failed", facts.failedBy), ("suppressed", facts.suppressedBy),
      ("receipts", facts.receipts),
    ] where !counts.isEmpty {
      page += style.apply(title, .bold) + "\n"
      for (name, count) in counts {
        let number = grouped(count)
        page +=
          "  " + String(repeating: " ", count: max(0, 12 - number.count)) + number + "  "
          + printable(name) + "\n"
      }
    }
    return page
  }

  static func audience(_ json: PushClient.JSONValue) -> String {
    guard case .object = json else { return json.string ?? "" }
    var words: [String] = []
    if let platforms = json["platforms"].array {
      words.append(platforms.compactMap(\.string).joined(separator: ", "))
    }
    if let tag = json["tag"].string { words.append("tag \(tag)") }
    if let low = json["app_version"]["min"].string { words.append("app \(low) or newer") }
    if let high = json["app_version"]["max"].string { words.append("app \(high) or older") }
    if let count = json["accounts"].integer { words.append("\(grouped(count)) accounts") }
    if let topic = json["topic"].string { words.append("topic \(topic)") }
    if let condition = json["condition"].string { words.append("condition \(condition)") }
    return words.joined(separator: "; ")
  }

  private static func ramp(_ json: PushClient.JSONValue) -> String {
    guard let from = json["from"].integer, let step = json["step_seconds"].integer else { return "" }
    return ", from \(grouped(from)) on, twice as many every \(step) s"
  }

  private static func sampling(_ one: Int) -> String {
    switch one {
    case 0: "no device"
    case 1: "all devices"
    default: "one device in \(grouped(one))"
    }
  }

  /// What a dry run came to.
  static func forecast(_ json: PushClient.JSONValue, _ style: Styler) -> String {
    var page = "Nothing is stored: a dry run.\n"
    if json["way"].string == "topic" {
      page += "One message to FCM, which knows who follows the topic or condition.\n"
      page += line("devices are known here to follow it", json["devices"].integer)
    } else {
      page += line("devices", json["devices"].integer) + line("would be sent", json["would_send"].integer)
      page += counts("not sent", json["suppressed"], style) + counts("lanes", json["lanes"], style)
      if let seconds = json["estimated_seconds"].integer {
        page += "At its rate it takes about \(duration(Double(seconds))).\n"
      }
      if let total = json["cost"]["total"].string, let currency = json["cost"]["currency"].string {
        page += "It costs about \(printable(total)) \(printable(currency)).\n"
      }
    }
    return page + warnings(json, style)
  }

  static func warnings(_ json: PushClient.JSONValue, _ style: Styler) -> String {
    (json["warnings"].array ?? []).map { warning in
      style.apply("warning:", .yellow) + " " + printable(warning["detail"].string ?? "") + "\n"
    }.joined()
  }

  private static func line(_ name: String, _ count: Int?) -> String {
    guard let count else { return "" }
    let number = grouped(count)
    return String(repeating: " ", count: max(0, 12 - number.count)) + number + "  " + name + "\n"
  }

  private static func counts(_ title: String, _ json: PushClient.JSONValue, _ style: Styler) -> String {
    guard case .object(let members) = json, !members.isEmpty else { return "" }
    return style.apply(title, .bold) + "\n"
      + members.sorted { $0.key < $1.key }.map { line($0.key, $0.value.integer) }.joined()
  }
}
