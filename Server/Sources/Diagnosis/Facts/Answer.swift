/// What came of a step.
public enum Answer: Sendable, Equatable {
  /// An act was carried out. `detail`: what the device saw, where it tells.
  case done(detail: String?)
  /// It could not be carried out, and why: there is no notification to tap.
  case impossible(String)
  /// The person left it out.
  case skipped
  /// Ctrl-C.
  case interrupted
  case sent(SendFacts)
  /// Nil: the server does not know it.
  case installation(InstallationFacts?)
  /// Nil: the server knows the notification, and it has no message for the device.
  case message(MessageFacts?)
  /// The server, or the emulators, could not be asked, and why: nothing is known.
  case unreachable(String)
}

/// All that was found out in one check.
public struct Observations: Sendable, Equatable {
  /// At the end of the last look.
  public var installation: InstallationFacts?
  /// Whether the device was ready when the check began; nil: not looked at.
  public var wasReady: Bool?
  public var sends: [String: SendFacts] = [:]
  /// As last seen.
  public var messages: [String: MessageFacts] = [:]
  /// What the device or its person did, in order.
  public var acts: [Act] = []
  /// What a virtual device saw.
  public var seen: [String] = []
  /// Why an act was not possible.
  public var impossible: String?
  public var unreachable: String?
  public var wasSkipped = false
  public var wasInterrupted = false

  public init() {}
}
