import AppFacts

/// Live Activities.
enum PAY016: AuditRule {
  static let page = RulePage(
    "PAY016", .payload, .error, summary: "A Live Activity's push lacks what it needs",
    why: """
      ActivityKit reads timestamp and event, and for a start or update content-state; a start needs attributes-type, \
      attributes and an alert as well. The type must be liveactivity and the topic end in .push-type.liveactivity. What \
      is incomplete is dropped on the device without a word.
      """,
    check: "Compare the keys of aps with ActivityKit's page.",
    fix: "Add the keys that are named.", references: [.liveActivities],
    silentOn: ["content-state of an end, which may be left out"],
    bad: RuleExample(
      PAYExample.request(
        type: "liveactivity", topic: "dev.pushwire.parcel.push-type.liveactivity",
        body: #"{"aps": {"event": "update", "content-state": {"eta": 12}}}"#)),
    good: RuleExample(
      PAYExample.request(
        type: "liveactivity", topic: "dev.pushwire.parcel.push-type.liveactivity",
        body: #"{"aps": {"timestamp": 1796040000, "event": "update", "content-state": {"eta": 12}}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where message.isLiveActivity {
      guard let aps = message.aps, aps.isObject else { continue }
      let event = aps["event"]?.string
      var missing = ["timestamp", "event"].filter { aps[$0] == nil }
      if event != "end", aps["content-state"] == nil { missing.append("content-state") }
      if event == "start" {
        missing += ["attributes-type", "attributes", "alert"].filter { aps[$0] == nil }
      }
      if !missing.isEmpty {
        report.add(
          page, .proved, "aps lacks \(missing.joined(separator: ", "))", at: Exhibit(aps.place, "aps"),
          fix: "Add \(missing.joined(separator: ", ")).", about: message.about)
      }
      if let event, !["start", "update", "end"].contains(event), let value = aps["event"] {
        report.add(
          page, .proved, "event is \(event.shown), not start, update or end",
          at: Exhibit(value.place, quote: value.shownValue, "in aps"), fix: "Write start, update or end.",
          about: message.about)
      }
      if let time = aps["timestamp"], let seconds = time.integer, seconds > 100_000_000_000 {
        report.add(
          page, .proved, "timestamp is in milliseconds",
          at: Exhibit(time.place, quote: time.shownValue, "in aps"), fix: "Divide it by 1000.",
          about: message.about)
      }
    }
  }
}
