/// The servers that are played. OAuth shares FCM's port.
public enum EmulatedServer: String, Sendable, Hashable, CaseIterable {
  case apnsSandbox = "apns-sandbox"
  case apnsProduction = "apns-production"
  case fcm
  case oauth

  var environment: APNsEnvironment? {
    switch self {
    case .apnsSandbox: .sandbox
    case .apnsProduction: .production
    case .fcm, .oauth: nil
    }
  }
}
