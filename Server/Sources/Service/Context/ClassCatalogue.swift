internal import Compose
public import PushContract
internal import Store

/// The classes of one profile, compiled. Does not change; a reload makes another.
public final class ClassCatalogue: Sendable {
  public let app: AppIdentity
  public let lifecycle: PushContract.Lifecycle
  public let campaigns: CampaignSettings
  /// As in the profile, in its order.
  public let names: [String]
  let classes: [String: CompiledClass]
  /// Of the hidden class that carries challenges.
  let challenge: ClassFacts

  /// Why a profile cannot be served.
  public struct Fault: Error, Sendable, CustomStringConvertible {
    public let className: String
    public let field: String?
    public let message: String
    public var description: String { message }
  }

  /// - Throws: the first class that a provider of the app cannot be sent.
  public init(_ profile: Profile) throws(Fault) {
    app = profile.app
    lifecycle = profile.lifecycle
    campaigns = profile.campaigns
    names = profile.classes.map(\.name)
    var made: [String: CompiledClass] = [:]
    for source in profile.classes + [.challenge] {
      do throws(ComposeError) {
        made[source.name] = try CompiledClass(
          source, app: profile.app, analyticsLabel: profile.analytics.label)
      } catch {
        throw Fault(className: source.name, field: error.field, message: error.message)
      }
    }
    challenge = made.removeValue(forKey: NotificationClass.challenge.name)?.facts ?? ClassFacts()
    classes = made
  }

  /// The bundle id or package; nil: the app is not on this platform.
  func topic(_ platform: DevicePlatform) -> String? {
    switch platform {
    case .ios: app.ios?.bundleID
    case .macos: app.macos?.bundleID
    case .android: app.android?.package
    }
  }
}

/// The catalogue in force; a reload puts another in its place while requests go on.
public final class CatalogueHolder: Sendable {
  private let held: Guarded<ClassCatalogue>

  public init(_ catalogue: ClassCatalogue) { held = Guarded(catalogue) }

  public var current: ClassCatalogue { held.withLock { $0 } }
  public func replace(_ catalogue: ClassCatalogue) { held.withLock { $0 = catalogue } }
}
