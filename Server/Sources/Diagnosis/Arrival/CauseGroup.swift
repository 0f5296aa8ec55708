/// The kinds of faults behind "it never arrives".
public enum CauseGroup: String, Sendable, CaseIterable {
  case environment = "A"
  case entitlement = "B"
  case authentication = "C"
  case payload = "D"
  case clientCode = "E"
  case backgroundTask = "F"
  case android = "G"
  case device = "H"

  public var title: String {
    switch self {
    case .environment: "environment and host"
    case .entitlement: "entitlement and profile"
    case .authentication: "topic and authentication"
    case .payload: "headers and payload"
    case .clientCode: "the app's code"
    case .backgroundTask: "background tasks"
    case .android: "Android"
    case .device: "not decidable from files"
    }
  }
}
