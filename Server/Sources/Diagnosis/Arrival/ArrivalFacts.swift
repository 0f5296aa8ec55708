public import Audit

/// What "it never arrives" is about.
public enum ArrivalSubject: Sendable, Equatable {
  case installation(String)
  /// Its first and last four characters.
  case token(String)
  case notification(String)
  /// Nothing is asked of a server: the files alone.
  case files
}

/// Whether the server was asked, and what came of it.
public enum ServerContact: Sendable, Equatable {
  case notAsked
  /// It could not be asked, and why.
  case unreachable(String)
  /// It answered, and does not know the subject.
  case unknownSubject
  case answered
}

/// What a push is meant to do; decides which hops apply.
public enum PushKind: String, Sendable, Equatable, CaseIterable {
  case alert, silent
}

/// The system of the device that waits.
public enum DevicePlatform: String, Sendable, Equatable, CaseIterable {
  case ios, macos, android
}

/// What a provider said when it was asked on purpose (`--live`).
public struct ProbeFacts: Sendable, Equatable {
  /// `apns` or `fcm`.
  public var provider: String
  /// `api.push.apple.com`
  public var host: String
  /// 0: there was no answer.
  public var status: Int
  /// Verbatim; nil: none.
  public var reason: String?
  /// With a made-up token: only the credential is on trial.
  public var isMadeUpToken: Bool

  public init(provider: String, host: String, status: Int, reason: String?, isMadeUpToken: Bool) {
    self.provider = provider
    self.host = host
    self.status = status
    self.reason = reason
    self.isMadeUpToken = isMadeUpToken
  }
}

/// All that is known of a push that did not arrive. Whatever is missing is unknown, not fine.
public struct ArrivalFacts: Sendable {
  public var subject: ArrivalSubject
  /// Milliseconds since 1970.
  public var now: Int
  /// Of the files; nil: none were given.
  public var audit: AuditResult?
  public var server = ServerContact.notAsked
  public var installation: InstallationFacts?
  /// Which device is looked at, where that was not said: an id, and how it was chosen.
  public var device: String?
  /// The notification asked for, for this installation; else its last one.
  public var message: MessageFacts?
  /// Nil: not known; then both kinds' hops are looked at.
  public var kind: PushKind?
  /// Nil: not known.
  public var platform: DevicePlatform?
  /// By the question's id.
  public var answers: [String: String] = [:]
  public var probes: [ProbeFacts] = []

  public init(_ subject: ArrivalSubject, now: Int) {
    self.subject = subject
    self.now = now
  }
}

/// What a provider answered, wherever that was seen.
public struct ProviderAnswer: Sendable, Equatable {
  /// "the server's log", "capture.txt:4", "asked just now".
  public var source: String
  public var status: Int?
  /// Verbatim; nil: none.
  public var reason: String?
  public var isMadeUpToken = false

  /// `400 BadDeviceToken`
  public var text: String {
    [status.map(String.init), reason].compactMap { $0 }.joined(separator: " ")
  }
}

extension ArrivalFacts {
  /// What the files show to be sent; nil where they show both, or none.
  public static func kind(_ audit: AuditResult) -> PushKind? {
    let kinds = Set(
      audit.scope.facts.payloads.compactMap { payload -> PushKind? in
        guard let aps = payload.aps else { return nil }
        if aps["alert"] != nil { return .alert }
        return aps["content-available"] != nil ? .silent : nil
      })
    return kinds.count == 1 ? kinds.first : nil
  }

  /// The only platform that the files are of.
  public static func platform(_ audit: AuditResult) -> DevicePlatform? {
    let apple = Set(audit.scope.appleApps.map(\.isMac))
    let android = !audit.scope.androidApps.isEmpty
    guard apple.count + (android ? 1 : 0) == 1 else { return nil }
    return android ? .android : apple == [true] ? .macos : .ios
  }

  /// Every answer of a provider among the facts; the newest source last.
  public var providerAnswers: [ProviderAnswer] {
    var answers: [ProviderAnswer] = []
    for capture in audit?.scope.facts.captures ?? [] {
      guard let answer = capture.answer else { continue }
      answers.append(
        ProviderAnswer(source: answer.place.text, status: answer.status, reason: answer.reason?.value))
    }
    if let message, message.httpStatus != nil || ["accepted", "rejected"].contains(message.sending) {
      answers.append(
        ProviderAnswer(source: "the server's log", status: message.httpStatus, reason: message.reason))
    }
    for probe in probes where probe.status != 0 {
      answers.append(
        ProviderAnswer(
          source: "\(probe.host), asked just now", status: probe.status, reason: probe.reason,
          isMadeUpToken: probe.isMadeUpToken))
    }
    return answers
  }

  /// Whether the captured requests are all for APNs, which no Android device gets.
  var isOfAPNs: Bool {
    let services = Set((audit?.scope.facts.captures ?? []).compactMap(\.service))
    return platform == nil && services == [.apns]
  }

  /// Reasons of providers, and words of the server for what it did not send.
  var words: [(word: String, source: String)] {
    var words = providerAnswers.compactMap { answer in
      // A made-up token is refused as it has to be.
      answer.isMadeUpToken && answer.reason == "BadDeviceToken"
        ? nil : answer.reason.map { (word: $0, source: answer.source) }
    }
    if let message, message.httpStatus == nil, let reason = message.reason {
      words.append((reason, "the server's log"))
    }
    if let state = installation?.state, state != "active", !state.isEmpty {
      words.append((state, "the registration"))
    }
    if let binding = installation?.binding, binding == "ambiguous" {
      words.append((binding, "the registration"))
    }
    for retired in installation?.retired.prefix(1) ?? [] where installation?.token == nil {
      words.append((retired.kind, "the registration's history"))
    }
    return words
  }
}
