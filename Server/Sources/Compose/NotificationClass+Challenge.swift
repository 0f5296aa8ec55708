public import PushContract

extension NotificationClass {
  /// The hidden class that carries a challenge to a token which two installations claim: silent, never in
  /// a profile (a profile's names have no dot), and its echo proves who holds the token.
  public static let challenge: NotificationClass = {
    var made = NotificationClass(name: "pushwire.challenge", kind: .silent)
    made.audience = .installation
    made.dataClass = .personal
    made.parameters = [Parameter(name: challengeKey, type: .id)]
    made.data = [DataEntry(name: challengeKey, value: Template(parts: [.parameter(challengeKey)]))]
    made.priority = .normal
    made.timeToLive = .seconds(challengeSeconds)
    made.reconcile = "none"
    return made
  }()

  /// The key of the challenge, in the parameters and beside `aps` or in `data`.
  public static let challengeKey = "pushwire_challenge"
  /// How long an echo counts.
  public static let challengeSeconds = 600
}
