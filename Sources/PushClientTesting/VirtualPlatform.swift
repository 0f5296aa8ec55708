public import PushClient

extension Platform {
  /// The name for people.
  public var title: String {
    switch self {
    case .ios: "iOS"
    case .macos: "macOS"
    case .android: "Android"
    }
  }
}
