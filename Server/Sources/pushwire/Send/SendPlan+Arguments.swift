import Compose
import Foundation
import ProfileFile
import Providers
import PushContract
import Transport

/// Which platform's rules a message follows.
enum SendPlatform: String, CaseIterable { case ios, macos, android }

/// Whom it is handed to.
enum SendProvider: String, CaseIterable { case apns, fcm }

extension SendPlan {
  /// Reads everything that can be wrong before the first connection.
  init(_ arguments: Arguments, className: String?, hasTargets: Bool) throws {
    let reading = try Self.profile(arguments, needed: className != nil)
    let profile = reading?.profile
    let profilePath = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    let provider = try arguments.choice("via", SendProvider.self)
    let platform = try Self.platform(arguments, profile, provider)
    let via = provider ?? (platform == .android ? .fcm : .apns)
    if via == .apns && platform == .android {
      throw CommandError.usage("APNs does not reach Android.", advice: "Leave out --via apns.")
    }
    kind = try arguments.choice("kind", FCMTarget.Kind.self) ?? .token
    if via == .apns && kind != .token {
      throw CommandError.usage(
        "APNs knows tokens only, no \(kind.rawValue).", advice: "Send it with --via fcm.")
    }
    values = try arguments.pairs("param")
    validateOnly = arguments.has("validate-only")
    if validateOnly && via == .apns {
      throw CommandError.usage(
        "APNs cannot validate without sending.", advice: "--dry-run shows what would be sent.")
    }
    network = try SendNetwork(arguments)
    notification = try Self.notification(arguments)
    let bundle = platform == .macos ? profile?.app.macos?.bundleID : profile?.app.ios?.bundleID
    app = (via == .apns ? bundle : profile?.app.android?.package) ?? arguments.value("topic") ?? ""
    var source: NotificationClass?
    if let className, let profile {
      source = try Self.notificationClass(className, profile, profilePath)
      contentName = className
      try Self.refuseRawOptions(arguments)
    } else {
      guard let path = arguments.value("payload") else {
        throw CommandError.usage("Give a CLASS of the profile, or --payload FILE.")
      }
      contentName = path
    }
    parameters = source?.parameters ?? []
    var remarks: [String] = []
    switch via {
    case .apns:
      let content =
        try source.map { try Self.apnsContent($0, bundle, platform, profilePath) }
        ?? Self.apnsRaw(contentName, arguments, bundle, &remarks)
      let (environment, key) = try Self.apnsKey(arguments, profile, profilePath, platform)
      remarks += key.remarks
      route = .apns(environment: environment, key: key, content: content)
    case .fcm:
      let content =
        try source.map { try Self.fcmContent($0, platform, profile, profilePath) }
        ?? Self.fcmRaw(contentName, arguments, hasTargets ? kind : nil, &remarks)
      route = .fcm(account: try Self.account(arguments, profile, profilePath), content: content)
    }
    self.remarks = remarks
  }

  private static func profile(_ arguments: Arguments, needed: Bool) throws -> ProfileReading? {
    let named = arguments.value(ProfileInput.option.name)
    if !needed && named == nil && !FileManager.default.fileExists(atPath: ProfileInput.usualPath) {
      return nil
    }
    return try ProfileInput.usable(arguments)
  }

  private static func platform(
    _ arguments: Arguments, _ profile: Profile?, _ provider: SendProvider?
  ) throws -> SendPlatform {
    if let platform = try arguments.choice("platform", SendPlatform.self) { return platform }
    guard let app = profile?.app else { return provider == .fcm ? .android : .ios }
    var known: [SendPlatform] = []
    if app.ios != nil { known.append(.ios) }
    if app.macos != nil { known.append(.macos) }
    if app.android != nil { known.append(.android) }
    // What the other options say is enough in most cases.
    if provider == .fcm, known.contains(.android) { return .android }
    if provider == .apns || arguments.value("env") != nil { known.removeAll { $0 == .android } }
    guard known.count == 1, let only = known.first else {
      throw CommandError.usage(
        "Say which platform the token is of: the app has several.",
        advice: "Add --platform \(known.map(\.rawValue).joined(separator: " or --platform ")).")
    }
    return only
  }

  private static func notification(_ arguments: Arguments) throws -> String {
    let id = arguments.value("id") ?? UUID().uuidString.lowercased()
    do throws(ComposeError) {
      var copy = id
      let failure: ComposeError? = copy.withUTF8 { bytes in
        do throws(ComposeError) { _ = try MessageIdentity(notification: bytes) } catch { return error }
        return nil
      }
      if let failure { throw failure }
    } catch {
      throw CommandError.usage("--id cannot be used: \(error.message).")
    }
    return id
  }

  static func notificationClass(
    _ name: String, _ profile: Profile, _ path: String
  ) throws -> NotificationClass {
    if let found = profile.notificationClass(name) { return found }
    let names = profile.classes.map(\.name)
    throw CommandError(
      .configuration, "The profile has no class \(quoted(name)).", place: path,
      advice: ("It has \(list(names))." + suggestion(for: name, in: names)).trimmedFront)
  }

  static func apnsContent(
    _ source: NotificationClass, _ bundle: String?, _ platform: SendPlatform, _ path: String
  ) throws -> APNsContent {
    guard let bundle else {
      throw CommandError(
        .configuration, "The profile has no bundle id for \(platform.rawValue).", place: path,
        advice: "Write it under app.\(platform.rawValue).")
    }
    do throws(ComposeError) {
      return .template(try APNsTemplate(source, bundleID: bundle))
    } catch { throw CommandError(.configuration, ProfileInput.sentence(error.message), place: path) }
  }

  static func fcmContent(
    _ source: NotificationClass, _ platform: SendPlatform, _ profile: Profile?, _ path: String
  ) throws -> FCMContent {
    do throws(ComposeError) {
      return .template(
        try FCMTemplate(
          source, platforms: platform == .android ? .android : .apple,
          restrictedPackage: platform == .android ? profile?.app.android?.package : nil,
          analyticsLabel: profile?.analytics.label))
    } catch { throw CommandError(.configuration, ProfileInput.sentence(error.message), place: path) }
  }
}
