/// What is wrong with an app or its device: each breaks a hop that a check must find broken.
public enum VirtualFault: String, CaseIterable, Sendable {
  /// The system never answers the question for a token.
  case noToken
  /// The system refuses a token, with code 3000 (no entitlement).
  case tokenRefused
  /// The app never sends its registration.
  case noRegistration
  /// It sends a token that is not its own, as an app does that keeps an old one.
  case tokenChanged
  /// Its token is for another topic or project than it says.
  case wrongTopic
  /// It says another APNs environment than that of its token.
  case wrongEnvironment
  /// What the system hands to the app is dropped: its delegate or service is not set.
  case handlerDropped
  /// A response of a person is dropped: nobody forwards taps.
  case tapDropped
  /// Its first screen never says that it is ready.
  case neverReady
  /// Silent work begins and is never completed.
  case workNeverEnds
  /// Receipts never leave the device.
  case lostReceipts
  /// That somebody else signed in is never said to the client.
  case switchUnsaid
  /// Logout is never said to the server.
  case logoutUnsaid
  /// The device has no connection to its provider, and the provider loses what it sends.
  case nothingDelivered
}
