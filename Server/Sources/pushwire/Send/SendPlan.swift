import Compose
import Foundation
import ProfileFile
import Providers
import PushContract
import Transport

/// What one `send` is about to do, made from the command line and the profile before anything goes out.
struct SendPlan {
  /// The provider, its credential, and what is rendered for it.
  enum Route {
    case apns(environment: APNsEnvironment, key: APNsKeyFile, content: APNsContent)
    case fcm(account: ServiceAccount, content: FCMContent)
  }

  var route: Route
  /// The class's name, or the payload's file.
  var contentName: String
  var parameters: [Parameter]
  var values: [(name: String, value: String)]
  var kind: FCMTarget.Kind
  var notification: String
  /// Where tenant and app stand in the derivation of `apns-id`.
  var app: String
  var validateOnly: Bool
  var network: SendNetwork
  /// What is odd but does not keep it from being sent.
  var remarks: [String] = []

  var providerName: String {
    switch route {
    case .apns(let environment, _, _): "APNs \(environment.rawValue)"
    case .fcm(let account, _): "FCM \(account.projectID)"
    }
  }
}

/// How the provider is reached, and how hard.
struct SendNetwork {
  var trust = TLSContext.Trust.system
  /// In place of the provider's own address.
  var endpoint: Endpoint?
  /// APNs listens on 443 and 2197.
  var port = 443
  var proxy: Endpoint.Proxy?
  var connections = 2
  /// Messages under way at once.
  var window = 2000
  /// Milliseconds.
  var deadline = 30_000
  var attempts = 5

  static let options: [Syntax.Option] = [
    .init(
      name: "endpoint", value: "HOST:PORT", summary: "Send there instead of to the provider: an emulator"),
    .init(name: "ca", value: "FILE", summary: "Trust the certificates in this PEM file, and no others"),
    .init(name: "port", value: "PORT", summary: "APNs' port: 443 (usual) or 2197"),
    .init(
      name: "proxy", value: "URL", summary: "An HTTP proxy for CONNECT: http://[user:password@]host:port"),
    .init(name: "connections", value: "N", summary: "Connections at once; 2 where absent"),
    .init(name: "deadline", value: "SECONDS", summary: "Wait so long for each answer; 30 where absent"),
    .init(name: "attempts", value: "N", summary: "Attempts for what may be tried again; 5 where absent"),
  ]

  init(_ arguments: Arguments) throws {
    if let path = arguments.value("ca") { trust = .file(path) }
    connections = try arguments.integer("connections", in: 1...64) ?? connections
    deadline = (try arguments.integer("deadline", in: 1...600)).map { $0 * 1000 } ?? deadline
    attempts = try arguments.integer("attempts", in: 1...100) ?? attempts
    if let text = arguments.value("port") {
      guard let number = Int(text), number == 443 || number == 2197 else {
        throw CommandError.usage("APNs listens on 443 and 2197, not on \(quoted(text)).")
      }
      port = number
    }
    if let text = arguments.value("endpoint") { endpoint = try Self.endpoint(text) }
    if let url = arguments.value("proxy") {
      do throws(TransportError) { proxy = try Endpoint.Proxy(url: url) } catch {
        throw CommandError.usage("--proxy cannot be read: \(error.message).")
      }
    }
  }

  init() {}

  private static func endpoint(_ text: String) throws -> Endpoint {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
    else { throw CommandError.usage("--endpoint is written HOST:PORT, not \(quoted(text)).") }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return Endpoint(host: host, port: port)
  }

  /// The provider's address as these options change it.
  func resolved(_ usual: Endpoint) -> Endpoint {
    var result = endpoint ?? usual
    result.proxy = proxy
    return result
  }
}
