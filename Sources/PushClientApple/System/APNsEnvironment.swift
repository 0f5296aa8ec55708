internal import Foundation
internal import PushClient

#if canImport(Security) && (os(macOS) || os(Linux))
  internal import Security
#endif

/// Which of APNs' environments this build's tokens belong to, and where that was read. Read at run time: a
/// build configuration says nothing of how the build was signed.
struct APNsEnvironment: Equatable {
  /// `sandbox`, `production`, `unknown`.
  var name: String
  /// `simulator`, `embedded_profile`, `store`, `entitlement`.
  var source: String

  /// Where receipts of this device come from.
  var provenance: String {
    switch (name, source) {
    case (_, "simulator"): "simulator"
    case ("sandbox", _): "sandbox device"
    case ("production", _): "production device"
    default: "unknown device"
    }
  }

  /// A profile is no larger than this, bytes; what is beyond it is not read.
  static let largestProfile = 4 << 20

  static func read(_ platform: Platform, bundle: Bundle = .main) -> APNsEnvironment {
    #if targetEnvironment(simulator)
      APNsEnvironment(name: "sandbox", source: "simulator")
    #else
      if platform == .macos {
        APNsEnvironment(entitlement: signedEntitlement)
      } else {
        read(profile: profile(in: bundle.bundleURL))
      }
    #endif
  }

  /// iOS: `embedded.mobileprovision` in the bundle, which the store takes out. Mac Catalyst names and places
  /// it otherwise. An extension's own has no word on push: the app's counts, which the extension lies in.
  static func profile(in bundle: URL) -> URL? {
    var bundle = bundle
    if bundle.pathExtension == "appex" {
      while bundle.pathExtension != "app" {
        guard bundle.pathComponents.count > 1 else { return nil }
        bundle.deleteLastPathComponent()
      }
    }
    let places = [
      bundle.appendingPathComponent("embedded.mobileprovision"),
      bundle.appendingPathComponent("Contents/embedded.provisionprofile"),
    ]
    return places.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// - Parameter profile: nil: the bundle has none, as in every copy from the store.
  static func read(profile: URL?) -> APNsEnvironment {
    guard let profile else { return APNsEnvironment(name: "production", source: "store") }
    let unreadable = APNsEnvironment(name: "unknown", source: "embedded_profile")
    guard let file = try? FileHandle(forReadingFrom: profile) else { return unreadable }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: largestProfile) else { return unreadable }
    return APNsEnvironment(name: environment(inProfile: data), source: "embedded_profile")
  }

  /// A profile is a signed message (CMS) around a property list. Its signature is the system's affair: the
  /// list is found by its ends.
  static func environment(inProfile data: Data) -> String {
    guard let start = data.range(of: Data("<?xml".utf8)),
      let end = data.range(of: Data("</plist>".utf8), in: start.upperBound..<data.endIndex),
      let list = try? PropertyListSerialization.propertyList(
        from: data.subdata(in: start.lowerBound..<end.upperBound), options: [], format: nil),
      let entitlements = (list as? [String: Any])?["Entitlements"] as? [String: Any]
    else { return "unknown" }
    let name = entitlements["aps-environment"] ?? entitlements["com.apple.developer.aps-environment"]
    return word(name as? String)
  }

  init(name: String, source: String) {
    self.name = name
    self.source = source
  }

  init(entitlement: String?) { self.init(name: Self.word(entitlement), source: "entitlement") }

  private static func word(_ entitlement: String?) -> String {
    switch entitlement {
    case "development": "sandbox"
    case "production": "production"
    default: "unknown"
    }
  }

  /// macOS: what the running code is signed with.
  private static var signedEntitlement: String? {
    #if canImport(Security) && (os(macOS) || os(Linux))
      guard let task = SecTaskCreateFromSelf(nil) else { return nil }
      let key = NSString(string: "com.apple.developer.aps-environment") as CFString
      return (SecTaskCopyValueForEntitlement(task, key, nil) as? NSString).map { String(describing: $0) }
    #else
      return nil
    #endif
  }
}
