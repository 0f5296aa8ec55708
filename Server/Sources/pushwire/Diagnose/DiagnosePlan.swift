import Diagnosis
import Foundation
import PushContract

/// What `pushwire diagnose` was asked for, with everything checked that can be wrong before it begins.
struct DiagnosePlan {
  var subject: ArrivalSubject
  /// The whole token that was asked for; never printed.
  var token: String?
  var task: String?
  var paths: [String]
  var answers: [String: String]
  var kind: PushKind?
  var platform: Diagnosis.DevicePlatform?
  var server: VerifyServer?
  var isLive: Bool
  let arguments: Arguments

  init(_ arguments: Arguments, _ environment: [String: String]) throws {
    self.arguments = arguments
    paths = arguments.positionals
    task = arguments.value("task")
    token = arguments.value("token")
    isLive = arguments.has("live")
    kind = try arguments.choice("kind", PushKind.self)
    platform = try arguments.choice("platform", Diagnosis.DevicePlatform.self)
    answers = try Self.answers(arguments)
    subject = try Self.subject(arguments)
    server = try VerifyPlan.server(arguments, environment)
    try check()
  }

  private func check() throws {
    let store = arguments.value(StoreInput.option.name)
    switch subject {
    case .token:
      guard store != nil else {
        throw CommandError.usage(
          "--token needs --store: a server does not tell by a token whose it is.",
          advice: "Name the file that `pushwire serve` works with, or use --installation.")
      }
    case .installation:
      guard server != nil || store != nil else {
        throw CommandError.usage("--installation needs --server, or --store.")
      }
    case .notification:
      guard server != nil else { throw CommandError.usage("--notification needs --server.") }
    case .files:
      guard !paths.isEmpty || isLive else {
        throw CommandError.usage(
          "There is nothing to diagnose.",
          advice:
            "Name an --installation, a --notification, a --task, or files: app, sources, payload, capture.")
      }
    }
    if !isLive {
      let only = ["key-id", "team-id", "topic", "env"] + DiagnoseLive.networkOptions.map(\.name)
      for option in only where arguments.value(option) != nil {
        throw CommandError.usage("--\(option) goes with --live.")
      }
    }
  }

  private static func subject(_ arguments: Arguments) throws -> ArrivalSubject {
    let named = ["token", "notification", "task"].filter { arguments.value($0) != nil }
    guard named.count < 2, named.first != "token" || arguments.value("installation") == nil,
      named.first != "task" || arguments.value("installation") == nil
    else {
      throw CommandError.usage("Say one of --installation, --token, --notification and --task.")
    }
    // A notification of one device: both are said.
    if let id = arguments.value("notification") { return .notification(id) }
    if let id = arguments.value("installation") { return .installation(id) }
    if let token = arguments.value("token") { return .token(TokenEnds.of(token)) }
    return .files
  }

  private static func answers(_ arguments: Arguments) throws -> [String: String] {
    var answers: [String: String] = [:]
    for (id, value) in try arguments.pairs("answer") {
      guard let question = Question.named(id) else {
        throw CommandError.usage(
          "There is no question \(quoted(id)).",
          advice: "There are " + list(Question.all.map(\.id)) + "."
            + suggestion(for: id, in: Question.all.map(\.id)))
      }
      guard question.values.contains(value) else {
        throw CommandError.usage("\(id) is answered by \(list(question.values)), not by \(quoted(value)).")
      }
      if let before = answers[id], before != value {
        throw CommandError.usage("\(id) is answered twice, by \(before) and by \(value).")
      }
      answers[id] = value
    }
    return answers
  }
}
