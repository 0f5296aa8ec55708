/// The addresses that pushes go to, in one place (Apple, Sending notification requests to APNs; Firebase, REST
/// reference).
public enum PushHosts {
  public static let production = "api.push.apple.com"
  public static let sandbox = "api.sandbox.push.apple.com"
  /// An alias of the sandbox that older scripts have.
  public static let oldSandbox = "api.development.push.apple.com"
  public static let fcm = "fcm.googleapis.com"
  /// Hosts of Google's services before HTTP v1.
  public static let oldFCM: Set<String> = ["gcm-http.googleapis.com", "android.googleapis.com"]
}

extension CapturedRequest {
  /// Whom it was sent to.
  public enum Service: String, Sendable, Equatable {
    case apns = "APNs"
    case fcm = "FCM"
  }

  /// The host without its port; nil where it is not known.
  public var hostName: String? {
    guard let host = host?.value, !host.contains("${") else { return nil }
    return String(host.prefix { $0 != ":" })
  }
  /// The port, where one is written.
  public var port: Int? {
    guard let host = host?.value, let colon = host.lastIndex(of: ":") else { return nil }
    return Int(host[host.index(after: colon)...])
  }

  /// By host, path and headers; nil where only an answer was captured, or an unknown server.
  public var service: Service? {
    if let name = hostName {
      if name == "push.apple.com" || name.hasSuffix(".push.apple.com") { return .apns }
      if name == PushHosts.fcm || PushHosts.oldFCM.contains(name) { return .fcm }
    }
    if let path = path?.value {
      if path.hasPrefix("/3/device") { return .apns }
      if path.hasSuffix("/messages:send") || path == "/fcm/send" || path == "/gcm/send" { return .fcm }
    }
    return headers.contains { $0.name.hasPrefix("apns-") } ? .apns : nil
  }

  /// The environment of the host: `development` for the sandbox, `production`; as `aps-environment` says it.
  public var apsEnvironment: String? {
    switch hostName {
    case PushHosts.production: "production"
    case PushHosts.sandbox, PushHosts.oldSandbox: "development"
    default: nil
    }
  }
}

extension Sourced where Value == String {
  /// No part of it was left open (`${NAME}`).
  public var isKnown: Bool { !value.contains("${") }
}
