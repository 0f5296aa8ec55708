/// Where a file stands in the bundles of an archive or a folder.
struct BundlePath {
  /// The folder of the innermost bundle that has it: `Payload/Parcel.app/PlugIns/Service.appex`.
  var bundle: String
  /// Inside of that, without `Contents/` of macOS.
  var inner: [Substring]
  var isInContents: Bool

  /// Nil where it stands in no bundle, or its name is one that could lead out of it.
  init?(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard Self.isSafe(path), parts.first != "__MACOSX",
      let last = parts.dropLast().lastIndex(where: { Self.isBundle($0) })
    else { return nil }
    bundle = parts[...last].joined(separator: "/")
    inner = Array(parts[(last + 1)...])
    isInContents = inner.first == "Contents"
    if isInContents { inner.removeFirst() }
  }

  static func isBundle(_ name: some StringProtocol) -> Bool { stem(name) != nil }

  /// The name of a bundle's folder without its type; nil where it is none.
  static func stem(_ name: some StringProtocol) -> String? {
    for type in [".app", ".appex"] where name.hasSuffix(type) && name.count > type.count {
      return String(name.dropLast(type.count))
    }
    return nil
  }

  /// No absolute name, no way up, nothing that another system takes for a separator.
  static func isSafe(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(UInt8(ascii: "\\"))
      && !path.utf8.contains(0)
      && !path.split(separator: "/", omittingEmptySubsequences: false).contains { $0 == ".." || $0 == "." }
  }

  /// What the file is to its bundle.
  enum Role {
    case info, profile, codeResources, googlePlist, expandedEntitlements
    /// A file where an executable stands.
    case executable
    case framework(String)
    /// A file that may hold a secret.
    case text
    case other
  }

  var role: Role {
    guard let name = inner.last else { return .other }
    if inner.first == "Frameworks", inner.count > 1 {
      let library = inner[1]
      if library.hasSuffix(".framework") { return .framework(String(library.dropLast(10))) }
      return library.hasSuffix(".dylib") ? .framework(String(library.dropLast(6))) : .other
    }
    switch (inner.count, name) {
    case (1, "Info.plist"): return .info
    case (1, "embedded.mobileprovision"), (1, "embedded.provisionprofile"): return .profile
    case (2, "CodeResources"): return inner[0] == "_CodeSignature" ? .codeResources : .other
    case (1, "GoogleService-Info.plist"): return .googlePlist
    case (2, "GoogleService-Info.plist"): return inner[0] == "Resources" ? .googlePlist : .other
    case (1, "archived-expanded-entitlements.xcent"): return .expandedEntitlements
    default: break
    }
    if Self.mayHoldSecrets(name) { return .text }
    if isInContents { return inner.count == 2 && inner[0] == "MacOS" ? .executable : .other }
    return inner.count == 1 ? .executable : .other
  }

  private static func mayHoldSecrets(_ name: Substring) -> Bool {
    let name = name.lowercased()
    return [
      ".p8", ".pem", ".key", ".json", ".txt", ".env", ".yaml", ".yml", ".xcconfig", ".conf", ".cfg", ".js",
      ".jsbundle",
    ]
    .contains { name.hasSuffix($0) }
  }
}
