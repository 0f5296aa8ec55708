import Compose
import Delivery
import Diagnosis
import Foundation
import Providers
import PushContract

/// Asks a provider whether it accepts a key.
///
/// APNs has no dry run: a push to a made-up token is sent, and BadDeviceToken in answer means that the key
/// was accepted. It is a background push without content, so that nothing could be shown anywhere. FCM is
/// asked to validate a message to a made-up token, and delivers nothing.
struct KeyQuestion {
  var network: SendNetwork
  /// The bundle id; nil where neither profile nor `--topic` says it.
  var topic: String?
  /// Nil asks both, and takes a key that is limited to one of them for good.
  var environments: [APNsEnvironment]?
  var environment: [String: String]

  /// Adds the answers to a report of a key that looks good.
  func ask(_ subject: KeySubject, _ report: inout KeyReport) throws {
    switch report.kind {
    case .apns:
      var answers: [Answer] = []
      for each in subject.environments ?? environments ?? APNsEnvironment.allCases {
        let answer = try askAPNs(subject, each)
        report.fact("apns_\(each.rawValue)", answer.words)
        answers.append(answer)
      }
      let isLimited =
        environments == nil && subject.environments == nil && answers.contains(where: \.isAccepted)
      for answer in answers where !answer.isAccepted {
        if isLimited && answer.isEnvironmentLimit { continue }
        report.problem(answer.code, answer.words, answer.advice)
      }
    case .fcm:
      let answer = try askFCM(subject)
      report.fact("fcm", answer.words)
      if !answer.isAccepted { report.problem(answer.code, answer.words, answer.advice) }
    }
  }

  /// Asks, and gives the providers' answers as they came.
  func probe(_ subject: KeySubject) throws -> [ProbeFacts] {
    let report = subject.inspect()
    guard report.isGood else {
      throw CommandError(
        .configuration,
        "The key cannot be asked about: \(report.problems.first?.message ?? "it is not usable")",
        place: subject.file, advice: report.problems.first?.advice)
    }
    switch report.kind {
    case .apns:
      return try (subject.environments ?? environments ?? APNsEnvironment.allCases).map { each in
        let endpoint = network.endpoint ?? APNsProvider.endpoint(each)
        return ProbeFacts(try verdict(apns(subject, each)), "apns", endpoint.host)
      }
    case .fcm:
      return [ProbeFacts(try verdict(fcm(subject)), "fcm", (network.endpoint ?? FCMProvider.endpoint).host)]
    }
  }

  private func askAPNs(_ subject: KeySubject, _ environment: APNsEnvironment) throws -> Answer {
    try ask(apns(subject, environment))
  }

  private func askFCM(_ subject: KeySubject) throws -> Answer { try ask(fcm(subject)) }

  /// A route, and the made-up token.
  private typealias Request = (route: SendPlan.Route, target: String)

  private func apns(_ subject: KeySubject, _ environment: APNsEnvironment) throws -> Request {
    guard let topic else {
      throw CommandError.usage("APNs has to be asked for an app.", advice: "Add --topic with the bundle id.")
    }
    guard let teamID = subject.teamID else {
      throw CommandError.usage("APNs has to be asked with the team id.", advice: "Add --team-id.")
    }
    let key = try APNsKeyFile.read(path: subject.file, keyID: subject.keyID, teamID: teamID)
    let content = APNsRawContent(
      payload: Array(#"{"aps":{"content-available":1}}"#.utf8), topic: topic, pushType: .background,
      priority: 5,
      timeToLive: 0)
    let token = (0..<64).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    return (.apns(environment: environment, key: key, content: .raw(content)), token)
  }

  private func fcm(_ subject: KeySubject) throws -> Request {
    let account = try ServiceAccount.read(path: subject.file, projectID: subject.projectID)
    let message = RawPayload.fcm(Array(#"{"data":{"check":"key"}}"#.utf8), target: .token)
    return (.fcm(account: account, content: .raw(message, timeToLive: 60)), "pushwire-keys-check-asks")
  }

  private func ask(_ request: Request) throws -> Answer {
    let (verdict, words) = try verdict(request)
    if let verdict { return Answer(verdict, more: words) }
    return Answer(
      isAccepted: false, code: "no_answer", words: "There was no answer.", advice: "Try again later.")
  }

  /// The verdict, and what the token service said; nil: there was no answer.
  private func verdict(_ request: Request) throws -> (Verdict?, String?) {
    let plan = SendPlan(
      route: request.route, contentName: "keys check", parameters: [], values: [], kind: .token,
      notification: UUID().uuidString.lowercased(), app: topic ?? "", validateOnly: true, network: network)
    let tally = SendTally(keeping: 1)
    // The token is shared with `send`: asking often must not make many.
    let runner = try SendRunner(plan, tally: tally, tokenCache: ProviderTokenCache(environment: environment))
    try runner.run(TargetListSource([request.target], frame: try runner.frame(isWhole: true)))
    return (tally.results.first?.record?.verdict ?? runner.heldBy, runner.oauthWords)
  }
}

extension KeyQuestion {
  /// What an answer says of the key.
  struct Answer {
    var isAccepted: Bool
    var code: String
    var words: String
    var advice: String?

    /// The key is good, but not for this environment.
    var isEnvironmentLimit: Bool { code.contains("BadEnvironmentKey") }
  }
}

extension KeyQuestion.Answer {
  init(_ verdict: Verdict, more: String?) {
    // A 400 about the made-up token, however it is told, comes after the credential was accepted.
    if verdict.status == 400, verdict.reasonCode?.hasPrefix("fcm.INVALID_ARGUMENT") == true {
      self.init(
        isAccepted: true, code: "accepted", words: "key accepted (\(verdict.headline) for a made-up token)")
      return
    }
    let said = more.map { " The token service says: \($0)" } ?? ""
    switch verdict.kind {
    case .accepted, .tokenSuspect, .tokenDead, .messageInvalid:
      self.init(
        isAccepted: true, code: "accepted", words: "key accepted (\(verdict.headline) for a made-up token)")
    case .laneFault, .credentialExpired, .credentialRefused:
      self.init(
        isAccepted: false, code: verdict.reasonCode ?? verdict.kind.code, words: verdict.sentence + said,
        advice: verdict.advice)
    case .throttled, .unavailable, .unknown, .unconfirmed:
      self.init(
        isAccepted: false, code: verdict.reasonCode ?? verdict.kind.code,
        words: "Nothing was learnt of the key. " + verdict.sentence + said, advice: verdict.advice)
    }
  }
}

extension ProbeFacts {
  fileprivate init(_ answer: (Verdict?, String?), _ provider: String, _ host: String) {
    self.init(
      provider: provider, host: host, status: Int(answer.0?.status ?? 0),
      reason: answer.0?.reason.entry?.name ?? answer.0?.reason.text, isMadeUpToken: true)
  }
}
