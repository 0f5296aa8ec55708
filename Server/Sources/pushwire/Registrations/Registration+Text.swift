import Store

extension Registration {
  /// Its token by its ends.
  var tokenForPeople: String { token.map(shortened) ?? "none" }

  /// In one word: what becomes of a push to it.
  func state(now: Int, staleAfter: Int) -> String {
    if token == nil { return "no token" }
    switch hold?.kind {
    case .quarantined: return "quarantined"
    case .tokenConflict: return "token conflict"
    case nil: break
    }
    if lane == nil { return "environment unknown" }
    if binding == .ambiguous { return "ambiguous" }
    return now - lastConfirmedAt > staleAfter ? "stale" : "active"
  }

  /// Rows of name and value; nothing that is secret.
  func facts(now: Int, staleAfter: Int) -> [(String, String)] {
    func at(_ time: Int) -> String { "\(Instant.text(time)), \(Instant.distance(time, from: now))" }
    var rows = [
      ("installation", installation), ("state", state(now: now, staleAfter: staleAfter)),
      ("platform", [platform.name, osVersion].filter { !$0.isEmpty }.joined(separator: " ")),
      (
        "environment",
        environment.name + (environmentSource.isEmpty ? "" : ", read from \(environmentSource)")
      ),
      ("topic", topic), ("token", tokenForPeople + (tokenKind == .fid ? " (installation id)" : "")),
      ("generation", String(generation)), ("binding", binding.name), ("account", account ?? ""),
      ("tenant", tenant.isEmpty ? "(default)" : tenant), ("app version", appVersion), ("locale", locale),
      ("time zone", timeZone), ("permission", permission?.words ?? "not said"), ("registered", at(createdAt)),
      ("last confirmed", at(lastConfirmedAt)),
    ]
    rows.removeAll { $0.1.isEmpty }
    return rows
  }

  func json(now: Int, staleAfter: Int) -> JSON {
    [
      "installation": .string(installation), "state": .string(state(now: now, staleAfter: staleAfter)),
      "platform": .string(platform.name), "environment": .string(environment.name),
      "environment_source": .string(environmentSource), "topic": .string(topic),
      "token": token == nil ? .null : .string(tokenForPeople), "token_kind": .string(tokenKind.name),
      "generation": .integer(generation), "binding": .string(binding.name), "account": .text(account),
      "tenant": .string(tenant), "os_version": .string(osVersion), "app_version": .string(appVersion),
      "locale": .string(locale), "time_zone": .string(timeZone), "permission": permission?.json ?? .null,
      "created_at": Instant.json(createdAt), "last_confirmed_at": Instant.json(lastConfirmedAt),
    ]
  }
}

extension Permission {
  private var members: [(String, JSON)] {
    var list: [(String, JSON)] = []
    func add(_ name: String, _ value: String?) { if let value { list.append((name, .string(value))) } }
    func add(_ name: String, _ value: Bool?) { if let value { list.append((name, .bool(value))) } }
    add("status", status)
    add("alert", alert)
    add("sound", sound)
    add("badge", badge)
    add("lock_screen", lockScreen)
    add("app_blocked", appBlocked)
    if let blockedChannels { list.append(("blocked_channels", .array(blockedChannels.map(JSON.string)))) }
    add("managed", managed)
    add("background_refresh", backgroundRefresh)
    add("low_power_mode", lowPowerMode)
    return list
  }

  var json: JSON { .object(members) }

  /// As in `authorized, alert disabled`.
  var words: String {
    var words = [status ?? "not said"]
    for (name, value) in members.dropFirst(status == nil ? 0 : 1) {
      let name = name.replacing("_", with: " ")
      switch value {
      case .string(let text): words.append("\(name) \(text)")
      case .bool(let isOn): words.append(name + (isOn ? " yes" : " no"))
      case .array(let list): if !list.isEmpty { words.append("\(list.count) channels blocked") }
      default: break
      }
    }
    return words.joined(separator: ", ")
  }
}
