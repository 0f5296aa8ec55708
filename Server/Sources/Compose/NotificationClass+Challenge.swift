public import PushContract

extension NotificationClass {
  /// The hidden class that carries a challenge to a token which two installations claim: silent, never in
  /// a profile (a profile's names have no dot), and its echo proves who holds the token.
  public static let challenge: NotificationClass = {
    var made = NotificationClass(name: ChallengeWire.notificationClass, kind: .silent)
    made.audience = .installation
    made.dataClass = .personal
    made.parameters = [Parameter(name: ChallengeWire.key, type: .id)]
    made.data = [DataEntry(name: ChallengeWire.key, value: Template(parts: [.parameter(ChallengeWire.key)]))]
    made.priority = .normal
    made.timeToLive = .seconds(challengeSeconds)
    made.reconcile = "none"
    return made
  }()

  /// How long an echo counts.
  public static let challengeSeconds = 600
}
