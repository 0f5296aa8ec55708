public import PushClient

/// What a provider handed to a device: one push, as it left APNs or FCM.
public struct Delivery: Sendable, Equatable {
  /// Which provider it came from.
  public enum Provider: String, Sendable {
    case apnsSandbox = "apns-sandbox"
    case apnsProduction = "apns-production"
    case fcm
  }

  /// Counts what a device was handed, from 1.
  public var number: Int
  /// `apns-id`, or FCM's message name.
  public var id: String
  public var provider: Provider
  /// When it reached the device, milliseconds since 1970.
  public var time: Int
  /// APNs: the request's `apns-…` headers. FCM: `priority`, `ttl` and `collapse_key`.
  public var headers: [String: String]
  /// APNs: the payload. FCM: the message without its target.
  public var payload: JSONValue
  /// FCM dropped messages while the device was away (`onDeletedMessages`); there is no payload.
  public var isDeletion: Bool

  public init(
    number: Int, id: String, provider: Provider, time: Int, headers: [String: String] = [:],
    payload: JSONValue = .object([:]), isDeletion: Bool = false
  ) {
    self.number = number
    self.id = id
    self.provider = provider
    self.time = time
    self.headers = headers
    self.payload = payload
    self.isDeletion = isDeletion
  }
}

/// How a device is known to its provider.
public struct ProviderIdentity: Sendable, Equatable {
  public var platform: Platform
  /// The bundle id, or Android's package.
  public var app: String
  /// `sandbox` or `production`; empty on Android.
  public var environment: String
  /// The Firebase project; nil: the only one that the emulator knows.
  public var project: String?
  /// Whether Android gets an installation id (`fid`) instead of a token.
  public var isInstallationID: Bool

  public init(
    platform: Platform, app: String, environment: String = "", project: String? = nil,
    isInstallationID: Bool = false
  ) {
    self.platform = platform
    self.app = app
    self.environment = environment
    self.project = project
    self.isInstallationID = isInstallationID
  }
}

/// The device's connection to its provider: gives out tokens, and hands over what was sent to them.
///
/// ``HTTPDeliverySource`` speaks to `pushwire emulate`; in a process that runs the emulators itself, a few
/// lines over `EmulatorSuite` do.
public protocol DeliverySource: AnyObject {
  /// Makes a device known, and begins to keep what arrives for it.
  /// - Returns: its token.
  func open(_ identity: ProviderIdentity) throws -> String

  /// What was handed to a token after the given number, oldest first.
  /// - Parameter wait: how long to wait for the first one, milliseconds; 0: not at all.
  func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery]

  /// The device is reachable, or not; what waits for it arrives when it is again.
  func set(isOnline: Bool, of token: String) throws

  /// The app is gone from the device, or has another token: the provider knows this one no more.
  func remove(_ token: String) throws

  /// Whether something may arrive while a device waits. Not where all happens in one thread.
  var arrivesByItself: Bool { get }
}

extension DeliverySource {
  public var arrivesByItself: Bool { true }
}

/// Why a source could not do what it was asked.
public struct DeliverySourceError: Error, Sendable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
