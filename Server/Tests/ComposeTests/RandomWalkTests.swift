import Bytes
import Compose
import Foundation
import PushContract
import TestSupport
import Testing

/// Classes and values made at random: what comes out is always JSON, of the right size, and says what
/// the class and the values say.
struct RandomWalkTests {
  private struct Walk {
    var random: SeededRandom
    let mark: String

    mutating func chance(_ odds: Int) -> Bool { random.chance(odds) }
    mutating func pick<T>(_ values: [T]) -> T { random.pick(values) }

    mutating func words() -> String {
      let pieces = [
        "a", "Grüße", "\"", "\\", "\n", "\u{1}", "👋🏽", "日本", "/", " ", "\u{2028}", "{", "}", "x\u{0}y",
        "\u{7F}",
      ]
      return (0..<Int.random(in: 0...6, using: &random)).map { _ in pick(pieces) }.joined()
    }

    mutating func template(_ names: [String]) -> Template {
      Template(
        parts: (0..<Int.random(in: 1...3, using: &random)).map { _ in
          names.isEmpty || chance(2) ? .literal(words()) : .parameter(pick(names))
        })
    }

    mutating func text(_ names: [String]) -> LocalizedText {
      if chance(3) {
        return .localized(
          key: words(), arguments: (0..<Int.random(in: 0...2, using: &random)).map { _ in template(names) })
      }
      return .text(template(names))
    }

    mutating func notificationClass() -> NotificationClass {
      let silent = chance(4)
      var source = NotificationClass(name: "c" + words(), kind: silent ? .silent : .alert)
      source.dataClass = pick([.public, .personal, .sensitive])
      let sensitive = source.dataClass == .sensitive
      for index in 0..<Int.random(in: 0...4, using: &random) {
        source.parameters.append(
          Parameter(name: "p\(index)", type: pick(ParameterType.allCases)))
      }
      let names = source.parameters.map(\.name)
      // Text of a sensitive class may go nowhere.
      let routable = source.parameters.filter { !sensitive || $0.type != .string }.map(\.name)
      if !silent {
        if !chance(3) { source.title = text(names) }
        if chance(4) { source.subtitle = text(names) }
        if source.title == nil || chance(2) { source.body = text(names) }
        if sensitive { source.preview = .init(title: chance(2) ? text([]) : nil, body: text([])) }
        if chance(3) { source.image = "https://cdn.example.com/" + mark }
        source.badge = pick([.none, .clear, .value(Int.random(in: 0...99, using: &random))])
        if let number = source.parameters.first(where: { $0.type == .integer }), chance(2) {
          source.badge = .parameter(number.name)
        }
        source.sound = pick([.none, .default, .named(words()), .critical(name: "a", volume: 0.25)])
        if chance(3) { source.launchImage = words() }
      }
      source.priority = pick(NotificationClass.Priority.allCases)
      source.timeToLive = pick([.none, .seconds(Int.random(in: 0...9_999_999, using: &random))])
      source.collapse = chance(2) ? .key(template(routable)) : .none
      if chance(3) { source.thread = template(routable) }
      if chance(3) { source.category = words() }
      if chance(3) { source.interruption = pick(NotificationClass.Interruption.allCases) }
      if chance(3) { source.relevance = Double.random(in: 0...1, using: &random) }
      source.mutable = chance(3)
      if chance(3) { source.channel = words() }
      if !routable.isEmpty || chance(2) {
        source.destination = .init(
          destination: words(),
          arguments: routable.enumerated().map {
            .init(name: "d\($0.offset)" + words(), parameter: $0.element)
          })
      }
      for index in 0..<Int.random(in: 0...2, using: &random) {
        source.data.append(.init(name: "k\(index)" + words(), value: template(routable)))
      }
      return source
    }

    mutating func value(_ type: ParameterType) -> String {
      switch type {
      case .string: mark + words()
      case .id: mark + "~" + String(Int.random(in: 0...999, using: &random))
      case .integer: String(Int.random(in: 0...(1 << 62), using: &random))
      case .decimal: pick(["0", "-1.50", "12345678901234567890.123"])
      case .boolean: pick(["true", "false"])
      case .timestamp: String(Int.random(in: 0...4_000_000_000, using: &random))
      }
    }
  }

  @Test func alwaysValidAndTrue() throws {
    var walk = Walk(random: Fuzz.random("compose random walk"), mark: "ZQX")
    for round in 0..<1_000 {
      let source = walk.notificationClass()
      let values = source.parameters.map { walk.value($0.type) }
      do { try check(source, values, walk.chance(2) ? "tag" : nil) } catch {
        Issue.record("seed \(Fuzz.seed) round \(round): \(error)\n\(source)")
        return
      }
    }
  }

  private func check(_ source: NotificationClass, _ values: [String], _ binding: String?) throws {
    let json = try apnsPayload(source, values, id: "n-1", binding: binding)
    let payload = try parse(json)
    let aps = try #require(payload["aps"] as? NSDictionary)
    #expect(payload.at("pw.n") as? String == "n-1")
    #expect(payload.at("pw.c") as? String == source.name)
    #expect(payload.at("pw.b") as? String == binding)
    let wire = try #require(payload["pw"] as? NSDictionary)
    for argument in source.destination?.arguments ?? [] {
      let index = try #require(source.parameters.firstIndex { $0.name == argument.parameter })
      #expect((wire["p"] as? NSDictionary)?[argument.name] as? String == values[index])
    }
    for entry in source.data {
      #expect(payload[entry.name] as? String == expand(entry.value, source, values))
    }
    if source.kind == .silent { #expect(aps == ["content-available": 1] as NSDictionary) }
    if source.dataClass != .sensitive, case .text(let template)? = source.title {
      #expect(aps.at("alert.title") as? String == expand(template, source, values))
    }
    #expect(aps.at("alert.subtitle") == nil || source.dataClass != .sensitive)
    if source.dataClass == .sensitive { #expect(!visible(payload).contains("ZQX")) }

    // Ours agrees with what it says about payloads of others.
    let checked = RawPayload.apns(Array(json.utf8))
    if source.kind == .silent || !checked.findings.isEmpty {
      #expect(checked.findings.allSatisfy { $0.severity == .warning && $0.code == .contradiction })
    }
    #expect(checked.pushType == (source.kind == .silent ? .background : .alert))
    if let id = try collapseID(source, values) {
      #expect((1...64).contains(id.utf8.count))
    } else {
      #expect(source.kind == .silent && source.collapse == .none)
    }

    for platforms in [FCMTemplate.Platforms.android, .apple, [.android, .apple]] {
      let text = try fcmBody(source, platforms, values, target: (.fid, "f"), binding: binding)
      let body = try parse(text)
      let raw = RawPayload.fcm(Array(text.utf8))
      if let error = raw.findings.first(where: { $0.severity == .error }) {
        Issue.record("\(error.message) in \(text)")
      }
      if platforms.contains(.apple) {
        #expect(body.at("message.apns.payload") as? NSDictionary == payload)
      }
      if platforms.contains(.android) {
        let path = platforms == .android ? "message.data" : "message.android.data"
        let data = try #require(body.at(path) as? [String: String])
        #expect(data["pw.n"] == "n-1" && data["pw.b"] == binding)
        let isShown =
          body.at("message.notification") != nil || body.at("message.android.notification") != nil
        #expect(isShown == (source.kind == .alert))
      }
      if source.dataClass == .sensitive { #expect(!visible(body).contains("ZQX")) }
    }
  }

  /// The template with its values, the plain way.
  private func expand(_ template: Template, _ source: NotificationClass, _ values: [String]) -> String {
    template.parts.map { part in
      switch part {
      case .literal(let text): text
      case .parameter(let name): source.parameters.firstIndex { $0.name == name }.map { values[$0] } ?? ""
      }
    }.joined()
  }

  /// Everything that is shown: all but what routes or groups.
  private func visible(_ value: Any) -> String {
    if let object = value as? [String: Any] {
      let hidden: Set<String> = [
        "data", "pw", "tag", "thread-id", "target-content-id", "apns-collapse-id", "collapse_key",
      ]
      return object.filter { !hidden.contains($0.key) && !$0.key.hasPrefix("k") }
        .map { $0.key + visible($0.value) }.joined(separator: "\n")
    }
    if let array = value as? [Any] { return array.map(visible).joined(separator: "\n") }
    return "\(value)"
  }
}
