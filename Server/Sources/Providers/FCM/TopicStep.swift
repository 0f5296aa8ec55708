/// What follows from one position of a topic call.
///
/// | word | what it means |
/// |---|---|
/// | none | done |
/// | NOT_FOUND | the token is deleted or the app gone: the registration ends by the usual rule |
/// | INTERNAL, RESOURCE_EXHAUSTED, UNAVAILABLE, DEADLINE_EXCEEDED | this position again, with back-off |
/// | INVALID_ARGUMENT, TOO_MANY_TOPICS, PERMISSION_DENIED | failed, until somebody asks again |
/// | another | again a few times, then failed; the word is kept |
///
/// Google, Instance ID, Server reference. INVALID_ARGUMENT speaks of a token of another sender as well as of
/// nonsense, so no registration ends by it: the next push is judged by FCM itself.
public enum TopicStep: Sendable, Equatable {
  case done
  case tokenDead
  case failed(String)
  /// Again after so many milliseconds.
  case again(after: Int, String)

  /// Tries of a word that is in no table.
  public static let unknownTries = 5
  /// Between two tries; the service asks for exponential back-off.
  static let backoff = Backoff(base: 2000, cap: 600_000)

  /// - Parameters:
  ///   - attempt: how many tries there were, from 1.
  ///   - random: any 64 random bits.
  public init(_ result: TopicResult, attempt: Int, random: UInt64) {
    switch result {
    case .done: self = .done
    case .failed("NOT_FOUND"): self = .tokenDead
    case .failed(let word):
      let isKnown: Bool
      switch word {
      case "INVALID_ARGUMENT", "TOO_MANY_TOPICS", "PERMISSION_DENIED":
        self = .failed(word)
        return
      case "INTERNAL", "RESOURCE_EXHAUSTED", "UNAVAILABLE", "DEADLINE_EXCEEDED": isKnown = true
      default: isKnown = false
      }
      if !isKnown, attempt >= Self.unknownTries {
        self = .failed(word)
      } else {
        self = .again(after: Self.pause(attempt, nil, random), word)
      }
    }
  }

  /// Of a call that was refused, or not answered, as a whole.
  public init(refused verdict: Verdict, word: String?, attempt: Int, random: UInt64) {
    let word = word ?? verdict.reason.text ?? "UNKNOWN"
    if verdict.kind == .messageInvalid {
      self = .failed(word)
    } else {
      self = .again(after: Self.pause(attempt, Int(verdict.retryAfter), random), word)
    }
  }

  /// At least a second, so that what failed does not come back at once.
  private static func pause(_ attempt: Int, _ retryAfter: Int?, _ random: UInt64) -> Int {
    max(backoff.pause(attempt: attempt, retryAfter: retryAfter, remaining: .max, random: random) ?? 0, 1000)
  }
}
