import Emulators
import PushContract

extension DemoStory {
  /// A push that must be accepted, and what must arrive.
  struct Push {
    var name: String
    var provider: DemoProvider
    var isAlert: Bool
    var className: String { isAlert ? "order_shipped" : "orders_changed" }
    var title: String {
      let kind = isAlert ? "\(className), an alert" : "\(className), silent"
      switch provider {
      case .sandbox: return kind + ", to an iPhone with a build from Xcode"
      case .production: return kind + ", to an iPhone with the App Store's build"
      case .fcm: return kind + ", to an Android phone"
      }
    }
    var words: [String] { isAlert ? DemoApp.words : [] }

    /// What the profile says of it, in the provider's terms.
    func wanted(id: String) -> DemoRecord {
      let day = 86_400
      switch provider {
      case .sandbox, .production:
        return DemoRecord(
          id: id, pushType: isAlert ? "alert" : "background", priority: isAlert ? "10" : "5",
          app: DemoApp.id, collapse: isAlert ? "order-8123" : "orders", lifetime: isAlert ? 2 * day : day)
      case .fcm:
        // On Android a key with a parameter replaces on the display, by its tag.
        return DemoRecord(
          id: id, pushType: nil, priority: isAlert ? "HIGH" : "NORMAL", app: DemoApp.id,
          collapse: isAlert ? nil : "orders", lifetime: isAlert ? 2 * day : day)
      }
    }
  }

  static let pushes = [
    Push(name: "ios_alert_sandbox", provider: .sandbox, isAlert: true),
    Push(name: "ios_silent_sandbox", provider: .sandbox, isAlert: false),
    Push(name: "android_alert", provider: .fcm, isAlert: true),
    Push(name: "android_silent", provider: .fcm, isAlert: false),
    Push(name: "ios_alert_production", provider: .production, isAlert: true),
    Push(name: "ios_silent_production", provider: .production, isAlert: false),
  ]

  /// Sends one, and claims what both sides agree on.
  func send(_ push: Push) throws -> DemoStep {
    let token = stage.device(push.provider)
    let sending = try stage.send([push.className, token] + push.words, to: push.provider)
    var step = DemoStep(name: push.name, title: push.title)
    let id = sending.last?.id ?? ""
    let (record, payload) = arrived(push, token)
    let composed = Self.composed(payload, isAlert: push.isAlert, by: push.provider)
    var accepted = DemoCheck()
    accepted.equal("answers", sending.answers, "200")
    accepted.equal("the sender's verdict", sending.last?.status.description, "accepted")
    if let record {
      accepted.take(record.differences(from: push.wanted(id: id)))
    } else {
      accepted.require("the emulator has exactly one push for this device", false)
    }
    step.check.take(composed)
    step.check.take(accepted)
    step.push = DemoStep.Push(
      className: push.className, provider: sending.plan.providerName,
      status: Int(sending.last?.verdict.status ?? 0), id: sending.last?.id,
      code: sending.last?.verdict.reasonCode,
      hops: DemoHops(
        composed: payload.isThere ? (composed.holds ? .proven : .broken) : .unknown,
        // Where only one side says so, nothing is known.
        accepted: accepted.holds ? .proven : sending.last?.status == .accepted ? .unknown : .broken,
        isAlert: push.isAlert))
    step.story = ["\(push.provider.title): \(sending.answers), id \(id)"]
    return step
  }

  /// The one push that the emulator has for the device.
  private func arrived(_ push: Push, _ token: String) -> (DemoRecord?, DemoPayload) {
    if let environment = push.provider.environment {
      let items = stage.suite.inbox(of: token, in: environment).arrived
      guard let item = items.first, items.count == 1 else { return (nil, DemoPayload(nil)) }
      return (DemoRecord(item), DemoPayload(item.payload))
    }
    let items = stage.suite.fcmInbox(of: token).arrived
    guard let item = items.first, items.count == 1 else { return (nil, DemoPayload(nil)) }
    return (DemoRecord(item), DemoPayload(item.message.map { Array($0.utf8) }))
  }

  /// Whether what arrived says what the class says. Read without the code that wrote it.
  static func composed(_ payload: DemoPayload, isAlert: Bool, by provider: DemoProvider) -> DemoCheck {
    var check = DemoCheck()
    let className = isAlert ? "order_shipped" : "orders_changed"
    let shown: DemoPayload
    if provider == .fcm {
      shown = payload["notification"]
      check.equal("the class in the data", payload["data"]["pw.c"].text, className)
      check.require("a notification is there for an alert only", shown.isThere == isAlert)
    } else {
      shown = payload["aps"]["alert"]
      check.equal("the class beside aps", payload["pw"]["c"].text, className)
      if !isAlert {
        check.equal("keys of aps", payload["aps"].keys.joined(separator: ", "), "content-available")
        check.equal("content-available", payload["aps"]["content-available"].number ?? 0, 1)
      }
    }
    if isAlert {
      check.equal("title", shown["title"].text, "On its way")
      check.equal("text", shown["body"].text, "Your order arrives on Friday.")
    }
    return check
  }
}
