import Bytes
import Compose
import ProfileFile
import PushContract
import Testing

@testable import Emulators

/// What a profile can say of one platform, composed, is what FCM's validator takes: from the file's text
/// to the answer.
struct AndroidOptionsAcceptedTests {
  private static let profile = """
    version: 1
    app: { name: A, ios: { bundle_id: com.example.app }, android: { package: com.example.app } }
    credentials: { fcm: { service_account: a.json } }
    priming: { reoffer: none, value_moments: { bought: { explainer: Hear of it } } }
    destinations: { home: {} }
    channels: { main: { name: Main, importance: default } }
    classes:
      everything:
        kind: alert
        audience: public
        owner: us
        data_class: public
        parameters: { who: string, at: timestamp, count: integer }
        destination: home
        title: "{who} has news"
        body: { key: BODY, arguments: ["{who}"] }
        image: https://cdn.example.com/a.png
        mutable: true
        filter_criteria: work
        target_content_id: window-{count}
        launch_image: start
        priority: default
        ttl: 1h
        collapse: "n-{count}"
        badge: "{count}"
        sound: default
        foreground: [banner]
        channel: main
        analytics_label: all
        android:
          icon: ic_news
          color: "#1a73e8"
          click_action: OPEN
          ticker: "{who} has news"
          sticky: true
          local_only: true
          event_time: "{at}"
          notification_priority: high
          visibility: private
          vibrate_timings: [0ms, 200ms, 1.5s]
          light_settings: { color: "#1a73e880", on: 300ms, off: 2s }
          proxy: if_priority_lowered
          direct_boot_ok: true
          bandwidth_constrained_ok: true
          restricted_satellite_ok: true
          analytics_label: android
        apns: { analytics_label: apple }
    """

  @Test func aClassWithEverythingIsAccepted() throws {
    let reading = try ProfileFile.read(bytes: Array(Self.profile.utf8))
    #expect(reading.errors == [])
    let source = try #require(reading.profile.notificationClass("everything"))
    for platforms in [FCMTemplate.Platforms.android, .apple, [.android, .apple]] {
      let body = try Self.body(source, platforms)
      var bench = FCMBench()
      let answer = bench.send(body)
      #expect(answer.status == 200, "\(answer.text)\n\(body)")
      let arrived = try #require(bench.fcm.inbox(of: FCMBench.token).arrived.first)
      #expect(answer.text.contains(arrived.name))
    }
  }

  /// Every word of every choice, a fixed time, and the defaults of the system.
  @Test func everyWordIsAccepted() throws {
    let edits = [
      ("event_time: \"{at}\"", ["event_time: 2030-01-31T18:00:00.25+01:00"]),
      (
        "notification_priority: high",
        ["min", "low", "default", "max"].map { "notification_priority: " + $0 }
      ),
      ("visibility: private", ["visibility: public", "visibility: secret"]),
      ("proxy: if_priority_lowered", ["proxy: allow", "proxy: deny"]),
      ("vibrate_timings: [0ms, 200ms, 1.5s]", ["default_vibrate_timings: true"]),
      ("light_settings: { color: \"#1a73e880\", on: 300ms, off: 2s }", ["default_light_settings: true"]),
    ]
    for (old, words) in edits {
      for new in words {
        let parts = Self.profile.split(separator: old, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let text = parts.joined(separator: new)
        let reading = try ProfileFile.read(bytes: Array(text.utf8))
        #expect(reading.errors == [])
        let source = try #require(reading.profile.notificationClass("everything"))
        var bench = FCMBench()
        let answer = bench.send(try Self.body(source, .android))
        #expect(answer.status == 200, "\(new): \(answer.text)")
      }
    }
  }

  private static func body(
    _ source: NotificationClass, _ platforms: FCMTemplate.Platforms
  ) throws -> String {
    let template = try FCMTemplate(source, platforms: platforms)
    var row = ParameterRow(schema: source.parameters)
    for (name, value) in [("who", "Käse & \"Co\""), ("at", "1893434400"), ("count", "3")] {
      try row.set(name, value)
    }
    var out = ByteBuffer()
    var id = "n-1"
    var token = FCMBench.token
    try id.withUTF8 { id in
      try token.withUTF8 { token in
        try template.writeBody(
          row, try MessageIdentity(notification: id), target: try FCMTarget(.token, token),
          now: Int(day / 1000), into: &out)
      }
    }
    return out.text
  }
}
