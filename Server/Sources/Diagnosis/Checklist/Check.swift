public import PushContract

/// One line of the checklist that a push integration is held against, end to end.
public enum Check: String, Sendable, CaseIterable {
  case tokenReachesServer = "token_reaches_server"
  case sendAccepted = "send_accepted"
  case alertForeground = "alert_foreground"
  case alertBackground = "alert_background"
  case alertTerminated = "alert_terminated"
  case tapColdStart = "tap_cold_start"
  case silentCompletes = "silent_completes"
  case logoutDeletesToken = "logout_deletes_token"
  case removedAppPruned = "removed_app_pruned"
  case accountSwitchSuppresses = "account_switch_suppresses"

  /// For people; begins as in the middle of a sentence.
  public var title: String {
    switch self {
    case .tokenReachesServer: "token reaches the server"
    case .sendAccepted: "send returns 200 with an id"
    case .alertForeground: "alert in the foreground"
    case .alertBackground: "alert in the background"
    case .alertTerminated: "alert while terminated"
    case .tapColdStart: "tap routes from a cold start"
    case .silentCompletes: "silent work completes"
    case .logoutDeletesToken: "logout deletes the token"
    case .removedAppPruned: "removed app: refused and pruned"
    case .accountSwitchSuppresses: "account switch suppresses until rebound"
    }
  }

  /// The hop that it proves. Further ones come before it and are proven on the way.
  public var hop: Hop {
    switch self {
    case .tokenReachesServer: .registered
    case .sendAccepted: .accepted
    case .alertForeground, .alertBackground, .alertTerminated, .accountSwitchSuppresses: .displayed
    case .tapColdStart: .opened
    case .silentCompletes: .received
    case .logoutDeletesToken, .removedAppPruned: .retired
    }
  }

  /// The order for one device that a person holds: what ends a registration comes last, and the app is deleted
  /// at the very end.
  public static let orderForPerson: [Check] = [
    .tokenReachesServer, .sendAccepted, .alertForeground, .alertBackground, .alertTerminated, .tapColdStart,
    .silentCompletes, .accountSwitchSuppresses, .logoutDeletesToken, .removedAppPruned,
  ]
}

/// Who carries out the steps, and so what a step is worth as evidence.
public enum Means: Sendable, Equatable {
  /// A program plays the device: what it did is certain, and proves nothing about a real one.
  case virtual
  /// A person holds the device: what they say is no proof, and what rests on their word alone is never called
  /// broken either.
  case person
}
