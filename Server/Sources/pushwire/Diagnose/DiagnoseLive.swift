import Diagnosis
import Foundation
import PushContract

/// Asks the providers whether they take the credentials (`--live`).
///
/// FCM validates a message and delivers nothing. APNs has no dry run: a background push without content goes to a
/// made-up token.
struct DiagnoseLive {
  /// Of the options for the network those that make sense for a question.
  static let networkOptions = SendNetwork.options.filter {
    ["endpoint", "ca", "port", "proxy", "deadline"].contains($0.name)
  }

  private let plan: DiagnosePlan
  private let context: Context

  init(_ plan: DiagnosePlan, _ context: Context) {
    self.plan = plan
    self.context = context
  }

  func ask(_ facts: ArrivalFacts) throws -> [ProbeFacts] {
    let subjects = try subjects(facts)
    if plan.arguments.value("endpoint") != nil, subjects.count > 1 {
      throw CommandError.usage("--endpoint is one server: name one key alone.")
    }
    let environment = try plan.arguments.choice("env", APNsEnvironment.self)
    let question = KeyQuestion(
      network: try SendNetwork(plan.arguments), topic: topic(facts), environments: environment.map { [$0] },
      environment: context.environment)
    return try subjects.flatMap { try question.probe($0) }
  }

  /// The keys among the files, else those of the profile.
  private func subjects(_ facts: ArrivalFacts) throws -> [KeySubject] {
    let files =
      (facts.audit?.scope.facts.providerKeys.map(\.place.file) ?? [])
      + (facts.audit?.scope.facts.serviceAccounts.map(\.place.file) ?? [])
    let own = files.filter { FileManager.default.fileExists(atPath: $0) }
    guard own.isEmpty else {
      let arguments = plan.arguments
      return own.map {
        KeySubject(file: $0, keyID: arguments.value("key-id"), teamID: arguments.value("team-id"))
      }
    }
    return try KeySubject.ofProfile(plan.arguments)
  }

  private func topic(_ facts: ArrivalFacts) -> String? {
    if let topic = plan.arguments.value("topic") { return topic }
    let path = plan.arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    if FileManager.default.fileExists(atPath: path),
      let app = try? ProfileInput.usable(path: path).profile.app,
      let id = app.ios?.bundleID ?? app.macos?.bundleID
    {
      return id
    }
    let ids = Set(facts.audit?.scope.appleApps.compactMap(\.bundleID) ?? [])
    return ids.count == 1 ? ids.first : nil
  }
}
