/// Where the webhooks of a customer go.
public struct WebhookEndpoint: Sendable, Equatable {
  /// As it was given.
  public let url: String
  /// The active keys of its signatures: one, or two while one is replaced.
  public let secrets: [[UInt8]]
  /// Whether it may stand on a private network, and speak plain HTTP.
  public let allowsPrivate: Bool
  /// Host and port, by which deliveries are kept apart.
  let origin: String

  /// - Parameters:
  ///   - url: `https://…`; `http://…` too where `allowsPrivate`.
  ///   - secrets: one or two, of 16 bytes at least.
  public init(url: String, secrets: [[UInt8]], allowsPrivate: Bool = false) throws(WebhookError) {
    guard url.utf8.count <= 2048 else {
      throw WebhookError(.url, "The webhook URL is longer than 2048 bytes.")
    }
    guard (1...2).contains(secrets.count), secrets.allSatisfy({ $0.count >= 16 }) else {
      throw WebhookError(.secret, "A webhook has one or two secrets, each of 16 bytes at least.")
    }
    let parts = try WebhookURL(url)
    guard parts.scheme == "https" || (allowsPrivate && parts.scheme == "http") else {
      throw WebhookError(
        .url, "A webhook URL begins with https://; http:// is for endpoints that may be private.")
    }
    guard !parts.hasCredentials else {
      throw WebhookError(.url, "A webhook URL holds no user and password: verify the signature instead.")
    }
    if !allowsPrivate, let address = NetworkAddress(parts.host), address.kind != .global {
      throw WebhookError(
        .privateAddress, "\(parts.host) is no address of the open internet (\(address.kind.rawValue)).")
    }
    self.url = url
    self.secrets = secrets
    self.allowsPrivate = allowsPrivate
    origin = "\(parts.host.lowercased()):\(parts.port)"
  }
}

/// Why an endpoint or a delivery cannot be.
public struct WebhookError: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case url, secret, privateAddress, delivery, configuration, library
  }

  public let code: Code
  /// What is wrong and what to do; never the URL, whose path may be a secret.
  public let message: String
  public var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
