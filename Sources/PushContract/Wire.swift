/// The keys of what Pushwire puts in every payload: beside `aps` on APNs, in `data` on FCM.
///
/// On APNs they stand in one object under ``root``; FCM's data is flat strings, so there each key is
/// ``root``, a dot and the short key (`pw.n`).
public enum WireKey {
  public static let root = "pw"
  /// The notification id of the app's backend.
  public static let notification = "n"
  /// The class's name.
  public static let notificationClass = "c"
  /// The class's revision.
  public static let revision = "r"
  /// The binding tag: which account and generation it was meant for, as a keyed hash.
  public static let binding = "b"
  /// The destination's name.
  public static let destination = "d"
  /// The destination's parameters: an object on APNs, `pw.p.<name>` on FCM.
  public static let parameters = "p"
}

/// A challenge to a token that two installations claim: a silent push of a hidden class, which no profile can have
/// (its names have no dot), and whose echo proves who holds the token.
public enum ChallengeWire {
  /// The class.
  public static let notificationClass = "pushwire.challenge"
  /// The key of the challenge, beside `aps` or in FCM's `data`.
  public static let key = "pushwire_challenge"
}
