extension Act {
  /// What a person has to do, as a sentence.
  /// - Parameter platform: ios, macos or android.
  public func instruction(platform: String) -> String {
    let isMac = platform == "macos"
    switch self {
    case .launch:
      return isMac
        ? "Quit the app, open it again, and sign in with the test account if it asks."
        : "Close the app from the app switcher, open it again, and sign in with the test account if it asks."
    case .foreground: return "Open the app and keep it in front."
    case .background:
      return isMac
        ? "Open the app, then put another app in front of it."
        : "Open the app, then go to the home screen."
    case .terminate: return isMac ? "Quit the app." : "Close the app from the app switcher."
    case .tap: return "A notification is on its way. Tap it when it is there."
    case .logOut: return "Open the app and log out."
    case .logIn: return "Log in again with a test account."
    case .switchAccount: return "Log in as another test account; log out first if the app asks for it."
    case .vouchForSecond: return "Open the app and keep it in front."
    case .goOffline: return "Take the device off the network."
    case .goOnline: return "Bring the device back to the network."
    case .removeApp: return "Delete the app from the device. Its registration ends with it."
    }
  }

  /// Whether a person can say that there is nothing to act on.
  public var canBeAbsent: Bool {
    if case .tap = self { true } else { false }
  }
}
