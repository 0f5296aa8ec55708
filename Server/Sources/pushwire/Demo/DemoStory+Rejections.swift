import Providers
import PushContract

extension DemoStory {
  func appDeleted() throws -> DemoStep {
    var step = try rejected(
      "app_deleted", "The app was deleted from the iPhone", .sandbox,
      token: stage.device(.sandbox, gone: true),
      status: 410, code: "apns.Unregistered")
    step.0.check.require("APNs says since when", (step.1?.asOf ?? 0) > 0)
    return step.0
  }

  func wrongEnvironment() throws -> DemoStep {
    try rejected(
      "wrong_environment", "The token of an App Store build was sent to the sandbox", .sandbox,
      token: stage.device(.production), status: 400, code: "apns.BadDeviceToken"
    ).0
  }

  func appRemoved() throws -> DemoStep {
    try rejected(
      "app_removed", "The app was removed from the Android phone", .fcm,
      token: stage.device(.fcm, gone: true), status: 404, code: "fcm.UNREGISTERED"
    ).0
  }

  /// Sends an alert that the provider must refuse with this reason.
  private func rejected(
    _ name: String, _ title: String, _ provider: DemoProvider, token: String, status: Int, code: String
  ) throws -> (DemoStep, Verdict?) {
    let sending = try stage.send(["order_shipped", token] + DemoApp.words, to: provider)
    var step = DemoStep(name: name, title: title)
    let verdict = sending.last?.verdict
    step.check.equal("attempts", sending.attempts.count, 1)
    step.check.equal("status", Int(verdict?.status ?? 0), status)
    step.check.equal("reason", verdict?.reasonCode, code)
    step.check.equal("the sender's verdict", sending.last?.status.description, "rejected")
    step.check.equal("requests that arrived", sending.arrivals.count, 1)
    step.check.equal("the emulator's own word", sending.arrivals.last?.outcome, ReasonCatalogue.word(code))
    let body = DemoPayload(sending.arrivals.last?.payload)
    let composed = Self.composed(provider == .fcm ? body["message"] : body, isAlert: true, by: provider)
    step.check.take(composed)
    if let verdict { step.explain(verdict, by: provider.title) }
    step.push = DemoStep.Push(
      className: "order_shipped", provider: sending.plan.providerName, status: Int(verdict?.status ?? 0),
      id: sending.last?.id, code: verdict?.reasonCode,
      hops: DemoHops(composed: composed.holds ? .proven : .broken, accepted: .broken, isAlert: true))
    return (step, verdict)
  }

  /// Refused here, in bytes, before anything goes out.
  func tooLarge() throws -> DemoStep {
    let limit = 4096
    let text = String(repeating: "é", count: limit / 2)
    let before = stage.suite.snapshot().total
    let sending = try stage.send(
      ["order_shipped", stage.device(.sandbox), "--param", "order=8123", "--param", "day=\(text)"],
      to: .sandbox)
    var step = DemoStep(name: "too_large", title: "A text that is too long")
    let why = sending.refusals.first ?? ""
    step.check.equal("refusals", sending.counters.refused, 1)
    step.check.equal("requests that arrived", stage.suite.snapshot().total - before, 0)
    let numbers = why.split { !$0.isNumber }.compactMap { Int($0) }
    step.check.require(
      "the refusal names size, excess and limit in bytes",
      numbers.count == 3 && numbers[0] - numbers[1] == limit && numbers[2] == limit)
    step.story = [
      "Refused before anything was sent: \(why).",
      "Counted in bytes, as the providers do: each é of this text takes two.",
    ]
    step.push = DemoStep.Push(
      className: "order_shipped", provider: sending.plan.providerName, status: 0, id: nil, code: nil,
      hops: DemoHops(composed: .broken, accepted: .unknown, isAlert: true))
    return step
  }
}

extension DemoStep {
  /// A refusal as the table of reasons explains it.
  mutating func explain(_ verdict: Verdict, by provider: String) {
    story.append("\(provider): \(verdict.sentence)")
    if let advice = verdict.advice { story.append("To do: \(advice)") }
  }
}

extension ReasonCatalogue {
  /// The provider's own word in a reason's code.
  static func word(_ code: String) -> String { code.split(separator: ".").last.map(String.init) ?? code }
}
