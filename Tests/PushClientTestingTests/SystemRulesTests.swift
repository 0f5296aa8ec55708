import PushClient
import Testing

@testable import PushClientTesting

/// What the systems do with one delivery, state by state.
@Suite struct SystemRulesTests {
  private typealias State = VirtualSystem.AppState

  private func system(
    _ platform: Platform, _ state: State, _ permission: Permission.Status = .authorized
  ) -> VirtualSystem {
    var system = VirtualSystem(platform: platform, apiLevel: 35)
    system.appState = state
    system.permission.status = permission
    return system
  }

  private func delivery(_ payload: JSONValue, _ headers: [String: String] = [:]) -> Delivery {
    Delivery(number: 1, id: "id", provider: .apnsSandbox, time: 0, headers: headers, payload: payload)
  }

  /// One word for each act.
  private func words(_ acts: [SystemAct]) -> [String] {
    acts.map { act in
      switch act {
      case .show: "show"
      case .extend: "extend"
      case .present: "present"
      case .wake: "wake"
      case .message(let message): message.notification == nil ? "data" : "message"
      case .messagesDeleted: "deleted"
      case .setBadge: "badge"
      case .drop: "drop"
      }
    }
  }

  private func apple(
    _ aps: JSONValue, _ system: VirtualSystem, hasExtension: Bool = true
  ) -> [String] {
    words(AppleRules.acts(delivery(["aps": aps]), system, hasExtension: hasExtension))
  }

  @Test func applesAlerts() {
    let alert: JSONValue = ["alert": "x"]
    for platform in [Platform.ios, .macos] {
      #expect(apple(alert, system(platform, .foreground)) == ["present"])
      #expect(apple(alert, system(platform, .background)) == ["show"])
      #expect(apple(alert, system(platform, .terminated)) == ["show"])
      // A force-quit app's alerts are shown all the same.
      #expect(apple(alert, system(platform, .stopped)) == ["show"])
      #expect(apple(alert, system(platform, .notInstalled)) == ["drop"])
      for status in [Permission.Status.denied, .notDetermined] {
        #expect(apple(alert, system(platform, .foreground, status)) == ["drop"])
        #expect(apple(alert, system(platform, .terminated, status)) == ["drop"])
      }
      #expect(apple(alert, system(platform, .background, .provisional)) == ["show"])
    }
  }

  @Test func applesServiceExtensionRunsForMutableAlertsThatAreShown() {
    let alert: JSONValue = ["alert": "x", "mutable-content": 1]
    for state in [State.foreground, .background, .terminated, .stopped] {
      #expect(apple(alert, system(.ios, state)) == ["extend"])
    }
    #expect(apple(alert, system(.ios, .background), hasExtension: false) == ["show"])
    #expect(apple(alert, system(.ios, .background, .denied)) == ["drop"])
    #expect(apple(["mutable-content": 1], system(.ios, .background)) == ["drop"])
  }

  @Test func applesSilentPushes() {
    let silent: JSONValue = ["content-available": 1]
    for state in [State.foreground, .background, .terminated] {
      #expect(apple(silent, system(.ios, state)) == ["wake"])
      // They need no permission to show anything.
      #expect(apple(silent, system(.ios, state, .denied)) == ["wake"])
    }
    #expect(apple(silent, system(.ios, .stopped)) == ["drop"])
    #expect(apple(silent, system(.macos, .background)) == ["wake"])
    #expect(apple(silent, system(.macos, .terminated)) == ["drop"])
    for word in ["denied", "restricted"] {
      var off = system(.ios, .background)
      off.permission.backgroundRefresh = word
      #expect(apple(silent, off) == ["drop"])
      off.appState = .foreground
      #expect(apple(silent, off) == ["wake"])
    }
    let both: JSONValue = ["alert": "x", "content-available": 1]
    #expect(apple(both, system(.ios, .terminated)) == ["show", "wake"])
    #expect(apple(both, system(.ios, .foreground)) == ["present", "wake"])
    #expect(apple(both, system(.ios, .stopped)) == ["show", "drop"])
    // Written as a text it is no flag.
    #expect(apple(["content-available": "1"], system(.ios, .background)) == ["drop"])
  }

  @Test func applesBadgeSoundAndCollapse() {
    #expect(apple(["badge": 3], system(.ios, .background)) == ["badge"])
    #expect(apple(["badge": 3], system(.ios, .background, .denied)) == ["drop"])
    #expect(apple(["sound": "default"], system(.ios, .background, .denied)) == ["drop"])
    let quiet = delivery(["aps": ["alert": "x", "sound": "default"]], ["apns-collapse-id": "score"])
    let item = AppleRules.item(quiet, quiet.payload["aps"], system(.ios, .background))
    #expect(item.id == "score" && item.isAlerting)
    let provisional = AppleRules.item(quiet, quiet.payload["aps"], system(.ios, .background, .provisional))
    #expect(!provisional.isAlerting, "quiet notifications make no sound")
  }

  private func android(_ message: JSONValue, _ system: VirtualSystem) -> [String] {
    words(AndroidRules.acts(delivery(message), system))
  }

  @Test func androidsMatrix() {
    let data: JSONValue = ["data": ["a": "b"]]
    let notification: JSONValue = ["notification": ["title": "x"]]
    let both: JSONValue = ["notification": ["title": "x"], "data": ["a": "b"]]
    let own: JSONValue = ["android": ["notification": ["title_loc_key": "X"]], "data": ["a": "b"]]
    for (message, front, behind) in [
      (data, "data", "data"), (notification, "message", "show"), (both, "message", "show"),
      (own, "message", "show"),
    ] {
      #expect(android(message, system(.android, .foreground)) == [front])
      #expect(android(message, system(.android, .background)) == [behind])
      #expect(android(message, system(.android, .terminated)) == [behind])
      #expect(android(message, system(.android, .stopped)) == ["drop"])
      #expect(android(message, system(.android, .notInstalled)) == ["drop"])
      let denied = android(message, system(.android, .terminated, .denied))
      #expect(denied == [behind == "show" ? "drop" : behind])
    }
    var deletion = delivery(.null)
    deletion.isDeletion = true
    #expect(words(AndroidRules.acts(deletion, system(.android, .terminated))) == ["deleted"])
    #expect(words(AndroidRules.acts(deletion, system(.android, .stopped))) == ["drop"])
  }

  @Test func androidsChannelsTagsAndExtras() throws {
    let message: JSONValue = [
      "notification": ["title": "x"], "data": ["pw.n": "n1"],
      "android": ["notification": ["channel_id": "orders", "tag": "order-1"]],
    ]
    var behind = system(.android, .background)
    behind.channels = ["orders": "none"]
    #expect(android(message, behind) == ["drop"])
    behind.channels = ["orders": "high"]
    behind.permission.blockedChannels = ["orders"]
    #expect(android(message, behind) == ["drop"])
    behind.permission.blockedChannels = []
    behind.permission.appBlocked = true
    #expect(android(message, behind) == ["drop"])
    behind.permission.appBlocked = false
    let acts = AndroidRules.acts(
      delivery(message, ["priority": "HIGH", "collapse_key": "orders"]), behind)
    guard case .show(let item) = try #require(acts.first) else {
      Issue.record("\(acts)")
      return
    }
    #expect(item.id == "order-1" && item.channel == "orders" && item.notification == "n1")
    #expect(item.payload["google.message_id"] == "id" && item.payload["collapse_key"] == "orders")
    #expect(item.payload["google.delivered_priority"] == "high")
  }
}
